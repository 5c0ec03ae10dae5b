// The icon studio: what is turned shows at once and saves itself; pictures come in by file, by drop and by paste.

import { keepSaving } from "./icon_saving.js";
import { settings } from "./icon_settings.js";
import { painter } from "./icon_preview.js";
import { sentState, stateOf, whenShown } from "./form_state.js";

const form = document.getElementById("icon");
const words = form.dataset;
const disc = document.getElementById("disc");
const fault = document.getElementById("file-fault");
const note = document.getElementById("look-note");
const chooser = document.getElementById("file");
const credit = document.getElementById("credit");
const search = document.getElementById("q");
const SAVING = 500;

const panel = settings(form);
const saving = keepSaving(form);
const shape = () => form.querySelector('[name="shape"]:checked')?.value ?? "";
const isPicture = (value) => value.startsWith("clockwright:upload/");

// -- what it looks like ---------------------------------------------------------------------------------------------

const paint = painter(`${words.address}/preview`, {
  show(pictures) {
    for (const one of form.querySelectorAll("[data-version]")) one.src = pictures[one.dataset.version];
    note.textContent = shape() ? "" : words.wordsNone;
  },
  fail: (message) => (note.textContent = message || words.wordsPictured),
});
const look = (isDraft) => paint({ ...(shape() && { shape: shape() }), settings: JSON.stringify(panel.read()) }, isDraft);

// -- what is saved --------------------------------------------------------------------------------------------------

let timer = 0;
const choice = () => stateOf(form, "q", "file");
/** The choice that is saved, or about to be. */
let known = words.unsaved === undefined ? sentState(form, "q", "file") : "";

function save() {
  clearTimeout(timer);
  timer = 0;
  const chosen = shape();
  const kind = isPicture(chosen) ? "picture" : "emblem";
  const op = chosen
    ? { op: "icon", who: JSON.parse(words.who), [kind]: chosen, settings: panel.read(), credit: credit.value }
    : { op: "no-icon", who: JSON.parse(words.who) };
  saving.add(op);
}

function soon() {
  known = choice();
  clearTimeout(timer);
  timer = setTimeout(save, SAVING);
}

function changed() {
  look(false);
  soon();
}
addEventListener("pagehide", () => timer && save());
// Undo means what one sees, not what is about to be saved.
document.getElementById("steps").addEventListener("submit", () => {
  clearTimeout(timer);
  timer = 0;
});

panel.onTurn(() => look(true));
panel.onChange(() => changed());
credit.addEventListener("input", soon);

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("click", (event) => {
  const button = event.target.closest("[data-preset]");
  if (!button) return;
  event.preventDefault();
  panel.take(JSON.parse(button.dataset.preset));
  changed();
});

// -- shapes ---------------------------------------------------------------------------------------------------------

form.addEventListener("change", (event) => {
  if (event.target.name === "shape") reshaped();
});

function reshaped() {
  const chosen = shape();
  if (chosen && !isPicture(chosen)) credit.value = words.wordsCredit;
  else if (credit.value === words.wordsCredit) credit.value = "";
  changed();
}

/** Up and down walk the grid row by row; left and right are the browser's own. */
form.addEventListener("keydown", (event) => {
  const radio = event.target;
  if (radio.name !== "shape" || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
  const grid = radio.closest("#offers");
  if (!grid) return;
  const all = [...grid.querySelectorAll('[name="shape"]')];
  const across = all.filter((one) => one.parentElement.offsetTop === all[0].parentElement.offsetTop).length;
  const place = all.indexOf(radio) + (event.key === "ArrowDown" ? across : -across);
  event.preventDefault();
  if (place < 0) search.focus();
  else if (place < all.length) choose(all[place]);
});

function choose(radio) {
  radio.focus();
  if (radio.checked) return;
  radio.checked = true;
  radio.dispatchEvent(new Event("change", { bubbles: true }));
}

let finding = new AbortController();

async function find() {
  finding.abort();
  finding = new AbortController();
  try {
    const answer = await fetch(`${words.address}/offers?${new URLSearchParams({ q: search.value })}`, { signal: finding.signal });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("offers");
    const old = document.getElementById("offers");
    const chosen = shape();
    old.replaceWith(fresh);
    for (const one of fresh.querySelectorAll('[name="shape"]')) one.checked = one.value === chosen;
    // The chosen one stays chosen, though it is not among the hits.
    if (chosen && shape() !== chosen) fresh.prepend(old.querySelector(`[value="${CSS.escape(chosen)}"]`)?.closest("label") ?? "");
  } catch {
    // Newer words were typed, or there is no connection: the hits stay as they are.
  }
}
let typing = 0;
search.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(find, 120);
});
search.addEventListener("keydown", (event) => {
  if (event.key === "Enter") {
    event.preventDefault();
    find();
  } else if (event.key === "ArrowDown") {
    const hits = [...document.querySelectorAll('#offers [name="shape"]')];
    const first = hits.find((one) => !one.checked) ?? hits[0];
    if (!first) return;
    event.preventDefault();
    choose(first);
  }
});

