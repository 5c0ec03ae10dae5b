// The almanac desk: what one types is shown as it will read, and saves itself through the queue.

import { watchPages } from "./page_previews.js";
import { localTimes, put } from "./morph.js";
import { untilReleased } from "./pointer_hold.js";
import { Queue } from "./offline_queue.js";
import { asSent } from "./form_state.js";
import { telling } from "./toast.js";

const page = document.getElementById("desk");
const words = page.dataset;
const queue = new Queue(words.desk, words.do, { parts: "saved" });
const saved = document.getElementById("saved");
const TYPING = 600;
const LOOKING = 250;
const OURS = new Set(["front", "play-guide", "credits"]);
const BESIDE = new Set(["revision", "back", "op", "move"]);

const revision = () => Number(saved.dataset.revision);
const fieldsOf = (form) => [...form.elements].filter((one) => one.name && !BESIDE.has(one.name) && one.matches("textarea, input"));
const valuesOf = (form) => fieldsOf(form).map((one) => [one.name, one.value]);
const stateOf = (form) => JSON.stringify(valuesOf(form).filter(([, value]) => value.trim()));

// -- saving ---------------------------------------------------------------------------------------------------------

const timers = new Map();
const forms = [...document.querySelectorAll("[data-edit]")];

function write(form) {
  clearTimeout(timers.get(form));
  timers.delete(form);
  const state = stateOf(form);
  if (state === form.dataset.saved) return;
  form.dataset.saved = state;
  const op = form.dataset.edit;
  const base = Number(form.dataset.base) || revision();
  queue.add({ op, fields: [["op", op], ...valuesOf(form)], label: form.dataset.name, revision: base, only: form.id });
}

function soon(form) {
  clearTimeout(timers.get(form));
  timers.set(form, setTimeout(write, TYPING, form));
}

for (const form of forms) {
  form.dataset.saved = stateOf(asSent(form).firstElementChild);
  form.addEventListener("input", (event) => {
    count(form);
    look(event.target);
    if (form.querySelector("[data-fresh]")?.contains(event.target)) another(form, false);
    soon(form);
  });
  form.addEventListener("change", () => write(form));
}

// Closing, reloading or leaving keeps what was typed this moment: the list of what waits is in the browser.
const writeAll = () => {
  for (const form of [...timers.keys()]) write(form);
};
addEventListener("pagehide", writeAll);
addEventListener("visibilitychange", () => (document.visibilityState === "hidden" ? writeAll() : refresh()));

// -- words and what they will look like -----------------------------------------------------------------------------

const count = (form) => {
  const all = fieldsOf(form).map((one) => one.value).join(" ").split(/\s+/);
  const number = all.filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const told = form.querySelector("[data-words]");
  if (told) told.textContent = `${number} ${number === 1 ? words.word : words.words}`;
};

const lookers = new WeakMap();

function look(field) {
  const place = field.dataset?.seen && document.getElementById(field.dataset.seen);
  if (!place) return;
  const last = lookers.get(field);
  clearTimeout(last?.timer);
  last?.request?.abort();
  const looker = { timer: setTimeout(show, LOOKING, field, place), request: null };
  lookers.set(field, looker);
}

async function show(field, place) {
  place.hidden = !field.value.trim();
  if (place.hidden) return;
  const request = new AbortController();
  lookers.set(field, { timer: 0, request });
  try {
    const answer = await fetch(words.preview, { method: "POST", body: new URLSearchParams({ text: field.value }), signal: request.signal });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("seen");
    await untilReleased();
    if (!request.signal.aborted) place.replaceChildren(...fresh.childNodes);
  } catch {
    // A newer one is on its way, or there is no connection: what stands there stays.
  }
}

// -- rows: parts of the play guide, names in the credits ------------------------------------------------------------

function renumber(list) {
  const rows = [...list.children];
  rows.forEach((row, index) => {
    const number = index + 1;
    for (const one of row.querySelectorAll("[data-number]")) one.textContent = number;
    for (const one of row.querySelectorAll("textarea, input")) {
      const label = row.querySelector(`label[for="${one.id}"]`);
      const stem = one.name.split(".")[0];
      one.name = `${stem}.${number}`;
      one.id = `${stem}-${number}`;
      if (label) label.htmlFor = one.id;
      if (one.dataset.seen) {
        row.querySelector(".seen").id = `seen-${one.id}`;
        one.dataset.seen = `seen-${one.id}`;
      }
    }
    for (const one of row.querySelectorAll("[data-move]")) {
      one.value = `${number} ${one.dataset.move}`;
      one.disabled = one.dataset.move === "-1" ? index === 0 : index === rows.length - 1;
    }
    row.toggleAttribute("data-fresh", index === rows.length - 1);
  });
}

/** A free row behind the last, as soon as somebody writes in the last one. */
function another(form, isAsked) {
  const list = form.querySelector(".rows");
  const last = list.lastElementChild;
  if (list.children.length > Number(list.dataset.rows)) return;
  const isFree = [...last.querySelectorAll("textarea, input")].every((one) => !one.value.trim());
  if (!isFree) {
    const row = last.cloneNode(true);
    for (const one of row.querySelectorAll("textarea, input")) one.value = one.defaultValue = "";
    for (const one of row.querySelectorAll(".seen")) {
      one.replaceChildren();
      one.hidden = true;
    }
    list.append(row);
    renumber(list);
  }
  if (isAsked) list.lastElementChild.querySelector("textarea, input").focus();
}

