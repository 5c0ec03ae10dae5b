// The editor of a character: every field saves itself, nothing typed is lost, and previews are updated at once.

import { Autosave, stampForms } from "./autosave.js";
import { all, around, byId, find, get, valueIn, wordsOf } from "./dom.js";
import { Drafts } from "./drafts.js";
import { newestPage } from "./fetch_page.js";
import { asSent, whenShown } from "./form_state.js";
import { morphParts } from "./morph.js";
import { showMessage } from "./toast.js";

/** @typedef {import("./autosave.js").Field} Field */
/** @typedef {import("./autosave.js").Root} Root */
/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Input */

const page = byId("editor");
const form = byId("character", HTMLFormElement);
const words = wordsOf(page);
const AGAIN = 1000;
/** A name is saved once its field is left: what mentions it follows the new name, never half of it. */
const UNTIL_LEFT = 3_600_000;
const drafts = new Drafts(words.page);
const shownName = get("[data-name-shown]");
const nameField = byId("name", HTMLInputElement);
/** The address of the page: another one, once its character has another id. */
let address = words.page;

const autosave = new Autosave({
  element: page,
  script: words.script,
  address: words.do,
  pause: 450,
  source: () => words.page,
  refreshed: look,
  done({ change, status, part, isUnseen, isForeign }) {
    const known = inputs.get((change.only ?? "").slice(words.page.length + 1));
    if (known && !isForeign) settled(known, status === 422 ? (find(".say", part)?.textContent.trim() ?? "") : "");
    if (address !== words.page && status === 200 && !autosave.queue.waiting.length) location.assign(address);
    else if (!isUnseen && status === 200 && known === inputs.get("name"))
      autosave.refresh({ isForced: true, isOwn: true });
    else if (!isUnseen) look();
    return isUnseen;
  },
  unchanged: (field) => autosave.waitingOf(field) ?? drafts.remove(shortName(field)),
  decided(isMine, choice) {
    if (isMine) {
      address = valueIn(choice, "back");
    } else {
      drafts.clear();
      location.assign(choice.action);
    }
  },
});

for (const one of all("[data-tools]")) one.hidden = false;

// -- fields ---------------------------------------------------------------------------------------------------------

/** Everything that saves itself: the field and its elements on the page, by its draft name. */
/** @type {Map<string, { field: Field, elements: Input[] }>} */
const inputs = new Map();
const sent = asSent(form);
const who = () => JSON.parse(words.who);
/** @param {Field} field */
const shortName = (field) => field.name.slice(words.page.length + 1);

/**
 * @param {string} name
 * @param {Input[]} elements
 * @param {(root: Root) => unknown} read
 * @param {(value: any) => void} write
 * @param {(value: any) => { op: string }} [op]
 */
// eslint-disable-next-line max-params -- the four functions of a field, and its name
function track(name, elements, read, write, op = (value) => ({ op: "character", who: who(), [name]: value })) {
  const field = autosave.track(
    {
      name: `${words.page} ${name}`,
      read,
      write(value) {
        write(value);
        measure(elements[0]);
      },
      element: elements[0]?.type === "checkbox" ? undefined : elements[0],
      hasFocus: () => elements.some((one) => one === document.activeElement && one.type !== "checkbox"),
      change(value) {
        const made = op(value);
        const label = `${shownName.textContent.trim()}: ${labelOf(name, elements[0])}`;
        return {
          op: made.op,
          fields: [
            ["op", JSON.stringify(made)],
            ["back", words.page],
          ],
          label,
        };
      },
    },
    sent,
  );
  const known = { field, elements };
  inputs.set(name, known);
  for (const one of elements) {
    one.addEventListener("input", () => typed(known));
    one.addEventListener("change", () => autosave.save(field));
  }
}

/**
 * @param {string} name
 * @param {Input | undefined} element
 */
function labelOf(name, element) {
  const label = element?.labels?.[0] ?? around(element ?? null, "section")?.querySelector("h2");
  return label?.textContent.replace(/\s+/g, " ").trim() ?? name;
}

for (const one of /** @type {Input[]} */ (all("[data-field]:not([name=id])", form))) {
  const part = one.type === "checkbox" ? "checked" : "value";
  track(
    one.name,
    [one],
    (root) => /** @type {any} */ (root.getElementById(one.id))?.[part],
    (value) => Object.assign(one, { [part]: value }),
  );
}

