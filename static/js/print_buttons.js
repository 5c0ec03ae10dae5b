// “Print” opens the print dialog of the browser with the document. Where browsers cannot print a PDF in a page, as on
// phones, the link opens it in a tab of its own.

import { around, find, wordsOf } from "./dom.js";

const canPrint = navigator.pdfViewerEnabled && matchMedia("(hover: hover)").matches;

/** @param {HTMLAnchorElement} link */
async function printDocument(link) {
  const message = find("[data-print-message]");
  const say = (/** @type {string | undefined} */ words) => message && (message.textContent = words ?? "");
  const words = message ? wordsOf(message) : {};
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
