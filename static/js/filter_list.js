// A field that filters a list as one types: [data-filter] selects its rows. Enter presses the first that is left.

import { all, around, find, wordsOf } from "./dom.js";

/** @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * Where the list of a field is: a page can have several lists, each loaded into a part of its own.
 * @param {HTMLInputElement} field
 */
const placeOf = (field) => around(field, "[data-fragment]") ?? document;

/** @param {HTMLInputElement} field */
const rowsOf = (field) => all(wordsOf(field).filter, placeOf(field));

/**
 * Shows the rows that have all words that are typed.
 * @param {HTMLInputElement} field
 */
function filter(field) {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  const rows = rowsOf(field);
  for (const row of rows) {
    const text = plain(row.textContent);
    row.hidden = !words.every((word) => text.includes(word));
  }
  // Names count more than what abilities say.
  const list = rows[0]?.parentElement;
  if (list?.matches(".near")) {
    /** @param {HTMLElement} row */
    const rank = (row) => {
      const name = plain(find("bdi", row)?.textContent ?? "");
      return [name, ...name.split(/[\s-]+/)].some((part) => part.startsWith(words[0] ?? "")) ? 0 : 1;
    };
    for (const [at, row] of rows.entries()) row.dataset.at ??= String(at);
    rows.sort((one, other) => rank(one) - rank(other) || Number(one.dataset.at) - Number(other.dataset.at));
    list.append(...rows);
    list.scrollTop = 0;
  }
  const none = find("[data-filter-none]", placeOf(field));
  if (none) none.hidden = rows.some((row) => !row.hidden);
}

const fieldOf = (/** @type {EventTarget | null} */ target) =>
  target instanceof HTMLInputElement && target.dataset.filter ? target : null;

document.addEventListener("input", (event) => {
  const field = fieldOf(event.target);
  if (field) filter(field);
});

// Links to the parts of a list: their parts may be hidden.
document.addEventListener("click", ({ target }) => {
  if (!around(target, ".jump a")) return;
  for (const field of all("[data-filter]", document, HTMLInputElement)) {
    field.value = "";
    filter(field);
  }
});

document.addEventListener("keydown", (event) => {
  const field = fieldOf(event.target);
  if (!field || event.isComposing) return;
  const rows = rowsOf(field).filter((row) => !row.hidden);
  if (event.key === "Enter") {
    event.preventDefault(); // the field may be part of a form
    find("button, a", rows[0] ?? document.createElement("p"))?.click();
  } else if (event.key === "ArrowDown" && rows[0]) {
    event.preventDefault();
    find("button, a", rows[0])?.focus();
  } else if (event.key === "Escape" && !field.value) {
    const place = around(field, "[data-fragment]");
    const link = place?.parentElement && find("a[data-load]", place.parentElement);
    place?.replaceChildren();
    link?.focus();
  }
});
