// The pages follow the choice; a ZIP is made document by document, so that one sees how far it is and can stop it.

import { watchPages } from "./page_previews.js";
import { untilReleased } from "./pointer_hold.js";
import { sentState, stateOf, whenShown } from "./form_state.js";

const form = document.querySelector("[data-choice]");
const panel = document.querySelector("[data-making]");
const list = panel.querySelector("[data-makings]");
const told = panel.querySelector("[data-told]");
const bar = panel.querySelector("progress");
const stop = panel.querySelector("[data-cancel]");
const words = list.dataset;
const PAUSE = 3000;
let looking = null;
let making = null;

const query = () => stateOf(form);
/** The choice whose pages are shown. */
let shown = sentState(form);

const look = async () => {
  looking?.abort();
  const choice = query();
  const mine = (looking = new AbortController());
  const previews = document.querySelector("[data-previews]");
  previews.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(`${form.action}?${choice}`, { signal: mine.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("[data-previews]");
    await untilReleased();
    if (mine.signal.aborted) return;
    if (!fresh) throw new Error("not our page");
    previews.replaceWith(fresh);
    for (const fault of page.querySelectorAll("[data-fault]")) {
      document.querySelector(`[data-fault="${fault.dataset.fault}"]`)?.replaceChildren(...fault.children);
    }
    shown = choice;
    history.replaceState(null, "", `${form.action}?${choice}`);
    watchPages(fresh, document.body.dataset.failed);
  } catch (error) {
    if (error.name !== "AbortError") previews.removeAttribute("aria-busy");
  }
};

form.addEventListener("change", look);
whenShown(() => query() !== shown && look());

const wait = (signal) =>
  new Promise((go, leave) => {
    const timer = setTimeout(go, PAUSE);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      leave(signal.reason);
    });
  });

const made = async (kind, state, signal) => {
  for (;;) {
    const answer = await fetch(`${form.action}/made/${kind}?${query()}`, { signal });
    if (answer.status === 429) {
      state.textContent = words.busy;
      await wait(signal);
      continue;
    }
    const found = await answer.json().catch(() => ({}));
    if (answer.ok) {
      state.textContent = `${found.pages} ${found.pages === 1 ? words.one : words.many}, ${found.kilobytes} kB`;
      return true;
    }
    state.textContent = found.fault ?? words.failed;
    state.parentElement.className = "failed";
    return false;
  }
};

const rows = () =>
  [...form.querySelectorAll("[name=make]:checked")].map((tick) => {
    const row = document.createElement("li");
    const state = document.createElement("span");
    state.className = "state";
    state.textContent = words.waiting;
    row.append(form.querySelector(`label[for="${tick.id}"]`).textContent, state);
    list.append(row);
    return [tick.value, state];
  });

const bundle = async () => {
  making?.abort();
  making = new AbortController();
  const { signal } = making;
  list.replaceChildren();
  told.textContent = "";
  panel.hidden = false;
  stop.hidden = false;
  panel.scrollIntoView({ block: "nearest" });
  const wanted = rows();
  bar.max = Math.max(1, wanted.length);
  bar.value = 0;
  let isWhole = true;
  try {
    for (const [kind, state] of wanted) {
      state.textContent = words.makingWord;
      isWhole = (await made(kind, state, signal)) && isWhole;
      bar.value += 1;
    }
    told.textContent = isWhole ? told.dataset.done : told.dataset.partly;
    if (isWhole) location.assign(`${form.action}/bundle.zip?${query()}`);
  } catch {
    if (making?.signal === signal) told.textContent = told.dataset.cancelled;
  }
  stop.hidden = true;
};

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter?.hasAttribute("data-bundle")) bundle();
  else look();
});
stop.addEventListener("click", () => making?.abort());
