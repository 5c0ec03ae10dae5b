// “Print” opens the print dialog of the browser with the document. Where browsers cannot print a PDF in a page, as on
// phones, the link opens it in a tab of its own.

import { all, around, find, wordsOf } from "./dom.js";
import { nameOf } from "./fetch_page.js";

const canPrint = navigator.pdfViewerEnabled && matchMedia("(hover: hover)").matches;

/** The line for messages, and its words. */
function messages() {
  const message = find("[data-print-message]");
  const say = (/** @type {string | undefined} */ words) => message && (message.textContent = words ?? "");
  return { say, words: message ? wordsOf(message) : {} };
}

/** @param {HTMLAnchorElement} link */
async function printDocument(link) {
  const { say, words } = messages();
  link.setAttribute("aria-busy", "true");
  say(words.busy);
  // A document that cannot be made would print its error page.
  const answer = await fetch(link.href).catch(() => null);
  link.removeAttribute("aria-busy");
  say(answer?.ok ? "" : words.failed);
  if (!answer?.ok) return;
  find("iframe.print-frame", document, HTMLIFrameElement)?.remove();
  const frame = Object.assign(document.createElement("iframe"), { className: "print-frame", title: link.textContent });
  frame.addEventListener("load", () => {
    frame.contentWindow?.focus();
    frame.contentWindow?.print();
  });
  frame.src = link.href;
  document.body.append(frame);
}

document.addEventListener("click", (event) => {
  const link = around(event.target, "a[data-print]");
  if (!(link instanceof HTMLAnchorElement) || !canPrint || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (!link.hasAttribute("aria-busy")) printDocument(link);
});

// -- the share sheet of the device ----------------------------------------------------------------------------------

/** Documents that took longer than a tap counts: the next tap shares them. @type {WeakMap<Element, File>} */
const ready = new WeakMap();

/** @param {HTMLElement} button */
async function shareDocument(button) {
  const { share = "", ready: again = "" } = button.dataset;
  const { say, words } = messages();
  if (!ready.has(button)) say(words.busy);
  const file = ready.get(button) ?? (await fetchFile(share));
  say(file ? "" : words.failed);
  if (!file) return;
  ready.set(button, file);
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotAllowedError") button.textContent = again;
  }
}

/** @param {string} address */
async function fetchFile(address) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return null;
  return new File([await answer.blob()], nameOf(answer) ?? "script.pdf", { type: "application/pdf" });
}

const sample = new File([""], "script.pdf", { type: "application/pdf" });
const canShare = matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [sample] });
const offerSharing = () => {
  for (const button of all("[data-share]")) button.hidden = false;
};
if (canShare) {
  offerSharing();
  document.addEventListener("clockwright:pages", offerSharing);
  document.addEventListener("click", (event) => {
    const button = around(event.target, "[data-share]");
    if (button) shareDocument(button);
  });
}
