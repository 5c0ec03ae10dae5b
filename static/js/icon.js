// The icon studio: settings have a live preview and save themselves; pictures are uploaded by file, drop or paste.

import { Autosave, stampForms } from "./autosave.js";
import { all, around, byId, debounce, find, valueIn, wordsOf } from "./dom.js";
import { newestPage } from "./fetch_page.js";
import { acceptFilesAnywhere } from "./file_drop.js";
import { asSent, stateOf, whenShown } from "./form_state.js";
import { previewer } from "./icon_preview.js";
import { iconSettings } from "./icon_settings.js";

const form = byId("icon", HTMLFormElement);
const words = wordsOf(form);
const disc = byId("disc");
const fault = byId("file-fault");
const note = byId("look-note");
const chooser = byId("file", HTMLInputElement);
const credit = byId("credit", HTMLInputElement);
const search = byId("q", HTMLInputElement);

const panel = iconSettings(form);
const shapes = () => all('[name="shape"]', form, HTMLInputElement);
const chosenShape = () => shapes().find((one) => one.checked);
const shape = () => chosenShape()?.value ?? "";
/** @param {string} value */
const isPicture = (value) => value.startsWith("clockwright:upload/");

/** The finished picture is not painted: the settings are off while it is chosen. */
const unpainted = find("#unpainted", form);
const style = byId("style", HTMLFieldSetElement);
const drag = find(".i-drag", form);
function showStyle() {
  if (!unpainted) return;
  style.disabled = !shape();
  unpainted.hidden = !style.disabled;
  if (drag) drag.hidden = style.disabled;
  disc.classList.toggle("finished", style.disabled);
}
showStyle();

// -- preview --------------------------------------------------------------------------------------------------------

const paint = previewer(`${words.address}/preview`, {
  show(pictures) {
    for (const one of all("[data-version]", form, HTMLImageElement)) one.src = pictures[wordsOf(one).version];
    note.textContent = shape() ? "" : words.wordsNone;
  },
  fail: (message) => (note.textContent = message || words.wordsPictured),
});
/** @param {boolean} isDraft */
const look = (isDraft) => paint({ shape: shape(), settings: JSON.stringify(panel.read()) }, isDraft);

// -- saving ---------------------------------------------------------------------------------------------------------

/** The address of the page: another one, once its character has another id. */
let address = words.address;

const autosave = new Autosave({
  element: form,
  script: words.script,
  address: words.do,
  pause: 500,
  done({ isUnseen, status }) {
    // Others changed the same icon in the meantime, or its character has another id: the page shows the merged result.
    const isElsewhere = isUnseen || address !== words.address;
    if (isElsewhere && status === 200 && !autosave.queue.waiting.length) location.assign(address);
    stampForms(autosave.revision);
    return false;
  },
  decided(isMine, choice) {
    if (isMine) address = valueIn(choice, "back");
    else location.assign(choice.action);
  },
});

const icon = autosave.track(
  {
    name: words.address,
    read: (root) => stateOf(byId("icon", HTMLFormElement, root), "q", "file"),
    write() {},
    change() {
      const chosen = shape();
      const who = JSON.parse(words.who);
      const set = { [isPicture(chosen) ? "picture" : "emblem"]: chosen, settings: panel.read(), credit: credit.value };
      const op = chosen ? { op: "icon", who, ...set } : { op: "no-icon", who };
      return {
        op: op.op,
        fields: [
          ["op", JSON.stringify(op)],
          ["back", words.address],
        ],
        label: words.name,
      };
    },
  },
  asSent(form),
);
if (words.unsaved !== undefined) icon.saved = "";

function changed() {
  look(false);
  autosave.soon(icon);
}

panel.onTurn(() => look(true));
panel.onChange(changed);
credit.addEventListener("input", () => autosave.soon(icon));

form.addEventListener("submit", (event) => event.preventDefault());

// -- shapes ---------------------------------------------------------------------------------------------------------

form.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === "shape") reshaped();
});

function reshaped() {
  const chosen = shape();
  if (chosen && !isPicture(chosen)) credit.value = words.wordsCredit;
  else if (credit.value === words.wordsCredit) credit.value = "";
  // A source picture is painted as it was where it came from, unless a style was chosen here.
  const painted = chosenShape()?.dataset.painted;
  if (painted && !Object.keys(panel.read()).length) panel.write(JSON.parse(painted));
  showStyle();
  changed();
}

