// The editor of a character: every field saves itself, nothing typed is lost, and what will be printed is shown at once.

import { localTimes, put } from "./morph.js";
import { untilReleased } from "./pointer_hold.js";
import { Queue } from "./offline_queue.js";
import { asSent } from "./form_state.js";
import { telling } from "./toast.js";

const page = document.getElementById("editor");
const form = document.getElementById("character");
const words = page.dataset;
const TYPING = 450;
const PATIENCE = 5000;
const AGAIN = 1000;
const queue = new Queue(words.script, words.do, { parts: "saved" });
const drafts = `clockwright:draft:${words.page}`;

const revision = () => Number(document.getElementById("saved").dataset.revision);
const shownName = document.querySelector("[data-name-shown]");

for (const one of document.querySelectorAll("[data-tools]")) one.hidden = false;

// -- fields ---------------------------------------------------------------------------------------------------------

/** Everything that saves itself: its name in a draft, how it is read on a page, how written, and the op that says it. */
const fields = new Map();
const sent = asSent(form);
const who = () => JSON.parse(words.who);

function field(name, elements, read, write, op = (value) => ({ op: "character", who: who(), [name]: value })) {
  const known = { name, elements, read: () => read(document), readOn: read, write, op, saved: JSON.stringify(read(sent)), base: 0 };
  fields.set(name, known);
  for (const one of elements) {
    one.addEventListener("input", () => typed(known));
    one.addEventListener("change", () => settle(known));
  }
}

for (const one of form.querySelectorAll("[data-field]")) {
  if (one.name === "id") continue;
  const part = one.type === "checkbox" ? "checked" : "value";
  field(one.name, [one], (root) => root.getElementById(one.id)?.[part], (value) => (one[part] = value));
}

const tags = [...form.querySelectorAll("[data-tag]")];
field(
  "tags",
  tags,
  (root) => [...root.querySelectorAll("[data-tag]")].filter((one) => one.checked).map((one) => one.value),
  (value) => tags.forEach((one) => (one.checked = value.includes(one.value))),
);

const features = [...form.querySelectorAll("[data-feature]")];
const parts = (row) => [...row.querySelectorAll("[data-part]")];
field(
  "special",
  features.flatMap(parts),
  (root) =>
    [...root.querySelectorAll("[data-feature]")]
      .map((row) => Object.fromEntries(parts(row).filter((one) => one.value.trim()).map((one) => [one.dataset.part, one.value.trim()])))
      .filter((row) => row.feature),
  (value) => features.forEach((row, place) => parts(row).forEach((one) => (one.value = value[place]?.[one.dataset.part] ?? ""))),
  (value) => ({ op: "character", who: who(), special: value.map(named) }),
);

for (const one of document.querySelectorAll("[data-jinx]")) {
  const partner = one.dataset.jinx;
  field(
    `jinx:${partner}`,
    [one],
    (root) => root.querySelector(`[data-jinx="${CSS.escape(partner)}"]`)?.value ?? "",
    (value) => (one.value = value),
    (reason) => ({ op: "jinx", who: who(), with: partner, reason }),
  );
}

/** A feature as the format has it: what the form calls `signal/card` is a type and a name. */
function named({ feature, ...rest }) {
  const [type, name] = feature.split("/");
  return { type, name, ...rest };
}

const timers = new Map();

function typed(known) {
  keepDraft(known);
  meters(known.elements[0]);
  if (known.name === "name" && known.elements[0].value.trim()) shownName.textContent = known.elements[0].value;
  clearTimeout(timers.get(known));
  timers.set(known, setTimeout(settle, TYPING, known));
  showsWaiting();
}

/** Whether anything typed is still on its way, the pause after a key included. */
function showsWaiting() {
  page.toggleAttribute("data-waits", timers.size > 0 || queue.waiting.length > 0);
}

