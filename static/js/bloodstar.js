// The form that imports a set: accepts dropped files, lists the chosen ones, is sent once.

import { get, wordsOf } from "./dom.js";
import { acceptFiles, putFiles } from "./file_drop.js";
import { sendOnce } from "./form_state.js";

const form = get("[data-moving]", document, HTMLFormElement);
const chooser = get("[name=file]", form, HTMLInputElement);
const field = get("[data-dropping]", form);
const list = get("[data-chosen]", form);
const SHOWN = 12;

const chosen = () => [...(chooser.files ?? [])];

function listNames() {
  const names = chosen().map((file) => file.name);
  const shown = names.slice(0, SHOWN);
  if (names.length > SHOWN) shown.push(`+ ${names.length - SHOWN}`);
  list.replaceChildren(...shown.map((textContent) => Object.assign(document.createElement("li"), { textContent })));
  list.hidden = names.length === 0;
}

chooser.addEventListener("change", listNames);
acceptFiles(
  (isOver) => field.classList.toggle("is-over", isOver),
  (dropped) => {
    // Dropped files are added to the chosen ones; they replace files of the same name.
    putFiles(chooser, new Map([...chosen(), ...dropped].map((file) => [file.name, file])).values());
    listNames();
  },
);
sendOnce(form, wordsOf(form).working);
addEventListener("pageshow", listNames);
listNames();
