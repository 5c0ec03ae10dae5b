// The almanac desk: shows a preview of each text, and saves it through the queue.

import { Autosave } from "./autosave.js";
import { all, byId, debounce, find, get, plural, valueIn, wordsOf } from "./dom.js";
import { fetchPage, newestPage } from "./fetch_page.js";
import { asSent } from "./form_state.js";
import { watchPages } from "./page_previews.js";
import { stepRow } from "./sortable_list.js";

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Input */
/** @typedef {[string, string][]} Values */

const page = byId("desk");
const words = wordsOf(page);
const PLAIN = new Set(["revision", "back", "op", "move"]);

const autosave = new Autosave({
  element: page,
  script: words.desk,
  address: words.do,
  pause: 600,
  source: () => location.pathname,
});

/** @param {ParentNode} root */
const inputsOf = (root) => /** @type {Input[]} */ (all("textarea, input", root));
/** @param {HTMLFormElement} form */
const fieldsOf = (form) => inputsOf(form).filter((one) => one.name && !PLAIN.has(one.name));
/** @param {HTMLFormElement} form */
const valuesOf = (form) => /** @type {Values} */ (fieldsOf(form).map((one) => [one.name, one.value]));

// -- saving ---------------------------------------------------------------------------------------------------------

/** @type {Map<HTMLFormElement, import("./autosave.js").Field>} */
const fields = new Map();

for (const form of all("[data-edit]", page, HTMLFormElement)) fields.set(form, tracked(form));

/** @param {HTMLFormElement} form */
function tracked(form) {
  const op = wordsOf(form).edit;
  /** @param {import("./autosave.js").Root} root */
  const read = (root) => {
    const there = root.getElementById(form.id);
    return there instanceof HTMLFormElement ? valuesOf(there).filter(([, value]) => value.trim()) : undefined;
  };
  const field = autosave.track(
    {
      name: form.id,
      read,
      write: (values) => fill(form, values),
      element: inputsOf(form).findLast((one) => one.name && !PLAIN.has(one.name)),
      hasFocus: () => form.contains(document.activeElement),
      change: () => ({ op, fields: [["op", op], ...valuesOf(form)], label: wordsOf(form).name }),
    },
    asSent(form),
  );
  form.addEventListener("input", ({ target }) => {
    countWords(form);
    if (target instanceof HTMLElement) preview(target);
    const fresh = find("[data-fresh]", form);
    if (fresh && target instanceof Node && fresh.contains(target)) addRow(form);
    autosave.soon(field);
  });
  form.addEventListener("change", () => autosave.save(field));
  return field;
}

/**
 * Writes values into a form, and adjusts its number of rows.
 * @param {HTMLFormElement} form
 * @param {Values} values
 */
function fill(form, values) {
  const list = find(".rows", form);
  if (list) {
    const last = Math.max(0, ...values.map(([name]) => Number(name.split(".")[1] ?? 0)));
    while (list.children.length > last + 1) list.lastElementChild?.remove();
    while (list.children.length < last) list.append(blankRow(list));
    renumber(list);
  }
  const given = new Map(values);
  for (const one of fieldsOf(form)) one.value = given.get(one.name) ?? "";
  if (list) addRow(form);
  if (values.length) form.closest("details")?.setAttribute("open", "");
  countWords(form);
  for (const one of fieldsOf(form)) preview(one);
}

// -- words and their preview ----------------------------------------------------------------------------------------

/** @param {HTMLFormElement} form */
function countWords(form) {
  const counter = find("[data-words]", form);
  const text = fieldsOf(form)
    .map((one) => one.value)
    .join(" ");
  const count = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  if (!counter) return;
  const more = count - Number.parseInt(counter.textContent, 10);
  for (const total of all("[data-total]", page)) total.textContent = String(Number(total.textContent) + more);
  counter.textContent = plural(words.forms, count);
}

/** @type {WeakMap<HTMLElement, () => void>} */
const previews = new WeakMap();

/**
 * Shows the preview of a field, a moment after the last key.
 * @param {HTMLElement} field
 */
function preview(field) {
  if (!field.dataset.seen) return;
  const show = previews.get(field) ?? previewer(/** @type {Input} */ (field));
  previews.set(field, show);
  show();
}

/** @param {Input} field */
function previewer(field) {
  const newest = newestPage();
  return debounce(async () => {
    const place = byId(wordsOf(field).seen);
    place.hidden = !field.value.trim();
    if (place.hidden) return;
    const answer = await newest(words.preview, { method: "POST", body: new URLSearchParams({ text: field.value }) });
    if (answer) place.replaceChildren(...byId("seen", HTMLElement, answer).childNodes);
  }, 250);
}

// -- rows: parts of the play guide, names in the credits ------------------------------------------------------------