/** Hands a field to the queue, which keeps it until the server has it. */
function settle(known) {
  clearTimeout(timers.get(known));
  timers.delete(known);
  const value = known.read();
  const text = JSON.stringify(value);
  if (text === known.saved) {
    if (!waitingOf(known)) dropDraft(known);
    showsWaiting();
    return;
  }
  known.saved = text;
  const op = known.op(value);
  const label = `${shownName.textContent.trim()}: ${labelOf(known)}`;
  queue.add({ op: op.op, fields: [["op", JSON.stringify(op)], ["back", words.page]], label, revision: known.base || revision(), only: `${words.page} ${known.name}` });
  known.base = 0;
}

/** The last change of a field that the server does not have yet. */
const waitingOf = (known) => queue.waiting.findLast((one) => one.only === `${words.page} ${known.name}`);

const labelOf = (known) =>
  (known.elements[0]?.labels?.[0] ?? known.elements[0]?.closest("section")?.querySelector("h2"))?.textContent.replace(/\s+/g, " ").trim() ?? known.name;

addEventListener("pagehide", () => {
  for (const known of timers.keys()) settle(known);
});

// -- what is typed outlives a crash ---------------------------------------------------------------------------------

function stored() {
  try {
    return JSON.parse(localStorage.getItem(drafts) ?? "{}");
  } catch {
    return {};
  }
}

function store(all) {
  try {
    if (Object.keys(all).length) localStorage.setItem(drafts, JSON.stringify(all));
    else localStorage.removeItem(drafts);
  } catch {
    // No storage in this browser: the fields live as long as the page.
  }
}

function keepDraft(known) {
  const all = stored();
  store({ ...all, [known.name]: { value: known.read(), revision: all[known.name]?.revision ?? (known.base || revision()) } });
}

function dropDraft(known) {
  const { [known.name]: gone, ...rest } = stored();
  if (gone !== undefined) store(rest);
}

/** What an earlier visit had typed and the server never got: shown again, and saved. */
function recover() {
  let found = false;
  for (const [name, draft] of Object.entries(stored())) {
    const known = fields.get(name);
    if (!known) continue;
    const { value } = draft;
    if (JSON.stringify(value) === known.saved) {
      if (!waitingOf(known)) dropDraft(known);
      continue;
    }
    known.write(value);
    meters(known.elements[0]);
    found = true;
    const waits = waitingOf(known);
    if (waits && new Map(waits.fields).get("op") === JSON.stringify(known.op(value))) {
      known.saved = JSON.stringify(value);
    } else {
      // A change of what it said then: where others wrote meanwhile, the server asks.
      known.base = draft.revision;
      settle(known);
    }
  }
  if (!found) return;
  const waiting = document.getElementById("waiting");
  waiting.textContent = words.recovered;
  waiting.hidden = false;
}

// -- lengths --------------------------------------------------------------------------------------------------------

function meters(element) {
  if (!element?.id) return;
  const meter = document.querySelector(`[data-meter="${CSS.escape(element.id)}"]`);
  const limit = Number(meter?.dataset.limit);
  if (meter) {
    const length = [...element.value].length;
    meter.textContent = `${length} / ${limit}`;
    meter.toggleAttribute("data-over", length > limit);
  }
}
document.getElementById("jinx-reason").addEventListener("input", (event) => meters(event.target));

// -- what comes back ------------------------------------------------------------------------------------------------

let savedCount = 0;
/** Where the page is: elsewhere, once its character has another id. */
let goesTo = words.page;

queue.addEventListener("done", ({ detail }) => {
  savedCount += 1;
  const known = fields.get((detail.change.only ?? "").slice(words.page.length + 1));
  const say = detail.part.querySelector(".say")?.textContent.trim() ?? "";
  const seen = revision();
  put(detail.part);
  localTimes();
  if (detail.isUnseen) for (const one of fields.values()) one.base ||= seen;
  if (known && !detail.isForeign) settled(known, detail.status === 422 ? say : "");
  if (goesTo !== words.page && detail.status === 200 && !queue.waiting.length) location.assign(goesTo);
  else if (detail.isUnseen) refresh(seen);
  else look();
});

