// Buttons that copy the text of a field. They are hidden until this script shows them.

import { all, byId, wordsOf } from "./dom.js";

for (const button of all("[data-copy]")) {
  const field = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (byId(wordsOf(button).copy));
  const label = button.innerHTML;
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy"); // if the page may not use the clipboard, as over plain http
    }
    button.textContent = wordsOf(button).copied;
    setTimeout(() => (button.innerHTML = label), 1600);
  });
}
