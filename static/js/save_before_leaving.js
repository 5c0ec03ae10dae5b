// Links wait until the latest changes are saved, so that the next page (the print, for example) has them.

import { around } from "./dom.js";

const TIMEOUT = 2000;

/** @param {MouseEvent} event */
const isPlain = (event) =>
  !event.defaultPrevented && !event.button && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
/** @param {HTMLAnchorElement} link */
const isHere = (link) => link.hash && link.href.split("#")[0] === location.href.split("#")[0];
/** @param {HTMLAnchorElement} link */
const isOurs = (link) =>
  link.origin === location.origin && !link.target && !link.hasAttribute("download") && !isHere(link);

/** @param {import("./offline_queue.js").OfflineQueue} queue */
export function saveBeforeLeaving(queue) {
  /** @type {AbortController | null} */
  let wait = null;
  document.addEventListener("click", (event) => {
    const link = around(event.target, "a[href]");
    // A second click leaves at once: queued changes are in the browser's storage.
    if (!(link instanceof HTMLAnchorElement) || wait || !isPlain(event) || !isOurs(link) || !queue.waiting.length)
      return;
    event.preventDefault();
    wait = new AbortController();
    const { signal } = wait;
    const stay = () => {
      wait?.abort();
      wait = null;
    };
    const go = () => {
      if (signal.aborted) return;
      stay();
      location.assign(link.href);
    };
    queue.on("changed", () => queue.waiting.length || go(), { signal });
    queue.on("stuck", go, { signal });
    queue.on("conflict", stay, { signal });
    queue.on("dropped", stay, { signal });
    setTimeout(go, TIMEOUT);
  });
}