/** The server has answered what this page wrote into a field. */
function settled(known, refusal) {
  fault(known, refusal);
  if (refusal) {
    keepDraft(known);
    return;
  }
  known.base = 0;
  dropDraft(known);
  // What was typed since is a change of what it says now.
  if (JSON.stringify(known.read()) !== known.saved || waitingOf(known)) keepDraft(known);
}

telling(queue);
queue.addEventListener("changed", showsWaiting);

function fault(known, text) {
  const element = known.elements[0];
  const line = document.getElementById(`${element?.id}-fault`) ?? document.getElementById(`${known.name}-fault`);
  if (!line) return;
  if (line.textContent !== text) line.textContent = text;
  if (text) element.setAttribute("aria-invalid", "true");
  else element.removeAttribute("aria-invalid");
}

let looking = null;

/** The wording help, the findings and the pictures as they are now; only the newest answer counts. */
async function look() {
  looking?.abort();
  const mine = (looking = new AbortController());
  try {
    const answer = await fetch(words.parts, { signal: mine.signal });
    if (!answer.ok) return;
    const part = new DOMParser().parseFromString(await answer.text(), "text/html");
    await untilReleased();
    if (mine.signal.aborted) return;
    if (Number(part.getElementById("saved").dataset.revision) < revision()) return;
    for (const one of part.querySelectorAll("[data-picture]")) {
      draw(one);
      one.remove();
    }
    retag(part.getElementById("fresh-tags"));
    // What was just saved has been told; of news the fields know nothing yet.
    const isNews = Number(part.getElementById("saved").dataset.revision) > revision();
    part.getElementById("saved").remove();
    words.who = part.getElementById("known").dataset.who;
    put(part);
    if (isNews && !queue.waiting.length) refresh();
  } catch {
    // The next save looks again.
  }
}

/** What the ability's words say of tags; ticks that are not saved yet stay. */
function retag(fresh) {
  const known = fields.get("tags");
  const isSaved = JSON.stringify(known.read()) === known.saved && !timers.has(known);
  const isWaiting = queue.waiting.some((one) => one.only === `${words.page} tags`);
  document.getElementById("tags-hint").textContent = fresh.querySelector("#tags-hint").textContent;
  const isTold = Boolean(fresh.querySelector("[data-tag]"));
  if (isTold) for (const one of tags) one.labels[0].replaceChildren(...fresh.querySelector(`label[for="${one.id}"]`).childNodes);
  if (isTold && isSaved && !isWaiting) {
    known.write(known.readOn(fresh));
    known.saved = JSON.stringify(known.read());
  }
  fresh.remove();
}

/** A new picture takes the place of the old one when it is there: nothing flickers, nothing jumps. */
async function draw(fresh) {
  const place = document.getElementById(fresh.id);
  const picture = fresh.querySelector("img");
  const old = place.querySelector("img");
  place.hidden = !picture;
  if (!picture || picture.getAttribute("src") === place.dataset.wanted) return;
  if (old && picture.getAttribute("src") === old.getAttribute("src")) return;
  place.dataset.wanted = picture.getAttribute("src");
  const loaded = new Image();
  loaded.src = picture.getAttribute("src");
  await loaded.decode().catch(() => {});
  if (place.dataset.wanted !== picture.getAttribute("src")) return;
  picture.removeAttribute("loading");
  place.replaceChildren(picture.closest("a"));
}

// -- the other forms ------------------------------------------------------------------------------------------------

let isLeaving = false;

/** Every other form leads to a fresh page: first what was typed is brought home. */
document.addEventListener("submit", async (event) => {
  const other = event.target;
  if (other.matches("[data-choice]")) {
    event.preventDefault();
    document.getElementById("conflict").remove();
    if (queue.decide(other)) {
      goesTo = other.elements.back.value;
    } else {
      store({});
      location.assign(other.action);
    }
    return;
  }
  if (!page.contains(other) || other.dataset.ready !== undefined) return;
  event.preventDefault();
  if (isLeaving) return;
  isLeaving = true;
  const button = event.submitter;
  await home();
  for (const one of document.querySelectorAll('input[name="revision"]')) one.value = revision();
  other.dataset.ready = "";
  if (button) other.requestSubmit(button);
  else other.submit();
  delete other.dataset.ready;
  // What did not lead away (a field that has to be filled in first) can be sent again.
  setTimeout(() => (isLeaving = false), AGAIN);
});