const tags = all("[data-tag]", form, HTMLInputElement);
track(
  "tags",
  tags,
  (root) =>
    all("[data-tag]", root, HTMLInputElement)
      .filter((one) => one.checked)
      .map((one) => one.value),
  (value) => tags.forEach((one) => (one.checked = value.includes(one.value))),
);

const features = all("[data-feature]", form);
/** @param {HTMLElement} row */
const partsOf = (row) => /** @type {Input[]} */ (all("[data-part]", row));
track(
  "special",
  features.flatMap(partsOf),
  (root) =>
    all("[data-feature]", root)
      .map(readFeature)
      .filter((row) => row.feature),
  (value) =>
    features.forEach((row, index) =>
      partsOf(row).forEach((one) => (one.value = value[index]?.[wordsOf(one).part] ?? "")),
    ),
  (value) => ({ op: "character", who: who(), special: value.map(asSpecial) }),
);

/** @param {Input} select */
function optionOf(select) {
  return select instanceof HTMLSelectElement ? wordsOf(select.selectedOptions[0]) : {};
}

/** @param {HTMLElement} row */
function readFeature(row) {
  const filled = partsOf(row).filter((one) => one.value.trim());
  return Object.fromEntries(filled.map((one) => [wordsOf(one).part, one.value.trim()]));
}

/**
 * Converts a feature to the format: the form's `signal/card` is a type and a name.
 * @param {Record<string, string>} feature
 */
function asSpecial({ feature, ...rest }) {
  const [type, name] = feature.split("/");
  return { type, name, ...rest };
}

const choices = all("[data-choice]", form);
const sentChoices = all("[data-choice]", sent);
/** Rows that were empty, and never complete since: what they still lack is no mistake yet. They are not sent. */
const begunRows = new Set(choices.filter((_, index) => !readFeature(sentChoices[index]).what));

/** @param {HTMLElement} row */
function isComplete(row) {
  const parts = partsOf(row);
  const needs = optionOf(parts[0]).needs?.split(" ") ?? [];
  return !parts.some((part) => needs.includes(wordsOf(part).part) && !part.value.trim());
}

/** Finds which rows are only begun, before they are read. */
function findBegun() {
  for (const row of choices) {
    if (!readFeature(row).what) begunRows.add(row);
    else if (isComplete(row)) begunRows.delete(row);
  }
}
for (const kind of ["input", "change"]) byId("bracket").addEventListener(kind, findBegun, { capture: true });
findBegun();

for (const row of choices) {
  const [what, , value] = partsOf(row);
  what.addEventListener("change", () => value.setAttribute("placeholder", optionOf(what).example ?? ""));
}
track(
  "bracket",
  choices.flatMap(partsOf),
  (root) =>
    all("[data-choice]", root)
      .filter((row) => !begunRows.has(row))
      .map(readFeature)
      .filter((row) => row.what),
  (value) => {
    choices.forEach((row, index) =>
      partsOf(row).forEach((one) => (one.value = value[index]?.[wordsOf(one).part] ?? "")),
    );
    findBegun();
  },
  (value) => ({ op: "character", who: who(), bracket: value }),
);

for (const one of all("[data-jinx]", page, HTMLTextAreaElement)) {
  const partner = wordsOf(one).jinx;
  track(
    `jinx:${partner}`,
    [one],
    (root) => find(`[data-jinx="${CSS.escape(partner)}"]`, root, HTMLTextAreaElement)?.value ?? "",
    (value) => (one.value = value),
    (reason) => ({ op: "jinx", who: who(), with: partner, reason }),
  );
}

/** @param {{ field: Field, elements: Input[] }} known */
function typed({ field, elements: [element] }) {
  keepDraft(field);
  measure(element);
  if (element?.name === "name" && element.value.trim()) shownName.textContent = element.value;
  autosave.soon(field, element === nameField && element === document.activeElement ? UNTIL_LEFT : undefined);
}

// -- drafts survive a crash -----------------------------------------------------------------------------------------

/** @param {Field} field */
function keepDraft(field) {
  drafts.put(shortName(field), field.read(document), field.base || autosave.revision);
}

