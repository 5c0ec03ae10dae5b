// The build page: every form on it goes through the queue, so that nothing blocks and nothing is lost.

import { Autosave } from "./autosave.js";
import { all, around, byId, get, valueIn, wordsOf } from "./dom.js";
import { asSent } from "./form_state.js";
import { loadFragments } from "./fragments.js";
import { moveCharacters } from "./move_characters.js";
import { morphParts } from "./morph.js";
import { searchShelf } from "./shelf_search.js";

/** @typedef {(op: string, change?: { fields?: [string, string][], label?: string, keep?: boolean }) => void} MakeChange */

const page = byId("build");
const words = wordsOf(page);
const saved = wordsOf(byId("saved"));

const autosave = new Autosave({
  element: page,
  script: words.build,
  address: words.do,
  parts: "1",
  pause: 500,
  source: (isForced) => words.parts + (isForced ? "" : `?revision=${autosave.revision}`),
  take(fresh) {
    morphParts(fresh);
    showChanges();
  },
  done(outcome, _, seen = 0) {
    autosave.mergeFields(outcome.part, seen);
    showChanges();
    // Another page of this script has sent it, and requested fewer parts.
    return !outcome.part.getElementById("panel");
  },
});

/**
 * Makes a change from its form.
 * @type {MakeChange}
 */
function change(op, { fields = [], label = op, keep = false } = {}) {
  const name = op.startsWith("{") ? JSON.parse(op).op : op;
  autosave.add({ op: name, fields: [["op", op], ...fields], label, keep });
  if (name === "drop") markLeaving(op, fields);
}

/**
 * Marks characters that are about to be removed, however long the response takes.
 * @param {string} op
 * @param {[string, string][]} fields
 */
function markLeaving(op, fields) {
  const who = op.startsWith("{") ? JSON.parse(op).who : fields.map(([, one]) => JSON.parse(one));
  const gone = new Set(who.map((/** @type {unknown} */ one) => JSON.stringify(one)));
  for (const row of all(".row")) {
    if (gone.has(JSON.stringify(JSON.parse(wordsOf(row).who)))) row.classList.add("leaving");
  }
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter: button } = event;
  if (!(form instanceof HTMLFormElement)) return;
  if (form.matches("[data-form]") && button instanceof HTMLButtonElement && button.name === "op") {
    event.preventDefault();
    const name = button.value.startsWith("{") ? "note" : "who";
    const fields = new FormData(form)
      .getAll(name)
      .map((value) => /** @type {[string, string]} */ ([name, String(value)]));
    const label = button.getAttribute("aria-label") ?? button.textContent.trim();
    change(button.value, { fields, label, keep: form.dataset.keep !== undefined });
  } else if (form.matches("[data-edit]")) {
    event.preventDefault();
    const field = autosave.fields.find((one) => one.name === form.dataset.edit);
    if (field) autosave.save(field);
  }
});

// -- name and author save themselves while the author types ---------------------------------------------------------

/**
 * Normalizes a text as the server does.
 * @param {string} text
 */
const normalized = (text) => text.trim().replace(/\s+/g, " ");

/**
 * @param {import("./autosave.js").Root} root
 * @param {string} name
 */
function nameOn(root, name) {
  const text = root.getElementById("saved")?.dataset[name];
  return text === undefined ? undefined : normalized(text);
}

for (const form of all("[data-edit]", page, HTMLFormElement)) {
  const op = wordsOf(form).edit;
  const input = get("input:not([type=hidden])", form, HTMLInputElement);
  const label = input.labels?.[0].textContent.trim();
  const field = autosave.track(
    {
      name: op,
      read: (root) => (root === document ? normalized(input.value) : nameOn(root, input.name)),
      write: (value) => (input.value = value),
      hasFocus: () => document.activeElement === input,
      change: (value) => ({
        op,
        fields: [
          ["op", op],
          [input.name, input.value],
        ],
        label: `${label}: ${value}`,
      }),
    },
    document,
  );
  field.saved = JSON.stringify(normalized(saved[input.name]));
  form.addEventListener("input", () => autosave.soon(field));
  form.addEventListener("change", () => autosave.save(field));
  // What was typed before this script was loaded.
  const sent = /** @type {HTMLFormElement} */ (asSent(form).firstElementChild);
  if (input.value !== valueIn(sent, input.name)) autosave.save(field);
}

function showChanges() {
  const shown = get("[data-name-shown]");
  if (saved.name) shown.textContent = saved.name;
  document.title = document.title.replace(/^.*(?= · )/, saved.name || shown.textContent);
  get("[data-badge]").textContent = wordsOf(byId("panel")).problems;
  loadFragments();
  document.dispatchEvent(new CustomEvent("clockwright:changed"));
}

// -- keys, tabs, highlighting the rows of a finding or a jinx -------------------------------------------------------

document.addEventListener("keydown", (event) => {
  const isTyping = around(event.target, "input:not([type=checkbox]), textarea");
  if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping) return;
  const letter = event.key.toLowerCase();
  const id = letter === "z" ? (event.shiftKey ? "redo" : "undo") : letter === "y" ? "redo" : "";
  if (!id) return;
  event.preventDefault();
  change(id, { label: byId(id).textContent });
});

const tabs = all(".tabs a", page, HTMLAnchorElement);
for (const tab of tabs) {
  tab.addEventListener("click", (event) => {
    event.preventDefault();
    page.dataset.tab = tab.hash === "#middle" ? "sheet" : tab.hash.slice(1);
    for (const one of tabs) one.removeAttribute("aria-current");
    tab.setAttribute("aria-current", "true");
    scrollTo(0, 0);
  });
}

for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    const keys = around(event.target, "[data-keys]")?.dataset.keys?.split(" ") ?? [];
    for (const row of all(".row")) row.classList.toggle("lit", keys.includes(wordsOf(row).key));
  });
}

// A tab that was pressed before this script was loaded.
tabs.find((one) => one.hash === location.hash)?.click();

moveCharacters(change);
searchShelf(change);
autosave.start();
