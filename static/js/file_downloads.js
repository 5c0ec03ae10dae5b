// Shows the progress and the errors of downloads. Without this script the links and buttons work as usual.

import { all, find, get, wordsOf } from "./dom.js";
import { fetchPage, nameOf, parsePage } from "./fetch_page.js";

const making = new WeakSet();

/**
 * @param {HTMLElement} source
 * @param {Record<string, string>} words
 */
async function download(source, words) {
  const answer = await request(source).catch(() => null);
  if (!answer?.ok) {
    const fault = answer && parsePage(await answer.text());
    // The sentence, and the error code that it may ask for.
    const told = fault ? [find(".mistake bdi, .mistake h1 + p", fault), find(".mistake .hint", fault)] : [];
    return (
      told
        .map((one) => one?.textContent.replace(/\s+/g, " ").trim())
        .filter(Boolean)
        .join(" ") || words.failed
    );
  }
  const body = await answer.blob().catch(() => null);
  if (!body) return words.failed;
  const href = URL.createObjectURL(body);
  Object.assign(document.createElement("a"), { href, download: nameOf(answer) ?? "published.zip" }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
  return words.done;
}

/**
 * Fetches what a link leads to, or the response to the form of a button.
 * @param {HTMLElement} source
 */
async function request(source) {
  if (source instanceof HTMLAnchorElement) return fetch(source.href);
  const { form, formAction } = /** @type {HTMLButtonElement} */ (source);
  const answer = await fetch(formAction, { method: "POST", body: new FormData(form ?? undefined) });
  if (answer.ok) await refreshFields();
  return answer;
}

/** Fills in what the form of a download has saved: the revision, and addresses that others need. */
async function refreshFields() {
  const fresh = await fetchPage(location.href);
  for (const one of fresh ? all("input[name=revision], input[readonly]", document, HTMLInputElement) : []) {
    const saved = find(one.id ? `#${one.id}` : `input[name="${one.name}"]`, fresh ?? document, HTMLInputElement);
    if (saved) one.value = saved.value;
  }
  for (const one of all(".field[id]")) one.hidden = find(`#${one.id}`, fresh ?? document)?.hidden ?? one.hidden;
}

for (const link of all("[data-make]")) {
  const message = get("[data-told]", /** @type {Element} */ (link.closest("section")));
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    if (link instanceof HTMLButtonElement && !link.form?.reportValidity()) return;
    // Two files of one section share the message.
    if (making.has(message)) return;
    making.add(message);
    link.setAttribute("aria-busy", "true");
    message.textContent = wordsOf(message).making;
    message.textContent = await download(link, wordsOf(message));
    making.delete(message);
    link.removeAttribute("aria-busy");
  });
}
