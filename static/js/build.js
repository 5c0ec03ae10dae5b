// The build page: every form on it goes through the queue, so that nothing waits and nothing is lost.

import { moving } from "./move_characters.js";
import { localTimes, put } from "./morph.js";
import { untilReleased } from "./pointer_hold.js";
import { Queue } from "./offline_queue.js";
import { asSent } from "./form_state.js";
import { shelf } from "./shelf_search.js";
import { telling } from "./toast.js";

const page = document.getElementById("build");
const words = page.dataset;
const queue = new Queue(words.build, words.do);
const saved = document.getElementById("saved");
const TYPING = 500;

const revision = () => Number(saved.dataset.revision);

/** A change as its form would send it. */
export function change(op, { fields = [], label = op, keep = false } = {}) {
  const name = op.startsWith("{") ? JSON.parse(op).op : op;
  queue.add({ op: name, fields: [["op", op], ...fields], label, revision: revision(), keep });
  foresee(name, op, fields);
}

/** Who is about to go is shown as going, however long the answer takes. */
function foresee(name, op, fields) {
  if (name !== "drop") return;
  const gone = new Set(op.startsWith("{") ? JSON.parse(op).who.map((one) => JSON.stringify(one)) : fields.map(([, who]) => JSON.stringify(JSON.parse(who))));
  for (const row of document.querySelectorAll(".row")) {
    if (gone.has(JSON.stringify(JSON.parse(row.dataset.who)))) row.classList.add("leaving");
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event.submitter;
  if (form.matches("[data-form]") && button?.name === "op") {
    event.preventDefault();
    const isPlain = !button.value.startsWith("{");
    const sent = isPlain ? "who" : "note";
    const fields = [...new FormData(form)].filter(([name]) => name === sent);
    const label = button.getAttribute("aria-label") ?? button.textContent.trim();
    change(button.value, { fields, label, keep: form.dataset.keep !== undefined });
  } else if (form.matches("[data-edit]")) {
    event.preventDefault();
    write(form);
  } else if (form.matches("[data-choice]")) {
    event.preventDefault();
    document.getElementById("conflict").remove();
    if (!queue.decide(form)) refresh(true);
  }
});

// -- name and author save themselves while one types ----------------------------------------------------------------

const timers = new WeakMap();

function write(form) {
  clearTimeout(timers.get(form));
  timers.delete(form);
  const field = form.querySelector("input:not([type=hidden])");
  if (field.value.trim() === (field.dataset.saved ?? field.defaultValue).trim()) return;
  field.dataset.saved = field.value;
  change(form.dataset.edit, { fields: [[field.name, field.value]], label: `${field.labels[0].textContent.trim()}: ${field.value}` });
}

for (const form of document.querySelectorAll("[data-edit]")) {
  form.addEventListener("input", () => {
    clearTimeout(timers.get(form));
    timers.set(form, setTimeout(write, TYPING, form));
  });
  form.addEventListener("change", () => write(form));
}
addEventListener("pagehide", () => {
  for (const form of document.querySelectorAll("[data-edit]")) if (timers.has(form)) write(form);
});

/** As the server keeps it. */
const plain = (text) => text.trim().replace(/\s+/g, " ");

function showWords() {
  for (const [id, value] of [["name", saved.dataset.name], ["author", saved.dataset.author]]) {
    const field = document.getElementById(id);
    const isBusy = timers.has(field.form) || queue.waiting.some((one) => one.op === field.form.dataset.edit);
    if (isBusy) continue;
    // Who only stands in a field has written nothing that could be lost.
    field.dataset.saved = value;
    if (plain(field.value) !== plain(value)) field.value = value;
  }
  const shown = document.querySelector("[data-name-shown]");
  if (saved.dataset.name) shown.textContent = saved.dataset.name;
  document.title = document.title.replace(/^.*(?= · )/, saved.dataset.name || shown.textContent);
}

// -- what comes back ------------------------------------------------------------------------------------------------

let takenCount = 0;

function take(part) {
  takenCount += 1;
  put(part);
  localTimes();
  showWords();
  document.querySelector("[data-badge]").textContent = document.getElementById("panel").dataset.problems;
  document.dispatchEvent(new CustomEvent("clockwright:changed"));
}

queue.addEventListener("done", ({ detail }) => {
  const isWhole = Boolean(detail.part.getElementById("panel"));
  take(detail.part);
  // Another page of this script has sent it, and asked for less.
  if (!isWhole) refresh(true);
});
telling(queue);
queue.addEventListener("changed", () => page.toggleAttribute("data-waits", queue.waiting.length > 0));

async function refresh(isWanted = false) {
  if (!isWanted && queue.waiting.length) return;
  const seen = isWanted ? "" : `?revision=${revision()}`;
  const before = takenCount;
  const answer = await fetch(words.parts + seen).catch(() => null);
  if (answer?.status !== 200) return;
  const part = new DOMParser().parseFromString(await answer.text(), "text/html");
  await untilReleased();
  // Saved meanwhile: what came back does not know of that yet.
  if (takenCount === before) take(part);
  else refresh(isWanted);
}
addEventListener("visibilitychange", () => document.visibilityState === "visible" && refresh());
addEventListener("pageshow", (event) => event.persisted && refresh());

// -- keys, tabs, who is meant ---------------------------------------------------------------------------------------

const isTyping = (target) => target.closest?.("input:not([type=checkbox]), textarea");

document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return;
  const letter = event.key.toLowerCase();
  const id = letter === "z" ? (event.shiftKey ? "redo" : "undo") : letter === "y" ? "redo" : "";
  if (!id) return;
  event.preventDefault();
  change(id, { label: document.getElementById(id).textContent });
});

for (const tab of document.querySelectorAll(".tabs a")) {
  tab.addEventListener("click", (event) => {
    event.preventDefault();
    page.dataset.tab = tab.hash.slice(1) === "middle" ? "sheet" : tab.hash.slice(1);
    for (const one of document.querySelectorAll(".tabs a")) one.toggleAttribute("aria-current", one === tab);
    tab.setAttribute("aria-current", "true");
    scrollTo(0, 0);
  });
}

for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    const keys = event.target.closest?.("[data-keys]")?.dataset.keys.split(" ") ?? [];
    for (const row of document.querySelectorAll(".row")) row.classList.toggle("lit", keys.includes(row.dataset.key));
  });
}

// A tab that was pressed before the scripts were there.
[...document.querySelectorAll(".tabs a")].find((one) => one.hash === location.hash)?.click();

moving(change);
shelf(change);
localTimes();
document.getElementById("name").dataset.saved = saved.dataset.name;
document.getElementById("author").dataset.saved = saved.dataset.author;
// What was typed before the scripts were there.
const wordsOf = (root) => root.querySelector("input:not([type=hidden])").value;
for (const form of document.querySelectorAll("[data-edit]")) if (wordsOf(form) !== wordsOf(asSent(form))) write(form);
if (queue.newest > revision()) refresh(true);
queue.send();