async function home() {
  for (const known of fields.values()) settle(known);
  const until = Date.now() + PATIENCE;
  // At least one turn: a form cannot be sent again while it tells that it is sent.
  do await new Promise((done) => setTimeout(done, 40));
  while (queue.waiting.length && Date.now() < until);
}

// A new id leads to a new address.
const id = document.getElementById("id");
id.addEventListener("change", () => form.requestSubmit());
form.addEventListener("keydown", (event) => {
  // Enter in a line saves that line; the page stays.
  if (event.key === "Enter" && event.target.matches("input[data-field]:not([name=id], [type=checkbox])")) {
    event.preventDefault();
    const known = fields.get(event.target.name);
    if (known) settle(known);
  }
});

// -- what goes into a night reminder --------------------------------------------------------------------------------

for (const one of document.querySelectorAll("[data-tools]")) {
  const target = document.getElementById(one.dataset.tools);
  const insert = (text) => {
    const { selectionStart: start, selectionEnd: end, value } = target;
    const before = start && !/\s$/.test(value.slice(0, start)) ? " " : "";
    const after = value.slice(end) && !/^[\s.,;:!?)]/.test(value.slice(end)) ? " " : "";
    target.setRangeText(before + text + after, start, end, "end");
    target.dispatchEvent(new Event("input", { bubbles: true }));
    target.focus();
  };
  for (const button of one.querySelectorAll("[data-insert]")) button.addEventListener("click", () => insert(button.dataset.insert));
  const cards = one.querySelector("[data-cards]");
  cards.addEventListener("change", () => {
    if (cards.value) insert(cards.value);
    cards.value = "";
  });
}

// A number of the night that is suggested.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-number]");
  if (!button) return;
  const known = fields.get(button.dataset.number);
  known.write(button.value);
  typed(known);
  settle(known);
  known.elements[0].focus();
});

// -- others may have changed it -------------------------------------------------------------------------------------

/**
 * Fields show what is saved. One in which somebody is typing stays, and is saved as a change of what it said before: so
 * the server notices where both wrote, and asks. `seen`: the revision that the fields are of.
 */
async function refresh(seen = revision()) {
  const before = savedCount;
  const answer = await fetch(words.page).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  await untilReleased();
  // Saved meanwhile: what came back does not know of that yet.
  if (savedCount !== before) {
    refresh(seen);
    return;
  }
  if (Number(fresh.getElementById("saved").dataset.revision) <= seen) return;
  const waits = new Set(queue.waiting.map((one) => one.only));
  for (const known of fields.values()) {
    const now = known.readOn(fresh);
    if (now === undefined || waits.has(`${words.page} ${known.name}`)) continue;
    if (JSON.stringify(now) === known.saved) {
      known.base = 0;
    } else if (JSON.stringify(known.read()) === known.saved) {
      known.write(now);
      known.saved = JSON.stringify(known.read());
      known.base = 0;
      meters(known.elements[0]);
    } else {
      known.base ||= seen;
    }
  }
  if (revision() < Number(fresh.getElementById("saved").dataset.revision)) {
    document.getElementById("saved").replaceWith(fresh.getElementById("saved"));
    localTimes();
  }
  look();
}
const glance = () => queue.waiting.length || refresh();
addEventListener("visibilitychange", () => document.visibilityState === "visible" && glance());
addEventListener("pageshow", (event) => event.persisted && glance());

localTimes();
// What was typed before the scripts were there.
const early = [...fields.values()].filter((known) => JSON.stringify(known.read()) !== known.saved && !(known.name in stored()));
recover();
for (const known of early) typed(known);
if (id.value !== id.defaultValue && document.activeElement !== id) form.requestSubmit();
if (queue.newest > revision()) refresh();
queue.send();
