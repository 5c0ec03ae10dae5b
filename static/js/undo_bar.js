// The bar of every page of a script: the time of the last change, and Undo and Redo by key.

import { around, find } from "./dom.js";
import { localTimes } from "./local_times.js";

document.addEventListener("keydown", (event) => {
  const isTyping = around(event.target, "input:not([type=checkbox], [type=radio]), textarea, select");
  if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping) return;
  const letter = event.key.toLowerCase();
  const id = letter === "z" ? (event.shiftKey ? "redo" : "undo") : letter === "y" ? "redo" : "";
  const button = id && find(`#steps #${id}`, document, HTMLButtonElement);
  if (!button) return;
  event.preventDefault();
  // While a change is on its way the button may still be disabled: the server decides.
  button.form?.dispatchEvent(new CustomEvent("clockwright:step", { detail: id, bubbles: true, cancelable: true })) &&
    button.click();
});

if (find("#saved")) localTimes();