/** Up and down move through the grid row by row; left and right are handled by the browser. */
form.addEventListener("keydown", (event) => {
  const radio = around(event.target, '#offers [name="shape"]');
  if (!radio || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
  const grid = all('#offers [name="shape"]', form, HTMLInputElement);
  /** @param {HTMLElement} one */
  const top = (one) => one.parentElement?.offsetTop;
  const across = grid.filter((one) => top(one) === top(grid[0])).length;
  const index = grid.findIndex((one) => one === radio) + (event.key === "ArrowDown" ? across : -across);
  event.preventDefault();
  if (index < 0) search.focus();
  else if (index < grid.length) choose(grid[index]);
});

find("#repaint", form)?.addEventListener("click", () => {
  const source = find("[data-painted]", form, HTMLInputElement);
  if (source) choose(source);
});

/** @param {HTMLInputElement} radio */
function choose(radio) {
  radio.focus();
  if (radio.checked) return;
  radio.checked = true;
  radio.dispatchEvent(new Event("change", { bubbles: true }));
}

const newestOffers = newestPage();

async function findShapes() {
  const page = await newestOffers(`${words.address}/offers?${new URLSearchParams({ q: search.value })}`);
  // Without a connection, the hits remain.
  if (!page) return;
  const fresh = byId("offers", HTMLElement, page);
  const chosen = chosenShape();
  byId("offers").replaceWith(fresh);
  for (const one of all('[name="shape"]', fresh, HTMLInputElement)) one.checked = one.value === chosen?.value;
  // The chosen shape stays chosen, though it is not among the hits.
  if (chosen && shape() !== chosen.value) fresh.prepend(chosen.closest("label") ?? "");
}

search.addEventListener("input", debounce(findShapes, 120));
search.addEventListener("keydown", (event) => {
  if (event.key === "Enter") {
    event.preventDefault();
    findShapes();
  } else if (event.key === "ArrowDown") {
    const hits = all('#offers [name="shape"]', form, HTMLInputElement);
    const first = hits.find((one) => !one.checked) ?? hits[0];
    if (!first) return;
    event.preventDefault();
    choose(first);
  }
});

// -- the author's own pictures --------------------------------------------------------------------------------------

/** @param {File} file */
async function upload(file) {
  fault.textContent = "";
  chooser.value = "";
  chooser.removeAttribute("aria-invalid");
  if (file.size > Number(words.most)) return refuse(words.wordsLarge);
  note.textContent = words.wordsSending;
  const body = new FormData();
  body.set("file", file, file.name || "pasted.png");
  const answer = await fetch(`${words.address}/upload`, { method: "POST", body }).catch(() => null);
  const found = answer?.headers.get("Content-Type")?.includes("json") ? await answer.json() : {};
  if (!found.picture) return refuse(found.fault ?? words.wordsFailed);
  note.textContent = words.wordsTaken;
  offer(found.picture, file);
}

/** @param {string} message */
function refuse(message) {
  note.textContent = "";
  fault.textContent = message;
  chooser.setAttribute("aria-invalid", "true");
}

/**
 * @param {string} value
 * @param {File} file
 */
function offer(value, file) {
  const place = byId("own-shapes");
  find(".i-mine", place)?.remove();
  const label = Object.assign(document.createElement("label"), { className: "i-offer i-mine" });
  const radio = Object.assign(document.createElement("input"), { type: "radio", name: "shape", value });
  const picture = { alt: file.name, width: 48, height: 48, src: URL.createObjectURL(file) };
  label.append(radio, Object.assign(document.createElement("img"), picture));
  place.append(label);
  radio.checked = true;
  radio.dispatchEvent(new Event("change", { bubbles: true }));
}

const uploadChosen = () => chooser.files?.[0] && upload(chooser.files[0]);
chooser.addEventListener("change", uploadChosen);
addEventListener("paste", (event) => {
  const file = event.clipboardData?.files[0];
  if (!file) return;
  event.preventDefault();
  upload(file);
});
acceptFilesAnywhere(words.wordsDrop, ([file]) => upload(file));

// -- placing by dragging --------------------------------------------------------------------------------------------

/** @type {{ x: number, y: number, scale: number, from: Record<string, any> } | null} */
let grip = null;
disc.addEventListener("pointerdown", (event) => {
  if (event.button || style.disabled) return;
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
const release = () => {
  if (!grip) return;
  grip = null;
  disc.classList.remove("dragging");
  changed();
};
disc.addEventListener("pointerup", release);
disc.addEventListener("pointercancel", release);

whenShown(() => {
  showStyle();
  const isReshaped = !chosenShape()?.defaultChecked;
  if (autosave.isDirty(icon) && isReshaped && credit.value === credit.defaultValue) reshaped();
  else if (autosave.isDirty(icon)) changed();
  if (search.value.trim() !== wordsOf(byId("offers")).q.trim()) findShapes();
  uploadChosen();
});
look(false);
autosave.start();
