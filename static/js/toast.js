// The toast of a page that saves itself: queued changes and errors; and the dialog of a conflict.

import { byId, wordsOf } from "./dom.js";

const MOST = 8;

/** @param {import("./offline_queue.js").OfflineQueue} queue */
export function showToasts(queue) {
  const waiting = byId("waiting");
  const words = wordsOf(waiting);
  /** @param {string} text */
  const say = (text) => {
    if (waiting.textContent !== text) waiting.textContent = text;
    waiting.hidden = false;
  };

  queue.on("stuck", (detail) => {
    const list = queue.waiting.map((one) => one.label);
    const shown = list.slice(0, MOST).join(" · ") + (list.length > MOST ? " …" : "");
    say(`${detail.isOffline ? words.offline : words.refused} ${shown} ${detail.words}`);
  });
  queue.on("dropped", (detail) => {
    say(`${words.dropped} ${detail.change.label}. ${detail.words}`);
    waiting.dataset.stays = "";
  });
  queue.on("conflict", (detail) => {
    const conflict = byId("conflict", HTMLElement, detail.part);
    byId("conflict-place").replaceChildren(conflict);
    conflict.focus();
  });
  queue.on("changed", () => {
    const count = queue.waiting.length;
    if (!count && waiting.dataset.stays === undefined) waiting.hidden = true;
    if (count) delete waiting.dataset.stays;
  });
}