/** Restores and saves what was typed on an earlier visit and never reached the server. */
function recover() {
  let isFound = false;
  for (const [name, { value, revision }] of Object.entries(drafts.all)) {
    const field = inputs.get(name)?.field;
    if (!field) continue;
    const waiting = autosave.waitingOf(field);
    if (JSON.stringify(value) === field.saved) {
      if (!waiting) drafts.remove(name);
      continue;
    }
    field.write(value);
    isFound = true;
    if (waiting && new Map(waiting.fields).get("op") === new Map(field.change(value).fields).get("op")) {
      field.saved = JSON.stringify(value);
    } else {
      // Based on the value at that time: if others have changed it since, the server detects a conflict.
      field.base = revision;
      autosave.save(field);
    }
  }
  if (!isFound) return;
  showMessage(words.recovered);
}

// -- lengths --------------------------------------------------------------------------------------------------------

/** @param {Input | undefined} element */
function measure(element) {
  const meter = element?.id ? find(`[data-meter="${CSS.escape(element.id)}"]`) : null;
  if (!element || !meter) return;
  const length = [...element.value].length;
  const limit = Number(meter.dataset.limit);
  meter.textContent = `${length} / ${limit}`;
  meter.toggleAttribute("data-over", length > limit);
}
const reason = byId("jinx-reason", HTMLTextAreaElement);
reason.addEventListener("input", () => measure(reason));
// The browser fills in again what was typed before a reload.
whenShown(() => measure(reason));

// -- responses ------------------------------------------------------------------------------------------------------

/**
 * Handles the server's response to a change of a field.
 * @param {{ field: Field, elements: Input[] }} known
 * @param {string} refusal
 */
function settled({ field, elements }, refusal) {
  showRefusal(shortName(field), elements[0], refusal);
  if (!refusal) drafts.remove(shortName(field));
  // What was typed since is based on the current value.
  if (refusal || autosave.isDirty(field) || autosave.waitingOf(field)) keepDraft(field);
}

/**
 * @param {string} name
 * @param {Input | undefined} element
 * @param {string} text
 */
function showRefusal(name, element, text) {
  const line = document.getElementById(`${element?.id}-fault`) ?? document.getElementById(`${name}-fault`);
  if (!line) return;
  if (line.textContent !== text) line.textContent = text;
  element?.toggleAttribute("data-not-saved", text !== ""); // “Not saved yet” at the top
  if (text) element?.setAttribute("aria-invalid", "true");
  else element?.removeAttribute("aria-invalid");
}

const newestParts = newestPage();

/** Refreshes the wording help, the findings and the pictures. */
async function look() {
  // If it fails, the next save tries again.
  const part = await newestParts(words.parts);
  const saved = part && find("#saved", part);
  if (!saved || Number(saved.dataset.revision) < autosave.revision) return;
  for (const one of all("[data-picture]", part)) {
    draw(one);
    one.remove();
  }
  retag(byId("fresh-tags", HTMLElement, part));
  // The save itself has been announced; the fields lack the news from elsewhere.
  const isNews = Number(saved.dataset.revision) > autosave.revision;
  saved.remove();
  words.who = wordsOf(byId("known", HTMLElement, part)).who;
  morphParts(part);
  if (isNews) autosave.refresh();
}

/**
 * Shows the tags that the ability's text implies; unsaved ticks remain.
 * @param {HTMLElement} fresh
 */
function retag(fresh) {
  const known = inputs.get("tags");
  byId("tags-hint").textContent = get("#tags-hint", fresh).textContent;
  if (known && find("[data-tag]", fresh)) {
    for (const one of tags) one.labels?.[0].replaceChildren(...get(`label[for="${one.id}"]`, fresh).childNodes);
    if (!autosave.isDirty(known.field) && !autosave.waitingOf(known.field)) {
      const checked = all("[data-tag]", fresh, HTMLInputElement).filter((one) => one.checked);
      known.field.write(checked.map((one) => one.value));
      known.field.saved = JSON.stringify(known.field.read(document));
    }
  }
  fresh.remove();
}

/**
 * Replaces a picture once the new one is decoded: no flicker, no layout shift.
 * @param {HTMLElement} fresh
 */