// -- pictures of one's own ------------------------------------------------------------------------------------------

async function bring(file) {
  fault.textContent = "";
  chooser.value = "";
  chooser.removeAttribute("aria-invalid");
  if (file.size > Number(words.most)) return refuse(words.wordsLarge);
  note.textContent = words.wordsSending;
  const body = new FormData();
  body.set("file", file, file.name || "pasted.png");
  const answer = await fetch(`${words.address}/upload`, { method: "POST", body }).catch(() => null);
  const told = answer?.headers.get("Content-Type")?.includes("json") ? await answer.json() : {};
  if (!told.picture) return refuse(told.fault ?? words.wordsFailed);
  note.textContent = words.wordsTaken;
  offer(told.picture, file);
}

function refuse(message) {
  note.textContent = "";
  fault.textContent = message;
  chooser.setAttribute("aria-invalid", "true");
}

function offer(address, file) {
  const place = document.getElementById("own-shapes");
  place.querySelector(".i-mine")?.remove();
  const label = document.createElement("label");
  label.className = "i-offer i-mine";
  const radio = Object.assign(document.createElement("input"), { type: "radio", name: "shape", value: address });
  const shown = Object.assign(document.createElement("img"), { alt: file.name, width: 48, height: 48, src: URL.createObjectURL(file) });
  label.append(radio, shown);
  place.append(label);
  radio.checked = true;
  radio.dispatchEvent(new Event("change", { bubbles: true }));
}

chooser.addEventListener("change", () => chooser.files[0] && bring(chooser.files[0]));
addEventListener("paste", (event) => {
  const file = event.clipboardData?.files[0];
  if (!file) return;
  event.preventDefault();
  bring(file);
});

const overlay = Object.assign(document.createElement("div"), { className: "drop", hidden: true });
overlay.append(Object.assign(document.createElement("p"), { textContent: words.wordsDrop }));
document.body.append(overlay);
let depth = 0;
const carries = (event) => event.dataTransfer?.types.includes("Files");
const over = (isOver) => {
  depth = isOver ? depth : 0;
  overlay.hidden = !isOver;
};
addEventListener("dragenter", (event) => carries(event) && (depth += 1) && over(true));
addEventListener("dragleave", (event) => carries(event) && (depth -= 1) <= 0 && over(false));
addEventListener("dragover", (event) => carries(event) && event.preventDefault());
addEventListener("drop", (event) => {
  if (!carries(event)) return;
  event.preventDefault();
  over(false);
  if (event.dataTransfer.files[0]) bring(event.dataTransfer.files[0]);
});

// -- placing by dragging --------------------------------------------------------------------------------------------

let grip = null;
disc.addEventListener("pointerdown", (event) => {
  if (event.button) return;
  const scale = 540 / disc.getBoundingClientRect().width;
  grip = { x: event.clientX, y: event.clientY, scale, from: panel.read() };
  disc.setPointerCapture(event.pointerId);
  disc.classList.add("dragging");
});
disc.addEventListener("pointermove", (event) => {
  if (!grip) return;
  panel.put("x", (grip.from.x ?? 270) + (event.clientX - grip.x) * grip.scale);
  panel.put("y", (grip.from.y ?? 184) + (event.clientY - grip.y) * grip.scale);
  look(true);
});
for (const kind of ["pointerup", "pointercancel"]) {
  disc.addEventListener(kind, () => {
    if (!grip) return;
    grip = null;
    disc.classList.remove("dragging");
    changed();
  });
}

whenShown(() => {
  const isReshaped = !form.querySelector('[name="shape"]:checked')?.defaultChecked;
  if (choice() !== known && isReshaped && credit.value === credit.defaultValue) reshaped();
  else if (choice() !== known) changed();
  if (search.value.trim() !== document.getElementById("offers").dataset.q.trim()) find();
  if (chooser.files[0]) bring(chooser.files[0]);
});
look(false);