for (const button of document.querySelectorAll("[data-another]")) {
  button.hidden = false;
  button.addEventListener("click", () => another(button.form, true));
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches("[data-edit]")) {
    event.preventDefault();
    if (event.submitter?.dataset.move) move(form, event.submitter);
    write(form);
  } else if (form.matches("[data-choice]")) {
    event.preventDefault();
    document.getElementById("conflict").remove();
    if (!queue.decide(form)) refresh(true);
  }
});

function move(form, button) {
  const row = button.closest("[data-row]");
  const other = button.dataset.move === "-1" ? row.previousElementSibling : row.nextElementSibling;
  if (!other) return;
  if (button.dataset.move === "-1") other.before(row);
  else other.after(row);
  renumber(form.querySelector(".rows"));
  another(form, false);
  (button.disabled ? row.querySelector("[data-move]:not(:disabled)") : button)?.focus();
}

// -- drafts ---------------------------------------------------------------------------------------------------------

for (const link of document.querySelectorAll("[data-draft]")) {
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    const name = link.hash.replace("#draft-", "");
    const told = link.parentElement.querySelector("[data-told]");
    writeAll();
    const answer = await fetch(link.href).catch(() => null);
    if (!answer?.ok) {
      told.textContent = document.getElementById("waiting").dataset.offline.split(".")[0];
      return;
    }
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(`draft-${name}`);
    const draft = fresh.querySelector("textarea")?.value.trim();
    if (!draft) {
      told.textContent = fresh.querySelector("[data-none]").textContent;
      return;
    }
    const field = document.getElementById(`text-${name}`);
    const there = field.value.trim();
    const both = name === "changelog" ? [draft, there] : [there, draft];
    if (!there.includes(draft)) field.value = both.filter(Boolean).join("\n\n");
    told.textContent = "";
    field.focus();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

// -- pages ----------------------------------------------------------------------------------------------------------

const leaves = document.getElementById("leaves");
const opener = document.querySelector("[data-leaves]");
opener.addEventListener("click", async (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  writeAll();
  const place = leaves.querySelector("[data-place]");
  leaves.hidden = false;
  leaves.setAttribute("aria-busy", "true");
  leaves.scrollIntoView({ block: "start" });
  const answer = await fetch(opener.dataset.leaves).catch(() => null);
  leaves.removeAttribute("aria-busy");
  if (!answer?.ok) {
    location.assign(opener.href);
    return;
  }
  const part = new DOMParser().parseFromString(await answer.text(), "text/html");
  place.replaceChildren(...part.body.childNodes);
  watchPages(place, document.body.dataset.failed);
});

// -- what the queue says --------------------------------------------------------------------------------------------

let savedCount = 0;

queue.addEventListener("done", ({ detail }) => {
  savedCount += 1;
  const seen = revision();
  put(detail.part);
  localTimes();
  if (detail.isUnseen) for (const form of forms) form.dataset.base ||= seen;
  if (!detail.isForeign) document.getElementById(detail.change.only)?.removeAttribute("data-base");
  if (detail.isUnseen) refresh(true);
});
telling(queue);

/**
 * What was changed elsewhere comes in, but for what is being written here: that is a change of what it said before (its
 * `base`), so that the server notices where both wrote, and asks.
 */
async function refresh(isWanted = false) {
  if (!isWanted && (queue.waiting.length || timers.size)) return;
  const before = savedCount;
  const seen = revision();
  const answer = await fetch(location.pathname).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const now = fresh.getElementById("saved");
  await untilReleased();
  // Saved meanwhile: what came back does not know of that yet.
  if (savedCount !== before) {
    refresh(isWanted);
    return;
  }
  if (!now || (!isWanted && now.dataset.revision === saved.dataset.revision)) return;
  Object.assign(saved.dataset, now.dataset);
  saved.replaceChildren(...now.childNodes);
  localTimes();
  const waits = new Set(queue.waiting.map((one) => one.only));
  for (const form of forms) {
    const theirs = fresh.getElementById(form.id);
    if (!theirs || waits.has(form.id)) continue;
    if (timers.has(form) || form.dataset.saved !== stateOf(form)) {
      if (stateOf(theirs) !== form.dataset.saved) form.dataset.base ||= seen;
      else delete form.dataset.base;
      continue;
    }
    delete form.dataset.base;
    if (stateOf(theirs) === stateOf(form)) continue;
    if (form.querySelector(".rows")) form.querySelector(".rows").replaceChildren(...theirs.querySelector(".rows").children);
    else fill(form, valuesOf(theirs));
    form.dataset.saved = stateOf(form);
    count(form);
    for (const field of fieldsOf(form)) look(field);
  }
}

function fill(form, values) {
  for (const [name, value] of values) {
    const field = form.elements.namedItem(name);
    if (field) field.value = value;
  }
}

// What waits from an earlier visit is what its author wrote last: the fields show it.
for (const change of queue.waiting.filter((one) => OURS.has(one.op))) {
  const form = document.getElementById(change.only);
  if (!form) continue;
  const rows = form.querySelector(".rows");
  const numbers = change.fields.map(([name]) => Number(name.split(".")[1] ?? 0));
  while (rows && rows.children.length < Math.max(...numbers)) {
    rows.append(rows.lastElementChild.cloneNode(true));
    renumber(rows);
  }
  fill(form, change.fields);
  form.dataset.saved = stateOf(form);
  count(form);
  for (const field of fieldsOf(form)) look(field);
}
// What was typed before the scripts were there.
for (const form of forms) {
  const early = fieldsOf(form).filter((one) => one.value !== one.defaultValue);
  if (stateOf(form) !== form.dataset.saved) for (const one of early) one.dispatchEvent(new Event("input", { bubbles: true }));
}
localTimes();
if (queue.newest > revision()) refresh(true);
queue.send();