async function draw(fresh) {
  const place = byId(fresh.id);
  const picture = find("img", fresh, HTMLImageElement);
  const src = picture?.getAttribute("src") ?? "";
  place.hidden = !picture;
  if (!picture || src === place.dataset.wanted || src === find("img", place)?.getAttribute("src")) return;
  place.dataset.wanted = src;
  await Object.assign(new Image(), { src })
    .decode()
    .catch(() => {});
  if (place.dataset.wanted !== src) return;
  picture.removeAttribute("loading");
  place.replaceChildren(/** @type {Element} */ (picture.closest("a")));
}

// -- the other forms ------------------------------------------------------------------------------------------------

let isLeaving = false;

/** Every other form leads to a new page: what was typed is saved first. */
document.addEventListener("submit", async (event) => {
  const { target: other, submitter } = event;
  if (event.defaultPrevented || !(other instanceof HTMLFormElement) || !page.contains(other)) return;
  if (other.dataset.ready !== undefined) return;
  event.preventDefault();
  if (isLeaving) return;
  isLeaving = true;
  await autosave.saveAll();
  stampForms(autosave.revision);
  other.dataset.ready = "";
  if (submitter) other.requestSubmit(submitter);
  else other.submit();
  delete other.dataset.ready;
  // A form that did not leave the page (a required field is empty, for example) can be sent again.
  setTimeout(() => (isLeaving = false), AGAIN);
});

// A new id leads to a new address.
const id = byId("id", HTMLInputElement);
id.addEventListener("change", () => form.requestSubmit());
form.addEventListener("keydown", (event) => {
  const line = around(event.target, "input[data-field]:not([name=id], [type=checkbox])");
  // Enter in a line saves that line; the page stays.
  if (event.key !== "Enter" || !(line instanceof HTMLInputElement)) return;
  event.preventDefault();
  const known = inputs.get(line.name);
  if (known) autosave.save(known.field);
});

// -- a new jinx: Enter takes the only character whose name begins so, and goes on to the text ------------------------

const partner = byId("jinx-with", HTMLInputElement);
const names = all("#partners option", document, HTMLOptionElement).map((one) => one.value);
partner.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  const begun = partner.value.trim().toLowerCase();
  const fitting = names.filter((one) => begun && one.toLowerCase().startsWith(begun));
  if (fitting.length === 1) partner.value = fitting[0];
  if (fitting.length) reason.focus();
});

// The preview of what is being written comes first.
form.addEventListener("focusin", ({ target }) => {
  page.toggleAttribute("data-at-almanac", Boolean(around(target, '[aria-labelledby="almanac-head"]')));
});

// -- suggestions for a night reminder -------------------------------------------------------------------------------

for (const tools of all("[data-tools]")) {
  const target = byId(wordsOf(tools).tools, HTMLTextAreaElement);
  /** @param {string} text */
  const insert = (text) => {
    const { selectionStart: start, selectionEnd: end, value } = target;
    const before = start && !/\s$/.test(value.slice(0, start)) ? " " : "";
    const after = value.slice(end) && !/^[\s.,;:!?)]/.test(value.slice(end)) ? " " : "";
    target.setRangeText(before + text + after, start, end, "end");
    target.dispatchEvent(new Event("input", { bubbles: true }));
    target.focus();
  };
  for (const button of all("[data-insert]", tools))
    button.addEventListener("click", () => insert(wordsOf(button).insert));
  const cards = get("[data-cards]", tools, HTMLSelectElement);
  cards.addEventListener("change", () => {
    if (cards.value) insert(cards.value);
    cards.value = "";
  });
}

// The suggested position in the night.
document.addEventListener("click", (event) => {
  const button = around(event.target, "[data-number]");
  const known = button && inputs.get(wordsOf(button).number);
  if (!known || !(button instanceof HTMLButtonElement)) return;
  known.field.write(button.value);
  typed(known);
  autosave.save(known.field);
  known.elements[0].focus();
});

// What was typed before this script was loaded; the name last, since other texts follow a new one.
const stored = drafts.all;
const early = [...inputs].filter(([name, known]) => !(name in stored) && autosave.isDirty(known.field));
recover();
for (const [, known] of early.reverse()) {
  typed(known);
  // A field that was left already is saved at once, as it would have been.
  if (!known.field.hasFocus?.()) autosave.save(known.field);
}
if (id.value !== id.defaultValue && document.activeElement !== id) form.requestSubmit();
autosave.start();
