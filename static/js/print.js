// The previews follow the choice; a ZIP is rendered document by document, with progress and a way to cancel.

import { all, around, find, get, plural, wordsOf } from "./dom.js";
import { newestPage } from "./fetch_page.js";
import { sentState, stateOf, whenShown } from "./form_state.js";
import { watchPages } from "./page_previews.js";

const form = get("[data-choice]", document, HTMLFormElement);
const panel = get("[data-making]");
const list = get("[data-makings]", panel);
const message = get("[data-told]", panel);
const bar = get("progress", panel, HTMLProgressElement);
const stop = get("[data-cancel]", panel);
const words = wordsOf(list);
const PAUSE = 3000;

const query = () => stateOf(form);
/** The choice whose previews are shown. */
let shown = sentState(form);
const newest = newestPage();

/** Says which characters are ticked, where a folded list of them is. */
function showPicked() {
  for (const picker of all(".picker", form)) {
    const picked = get("[data-picked]", picker);
    const names = all(".tick:has(:checked) bdi", picker).map((one) => one.textContent ?? "");
    picked.textContent = names.join(", ") || (picked.dataset.all ?? "");
  }
}

/** @param {Event} [event] */
async function look(event) {
  const choice = query();
  const previews = get("[data-previews]");
  previews.setAttribute("aria-busy", "true");
  const page = await newest(`${form.action}?${choice}`);
  const fresh = page && find("[data-previews]", page);
  if (!fresh) {
    previews.removeAttribute("aria-busy");
    return;
  }
  previews.replaceWith(fresh);
  const strip = find("[data-strip]", page);
  if (strip) get("[data-strip]").replaceWith(strip);
  const changed = around(event?.target ?? null, "[data-kind]")?.dataset.kind;
  find(`[data-strip] a[href="#${changed}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  for (const fault of all("[data-fault]", page)) {
    find(`[data-fault="${fault.dataset.fault}"]`)?.replaceChildren(...fault.children);
  }
  for (const hint of all(".kind-choices .hint[id]", page))
    find(`#${CSS.escape(hint.id)}`)?.replaceChildren(...hint.childNodes);
  shown = choice;
  history.replaceState(null, "", wordsOf(fresh).address);
  document.dispatchEvent(new Event("clockwright:pages"));
  watchPages(fresh);
}

form.addEventListener("change", (event) => {
  showPicked();
  look(event);
});
get("[data-tick-all]", form).addEventListener("click", (event) => {
  for (const tick of all("[name=make]", form, HTMLInputElement)) tick.checked = true;
  look(event);
});
whenShown(() => query() !== shown && look());

// -- the ZIP --------------------------------------------------------------------------------------------------------

let making = new AbortController();

/**
 * Resolves after a pause; rejects when it is cancelled.
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
const pause = (signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, PAUSE);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/**
 * Renders one document, with retries while the press is busy. Returns whether it succeeded.
 * @param {string} kind
 * @param {HTMLElement} state
 * @param {AbortSignal} signal
 */
async function make(kind, state, signal) {
  for (;;) {
    const answer = await fetch(`${form.action}/made/${kind}?${query()}`, { signal });
    if (answer.status === 429) {
      state.textContent = words.busy;
      await pause(signal);
      continue;
    }
    const found = await answer.json().catch(() => ({}));
    if (answer.ok) {
      state.textContent = `${plural(words.forms, found.pages)}, ${found.kilobytes} kB`;
      return true;
    }
    state.textContent = found.fault ?? words.failed;
    /** @type {HTMLElement} */ (state.parentElement).className = "failed";
    return false;
  }
}

/**
 * The list item of a selected kind, and its status text.
 * @param {HTMLInputElement} tick
 */
function addRow(tick) {
  const state = Object.assign(document.createElement("span"), { className: "state", textContent: words.waiting });
  const row = document.createElement("li");
  row.append(get(`label[for="${tick.id}"]`, form).textContent, state);
  list.append(row);
  return { kind: tick.value, state };
}

async function bundle() {
  making.abort();
  making = new AbortController();
  const { signal } = making;
  list.replaceChildren();
  message.textContent = "";
  panel.hidden = false;
  stop.hidden = false;
  panel.scrollIntoView({ block: "nearest" });
  const rows = all("[name=make]:checked", form, HTMLInputElement).map(addRow);
  bar.max = Math.max(1, rows.length);
  bar.value = 0;
  let isWhole = true;
  try {
    for (const { kind, state } of rows) {
      state.textContent = words.makingWord;
      isWhole = (await make(kind, state, signal)) && isWhole;
      bar.value += 1;
    }
    message.textContent = isWhole ? wordsOf(message).done : wordsOf(message).partly;
    if (isWhole) location.assign(`${form.action}/bundle.zip?${query()}`);
  } catch {
    if (making.signal === signal) message.textContent = wordsOf(message).cancelled;
  }
  stop.hidden = true;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter?.hasAttribute("data-bundle")) bundle();
  else look();
});
stop.addEventListener("click", () => making.abort());
