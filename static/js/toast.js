// The toast of a page that saves itself: queued changes and errors; and the dialog of a conflict.

import { byId, get, plural, wordsOf } from "./dom.js";

const MOST = 8;

/**
 * Shows a message over the foot of the page; what somebody is writing in stays in view.
 * @param {string} text
 */
export function showMessage(text) {
  const box = byId("waiting");
  const message = get("[data-message]", box);
  if (message.textContent !== text) message.textContent = text;
  if (!box.hidden) return;
  box.hidden = false;
  const active = document.activeElement;
  if (active instanceof HTMLElement && active.getBoundingClientRect().bottom > box.getBoundingClientRect().top)
    active.scrollIntoView({ block: "nearest" });
}

/** @param {import("./offline_queue.js").OfflineQueue} queue */
export function showToasts(queue) {
  const waiting = byId("waiting");
  const words = wordsOf(waiting);
  const saved = byId("saved");
  /** Stands in for “Saved” while changes wait. */
  const unsaved = Object.assign(document.createElement("p"), { className: "saved", id: "unsaved", hidden: true });
  unsaved.setAttribute("role", "status");
  saved.after(unsaved);
  /** The changes of the message that was closed: it is not shown again for these. */
  let closed = "";

  const ids = () => queue.waiting.map((one) => one.id).join(" ");
  get("[data-close]", waiting).addEventListener("click", () => {
    waiting.hidden = true;
    delete waiting.dataset.stays;
    closed = ids();
  });

  /** @param {boolean} isStuck */
  function showState(isStuck) {
    const count = queue.waiting.length;
    const isConflict = document.getElementById("conflict") !== null;
    const text = isConflict ? words.inConflict : plural(words.forms, count);
    unsaved.hidden = !isStuck;
    saved.hidden = isStuck;
    if (!isStuck) return text;
    const link = Object.assign(document.createElement("a"), { href: "#conflict", textContent: text });
    if (unsaved.textContent !== text) unsaved.replaceChildren(isConflict ? link : text);
    return text;
  }

  queue.on("stuck", (detail) => {
    const list = queue.waiting.map((one) => one.label);
    const shown = list.slice(0, MOST).join(" · ") + (list.length > MOST ? " …" : "");
    const count = showState(true);
    if (closed === ids()) return;
    showMessage(`${count}. ${detail.isOffline ? words.offline : words.refused} ${shown} ${detail.words}`.trim());
  });
  queue.on("dropped", (detail) => {
    showMessage(`${words.dropped} ${detail.change.label}. ${detail.words}`);
    waiting.dataset.stays = "";
  });
  queue.on("conflict", (detail) => {
    waiting.hidden = true;
    const conflict = byId("conflict", HTMLElement, detail.part);
    byId("conflict-place").replaceChildren(conflict);
    showState(true);
  });
  queue.on("changed", () => {
    const count = queue.waiting.length;
    if (!count) showState(false);
    else if (!unsaved.hidden) showState(true);
    if (!count && waiting.dataset.stays === undefined) waiting.hidden = true;
    if (count) delete waiting.dataset.stays;
  });
}