/** @param {HTMLElement} list */
function renumber(list) {
  const rows = /** @type {HTMLElement[]} */ ([...list.children]);
  rows.forEach((row, index) => {
    const number = String(index + 1);
    for (const one of all("[data-number]", row)) one.textContent = number;
    for (const one of inputsOf(row)) {
      const label = find(`label[for="${one.id}"]`, row, HTMLLabelElement);
      const stem = one.name.split(".")[0];
      one.name = `${stem}.${number}`;
      one.id = `${stem}-${number}`;
      if (label) label.htmlFor = one.id;
      if (one.dataset.seen) {
        get(".seen", row).id = `seen-${one.id}`;
        one.dataset.seen = `seen-${one.id}`;
      }
    }
    for (const one of all("[data-move]", row, HTMLButtonElement)) {
      one.value = `${number} ${one.dataset.move}`;
      one.disabled = one.dataset.move === "-1" ? index === 0 : index === rows.length - 1;
    }
    row.toggleAttribute("data-fresh", index === rows.length - 1);
  });
}

/**
 * @param {HTMLElement} list
 * @returns {HTMLElement}
 */
function blankRow(list) {
  const row = /** @type {HTMLElement} */ (list.lastElementChild?.cloneNode(true));
  for (const one of inputsOf(row)) one.value = one.defaultValue = "";
  for (const one of all(".seen", row)) {
    one.replaceChildren();
    one.hidden = true;
  }
  return row;
}

/**
 * Adds an empty row at the end, if the last one has text.
 * @param {HTMLFormElement} form
 */
function addRow(form) {
  const list = get(".rows", form);
  const last = /** @type {HTMLElement} */ (list.lastElementChild);
  if (list.children.length > Number(list.dataset.rows) || inputsOf(last).every((one) => !one.value.trim())) return;
  list.append(blankRow(list));
  renumber(list);
}

for (const button of all("[data-another]", page, HTMLButtonElement)) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const form = /** @type {HTMLFormElement} */ (button.form);
    addRow(form);
    inputsOf(/** @type {HTMLElement} */ (get(".rows", form).lastElementChild))[0].focus();
  });
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const field = form instanceof HTMLFormElement && fields.get(form);
  if (!field) return;
  event.preventDefault();
  if (submitter?.dataset.move) moveRow(form, /** @type {HTMLButtonElement} */ (submitter));
  autosave.save(field);
});

/**
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 */
function moveRow(form, button) {
  const row = /** @type {HTMLElement} */ (button.closest("[data-row]"));
  if (!stepRow(row, Number(button.dataset.move))) return;
  renumber(get(".rows", form));
  addRow(form);
  (button.disabled ? find("[data-move]:not(:disabled)", row) : button)?.focus();
}

// -- drafts ---------------------------------------------------------------------------------------------------------

for (const link of all("[data-draft]", page, HTMLAnchorElement)) {
  const message = get("[data-told]", /** @type {HTMLElement} */ (link.parentElement));
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    const name = link.hash.replace("#draft-", "");
    autosave.flush();
    const fresh = await fetchPage(link.href);
    const form = fresh && byId(`draft-${name}`, HTMLFormElement, fresh);
    const offline = wordsOf(byId("waiting")).offline.split(".")[0];
    message.textContent = form ? (find("[data-none]", form)?.textContent ?? "") : offline;
    if (form && find("textarea", form)) addDraft(name, valueIn(form, "text").trim());
  });
}

/**
 * Adds a draft to a text, unless it contains it: news at the top, everything else at the end.
 * @param {string} name
 * @param {string} draft
 */
function addDraft(name, draft) {
  const field = byId(`text-${name}`, HTMLTextAreaElement);
  const text = field.value.trim();
  const both = name === "changelog" ? [draft, text] : [text, draft];
  if (!text.includes(draft)) field.value = both.filter(Boolean).join("\n\n");
  field.closest("details")?.setAttribute("open", "");
  field.focus();
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// -- pages ----------------------------------------------------------------------------------------------------------

const leaves = byId("leaves");
const opener = get("[data-leaves]", document, HTMLAnchorElement);
opener.addEventListener("click", async (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  autosave.flush();
  leaves.hidden = false;
  leaves.setAttribute("aria-busy", "true");
  leaves.scrollIntoView({ block: "start" });
  const part = await fetchPage(wordsOf(opener).leaves);
  leaves.removeAttribute("aria-busy");
  if (!part) {
    location.assign(opener.href);
    return;
  }
  const place = get("[data-place]", leaves);
  place.replaceChildren(...part.body.childNodes);
  watchPages(place);
});

// -- what happened before this script was loaded --------------------------------------------------------------------

for (const [form, field] of fields) {
  const waiting = autosave.waitingOf(field);
  if (waiting) {
    // What is queued from an earlier visit is the author's latest text: the fields show it.
    fill(form, waiting.fields.slice(1));
    field.saved = JSON.stringify(field.read(document));
  } else if (autosave.isDirty(field)) {
    const early = fieldsOf(form).filter((one) => one.value !== one.defaultValue);
    for (const one of early) one.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
autosave.start();
