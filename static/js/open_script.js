// The form that opens a script: files chosen, or dropped and pasted anywhere on the page.

import { around, find, get, wordsOf } from "./dom.js";
import { acceptFilesAnywhere, putFiles } from "./file_drop.js";
import { sendOnce } from "./form_state.js";

const LARGEST = 40_000_000;

/** @param {string} text */
const isWhole = (text) => text.startsWith("[") && text.endsWith("]");
/** @param {string} text */
const isScript = (text) => isWhole(text) || /^https?:\/\/\S+$/.test(text);

/** @param {HTMLFormElement} form */
export function openScripts(form) {
  const words = wordsOf(document.body);
  const field = get("[name=text]", form, HTMLTextAreaElement);
  const chooser = get("[name=file]", form, HTMLInputElement);
  const send = () => form.requestSubmit();

  /** @param {string} message */
  function complain(message) {
    const faults = get("[data-faults]", form);
    const line = Object.assign(document.createElement("p"), { className: "faults-head", textContent: message });
    faults.replaceChildren(line);
    faults.hidden = false;
    faults.setAttribute("role", "alert");
    chooser.setAttribute("aria-invalid", "true");
    form.scrollIntoView({ block: "nearest" });
  }

  /** @param {File[]} files */
  function open(files) {
    if (files.some((file) => file.size > LARGEST)) {
      chooser.value = "";
      complain(words.tooLarge);
    } else {
      putFiles(chooser, files);
      send();
    }
  }

  // A tick makes several files one script; a single file is opened at once.
  const openChosen = () => chooser.files?.length === 1 && open([...chooser.files]);
  chooser.addEventListener("change", openChosen);
  sendOnce(form, words.opening);

  addEventListener("paste", (event) => {
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData("text/plain").trim() ?? "";
    if (around(event.target, "input, textarea, [contenteditable]")) {
      // A whole script was pasted into an empty field: open it at once.
      if (event.target === field && field.value.trim() === "" && isScript(text)) setTimeout(send);
      return;
    }
    if (!file && !text) return;
    event.preventDefault();
    if (file) {
      open([file]);
    } else {
      field.value = text;
      field.focus();
      if (isScript(text)) send();
    }
  });

  // The door to printing opens the browser's dialog for files.
  find("[data-choose]")?.addEventListener("click", (event) => {
    event.preventDefault();
    chooser.click();
  });

  // Chosen or pasted before this script was loaded. (An address may still be incomplete.)
  if (chooser.files?.length) openChosen();
  else if (field.value !== field.defaultValue && isWhole(field.value.trim())) send();

  acceptFilesAnywhere(words.drop, open);
}
