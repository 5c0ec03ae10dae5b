// Living together: asks once a second, while the page is visible, whether the script was changed elsewhere and who
// else has it open. (Within one browser, the offline queue tells at once.)

import { find, get, plural, wordsOf } from "./dom.js";

const PAUSE = 800;
/** The longest pause while the server does not answer. */
const LONGEST = 30_000;
const TIMEOUT = 8000;

/** @param {string} name */
function stored(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
function store(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // No storage in this browser: the value lasts as long as the page.
  }
}

const DEVICE = "clockwright-device";
const NAME = "clockwright-name";
const device = stored(DEVICE) || crypto.getRandomValues(new Uint32Array(2)).join("-");
store(DEVICE, device);
tell(DEVICE, device);
tell(NAME, stored(NAME));

/**
 * A cookie says who made a change, so that Undo takes back one's own and History has names.
 * @param {string} name
 * @param {string} value
 */
function tell(name, value) {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=31536000; SameSite=Lax`;
}

/**
 * Calls `changed` with the current revision, about once a second.
 * @param {(revision: number) => unknown} changed
 */
export function watchRevision(changed) {
  const box = find("#together");
  if (!box) return;
  get(".ways").before(box);
  const words = wordsOf(box);
  const me = get("[data-me]", box, HTMLInputElement);
  me.value = stored(NAME);
  me.addEventListener("change", () => {
    store(NAME, me.value.trim());
    tell(NAME, me.value.trim());
  });

  let stamp = "";
  let latest = 0;
  let pause = PAUSE;
  let timer = 0;

  async function ask() {
    clearTimeout(timer);
    if (document.hidden) return; // until it is visible again
    const query = new URLSearchParams({ device, name: me.value.trim() });
    const request = { headers: { "If-None-Match": stamp }, cache: /** @type {const} */ ("no-store") };
    const answer = navigator.onLine
      ? await fetch(`${words.poll}?${query}`, { ...request, signal: AbortSignal.timeout(TIMEOUT) }).catch(() => null)
      : null;
    if (answer?.status === 200) {
      const { revision, here } = await answer.json();
      stamp = answer.headers.get("ETag") ?? "";
      latest = revision;
      showOthers(here);
    }
    // Again, if it is no news: the page may not have been able to show it before.
    if (answer && latest) await changed(latest);
    pause = answer && answer.status < 400 ? PAUSE : Math.min(pause * 2, LONGEST);
    clearTimeout(timer);
    timer = setTimeout(ask, pause);
  }

  /** @param {string[]} here */
  function showOthers(here) {
    const names = here.filter(Boolean).join(", ");
    const count = here.filter((one) => !one).length;
    const others = plural(words.forms, count);
    const both = words.others.replace("{names}", names).replace("{others}", others);
    get("[data-here]", /** @type {HTMLElement} */ (box)).textContent = !count ? names : names ? both : others;
    /** @type {HTMLElement} */ (box).hidden = !here.length && document.activeElement !== me;
  }

  addEventListener("visibilitychange", ask);
  addEventListener("online", ask);
  ask();
}
