// The build page: every form on it goes through the queue, so that nothing blocks and nothing is lost.

import { Autosave, stampForms } from "./autosave.js";
import { all, around, byId, find, get, valueIn, wordsOf } from "./dom.js";
import "./filter_list.js";
import { asSent } from "./form_state.js";
import { loadFragments } from "./fragments.js";
import { moveCharacters } from "./move_characters.js";
import { morphParts } from "./morph.js";
import { peekAtAbilities } from "./peek.js";
import { keepRoving, rowByKey } from "./roving_focus.js";
import { searchShelf } from "./shelf_search.js";

/** @typedef {(op: string, change?: { fields?: [string, string][], label?: string, keep?: boolean }) => void} MakeChange */

const page = byId("build");
const words = wordsOf(page);
const saved = wordsOf(byId("saved"));
/** What the server had when it sent this page. */
const savedPage = new DocumentFragment();
savedPage.append(...["saved", "details-now"].map((id) => byId(id).cloneNode(true)));
/** @type {Map<HTMLFormElement, import("./autosave.js").Field>} */
const edited = new Map();

const autosave = new Autosave({
  element: page,
  script: words.build,
  address: words.do,
  parts: "1",
  sendsSteps: true,
  pause: 500,
  source: (isForced) => words.parts + (isForced ? "" : `?revision=${autosave.revision}`),
  take(fresh) {
    morphParts(fresh);
    showChanges();
  },
  done(outcome, _, seen = 0) {
    autosave.mergeFields(outcome.part, seen);
    showChanges();
    if (outcome.change.op === "swap" && !outcome.isForeign) showArrival(outcome.change.fields);
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

/**
 * Stays at the character that came in for another one: the row that was unfolded is gone, and the page shorter.
 * @param {[string, string][]} fields
 */
function showArrival(fields) {
  const { id = "" } = JSON.parse(fields.find(([name]) => name === "op")?.[1] ?? "{}");
  const key = id.toLowerCase().replace(/[^a-z0-9]/g, "");
  const row = all("#sheet .row").find((one) => wordsOf(one).key === key);
  if (!row) return;
  row.classList.add("arrived");
  row.addEventListener("animationend", () => row.classList.remove("arrived"), { once: true });
  get("summary", row).focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
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
    const field = edited.get(form);
    if (field) autosave.save(field);
  }
});

// -- name, author and details save themselves while the author types -------------------------------------------------

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Input */

/**
 * Normalizes a text as the server does.
 * @param {string} text
 */
const normalized = (text) => text.trim().replace(/\s+/g, " ");
/** @param {string} text */
const normalizedLines = (text) => text.split("\n").map(normalized).filter(Boolean).join("\n");

/**
 * The value of a field: as it is on this page, or as it is saved.
 * @param {Input} input
 * @param {import("./autosave.js").Root} root
 */
function valueOf(input, root) {
  const isLive = root === document;
  if (input instanceof HTMLInputElement && input.type === "checkbox" && isLive) return input.checked ? "on" : "off";
  const from = find(input.form?.dataset.detail ? "#details-now" : "#saved", root);
  const value = isLive ? input.value : from?.dataset[input.name.toLowerCase()];
  if (value === undefined) return undefined;
  return (input.dataset.lines === undefined ? normalized : normalizedLines)(value);
}

/**
 * @param {Input} input
 * @param {string} value
 */
function write(input, value) {
  if (input instanceof HTMLInputElement && input.type === "checkbox") input.checked = value === "on";
  else input.value = value;
}

for (const form of all("[data-edit]", page, HTMLFormElement)) {
  const op = wordsOf(form).edit;
  const input = /** @type {Input} */ (get("input:not([type=hidden]), textarea", form));
  const label = input.labels?.[0].textContent.trim();
  const field = autosave.track(
    {
      name: form.dataset.detail ? `${op} ${input.name}` : op,
      read: (root) => valueOf(input, root),
      write: (value) => write(input, value),
      element: input,
      hasFocus: () => document.activeElement === input,
      change: (value) => ({
        op,
        fields: [
          ["op", op],
          [input.name, input.type === "checkbox" ? value : input.value],
        ],
        label: `${label}: ${value}`,
      }),
    },
    document,
  );
  field.saved = JSON.stringify(valueOf(input, savedPage));
  edited.set(form, field);
  // Half an address is no address: it is saved when it is complete.
  if (input.type !== "url") form.addEventListener("input", () => autosave.soon(field));
  form.addEventListener("change", () => autosave.save(field));
  // What was typed before this script was loaded.
  const sent = /** @type {HTMLFormElement} */ (asSent(form).firstElementChild);
  if (input.type !== "checkbox" && input.value !== valueIn(sent, input.name)) autosave.save(field);
}

for (const form of all("[data-upload]", page, HTMLFormElement)) {
  form.addEventListener("change", async () => {
    await autosave.saveAll();
    stampForms(autosave.revision);
    form.requestSubmit();
  });
}

const name = byId("name", HTMLInputElement);
// A new script wants another name; a long one is read from its beginning.
name.addEventListener("focus", () => name.value === name.dataset.new && setTimeout(() => name.select()));
name.addEventListener("blur", () => (name.scrollLeft = 0));

const details = byId("details", HTMLDetailsElement);
const showDetails = () => {
  details.open = true;
  byId("bootlegger").focus();
};
if (location.hash === "#details") showDetails();
document.addEventListener("click", (event) => {
  if (around(event.target, "[data-details]")) {
    event.preventDefault();
    showDetails();
  } else if (details.open && !around(event.target, "#details, #conflict")) {
    details.open = false;
  }
});
details.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  details.open = false;
  get("summary", details).focus();
});

