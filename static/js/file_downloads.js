// Shows the progress and the errors of downloads. Without this script the links work as usual.

import { all, find, get, wordsOf } from "./dom.js";
import { parsePage } from "./fetch_page.js";

const making = new WeakSet();

/** @param {Response} answer */
function nameOf(answer) {
  const disposition = answer.headers.get("Content-Disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? "published.zip");
}

/**
 * @param {string} address
 * @param {Record<string, string>} words
 */
async function download(address, words) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) {
    const fault = answer && find(".mistake bdi, .mistake h1 + p", parsePage(await answer.text()));
    return fault?.textContent.replace(/\s+/g, " ").trim() || words.failed;
  }
  const body = await answer.blob().catch(() => null);
  if (!body) return words.failed;
  const href = URL.createObjectURL(body);
  Object.assign(document.createElement("a"), { href, download: nameOf(answer) }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
  return words.done;
}

for (const link of all("[data-make]", document, HTMLAnchorElement)) {
  const message = get("[data-told]", /** @type {Element} */ (link.closest("section")));
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    // Two files of one section share the message.
    if (making.has(message)) return;
    making.add(message);
    link.setAttribute("aria-busy", "true");
    message.textContent = wordsOf(message).making;
    message.textContent = await download(link.href, wordsOf(message));
    making.delete(message);
    link.removeAttribute("aria-busy");
  });
}