function showChanges() {
  const shown = get("[data-name-shown]");
  if (saved.name) shown.textContent = saved.name;
  document.title = document.title.replace(/^.*(?= · )/, saved.name || shown.textContent);
  name.title = saved.name;
  get("[data-badge]").textContent = wordsOf(byId("panel")).problems;
  get("[data-count]").textContent = String(all("#sheet .row").length);
  roveSheet();
  loadFragments();
  document.dispatchEvent(new CustomEvent("clockwright:changed"));
}

// -- undo by key, tabs, highlighting the rows of a finding or a jinx -------------------------------------------------------

// Several undos in a row do not wait for the buttons to be enabled.
document.addEventListener(
  "clockwright:step",
  (event) => {
    event.preventDefault();
    const id = /** @type {CustomEvent<string>} */ (event).detail;
    change(id, { label: byId(id).textContent.trim() });
  },
  true,
);

const tabs = all(".tabs a", page, HTMLAnchorElement);

/** @param {string} id */
function showTab(id) {
  page.dataset.tab = id === "middle" ? "sheet" : id;
  for (const one of tabs) one.toggleAttribute("aria-current", one.hash === `#${id}`);
}

for (const tab of tabs) {
  tab.addEventListener("click", (event) => {
    event.preventDefault();
    showTab(tab.hash.slice(1));
    scrollTo(0, 0);
  });
}
document.addEventListener("clockwright:tab", (event) => showTab(/** @type {CustomEvent<string>} */ (event).detail));

for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    const keys = around(event.target, "[data-keys]")?.dataset.keys?.split(" ") ?? [];
    for (const row of all(".row")) row.classList.toggle("lit", keys.includes(wordsOf(row).key));
  });
}

// -- rows of the script ---------------------------------------------------------------------------------------------

const roveSheet = keepRoving(byId("middle"), ".row");
byId("middle").addEventListener("keydown", (event) => {
  const kind = around(event.target, ".tick, .cross, .row summary")?.matches("summary")
    ? "summary"
    : `.${around(event.target, ".tick, .cross")?.classList[0]}`;
  if (!around(event.target, ".tick, .cross, .row summary")) return;
  const next = rowByKey(event, all("#sheet .row"));
  if (!next) return;
  event.preventDefault();
  get(kind, next).focus();
});

// What is unfolded on a phone comes out from behind the bar at the foot.
const isPhone = matchMedia("(max-width: 47.99rem)");
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!isPhone.matches || !(target instanceof HTMLDetailsElement) || !target.open) return;
    around(target, ".row, .known")?.scrollIntoView({ block: "nearest" });
  },
  true,
);

// Compact or comfortable: at once, and remembered by a cookie for the next page.
const rows = byId("rows", HTMLFormElement);
rows.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!(button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  fetch(rows.action, { method: "POST", body: new FormData(rows, button), redirect: "manual" }).catch(() => {});
  const isComfortable = button.value === "comfortable";
  page.classList.toggle("comfortable", isComfortable);
  button.setAttribute("aria-pressed", String(isComfortable));
  button.value = isComfortable ? "compact" : "comfortable";
});

// A tab that was pressed before this script was loaded.
tabs.find((one) => one.hash === location.hash)?.click();

moveCharacters(change);
searchShelf(change);
peekAtAbilities();
autosave.start();
