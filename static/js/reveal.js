// Passing the phone around: one token at a time, nothing else on the screen. Whatever hides the page (Back, Escape,
// another app, a locked phone) hides the token first.

import { stored, store } from "./device_storage.js";
import { all, find, get, wordsOf } from "./dom.js";

const PLACE = "clockwright.reveal";
/** Milliseconds in which a second tap on the same spot does nothing. */
const PAUSE = 350;
/** Removes the listeners of the round before. */
let round = new AbortController();

/**
 * @param {HTMLDialogElement} dialog
 * @param {string} deal names the deal, so that an interrupted round goes on where it was
 * @param {string[]} names
 * @param {number} [only] the seat of the only player who is shown their token
 */
export function revealOneByOne(dialog, deal, names, only) {
  round.abort();
  round = new AbortController();
  const options = { signal: round.signal };
  const cards = all("template[data-seat]", document, HTMLTemplateElement);
  const number = playersOf();
  const [cover, token, done] = ["cover", "token", "done"].map((name) => get(`[data-${name}]`, dialog));
  const shown = get("[data-shown]", dialog);
  const heading = get("[data-pass]", dialog);
  const count = get("[data-count]", dialog);
  let at = only ?? begun(deal, number);
  if (only === undefined) store("localStorage", PLACE, `${at} ${deal}`);

  /** @param {HTMLElement | undefined} part */
  const show = (part) => {
    for (const one of [cover, token, done]) if (one) one.hidden = one !== part;
    if (part !== token) shown.replaceChildren();
    const buttons = part ? all("button", part, HTMLButtonElement) : [];
    for (const button of buttons) button.disabled = true;
    setTimeout(() => buttons.forEach((button) => (button.disabled = false)), PAUSE);
    (part && find("h2", part))?.focus();
  };

  const hide = () => {
    heading.textContent = filled(wordsOf(heading).pass, at, number, names);
    count.textContent = only === undefined ? filled(wordsOf(count).count, at, number, names) : "";
    show(at < number ? cover : done);
  };

  const look = () => {
    shown.replaceChildren(cards[at]?.content.cloneNode(true) ?? "");
    for (const one of all("[data-player]", shown)) {
      one.textContent = names[Number(one.dataset.player) - 1] || one.textContent;
    }
    show(token);
  };

  const passOn = () => {
    if (only !== undefined) return stop();
    at += 1;
    store("localStorage", PLACE, `${at} ${deal}`);
    hide();
  };

  const stop = () => {
    round.abort();
    dialog.close();
    shown.replaceChildren();
    if (history.state?.isRevealing) history.back();
  };

  /** @type {[string, () => void][]} */
  const buttons = [
    ["[data-look]", look],
    ["[data-pass-on]", passOn],
    ["[data-stop]", stop],
  ];
  for (const [name, action] of buttons) {
    for (const button of all(name, dialog)) button.addEventListener("click", action, options);
  }
  const isShowing = () => dialog.open && !token?.hidden;
  const cloak = () => isShowing() && hide();
  dialog.addEventListener(
    "cancel",
    (event) => {
      event.preventDefault();
      cloak();
    },
    options,
  );
  // Browsers let a second Escape close a dialog whatever its page says.
  dialog.addEventListener(
    "close",
    () => {
      dialog.showModal();
      hide();
    },
    options,
  );
  addEventListener("pagehide", cloak, options);
  document.addEventListener("visibilitychange", () => document.hidden && cloak(), options);
  addEventListener(
    "popstate",
    () => {
      cloak();
      history.pushState({ isRevealing: true }, "");
    },
    options,
  );

  history.pushState({ isRevealing: true }, "");
  dialog.showModal();
  hide();
}

const playersOf = () => all("template[data-seat]").length;

/**
 * A sentence about the player whose turn it is.
 * @param {string | undefined} words
 * @param {number} at
 * @param {number} number
 * @param {string[]} names
 */
function filled(words, at, number, names) {
  const player = names[at] || (find(`bdi[data-player="${at + 1}"]`)?.dataset.seat ?? String(at + 1));
  return (words ?? "")
    .replace("{number}", String(at + 1))
    .replace("{players}", String(number))
    .replace("{player}", () => player);
}

/**
 * The same for the player with whom an interrupted round of this deal goes on; empty if none was interrupted.
 * @param {string} deal
 * @param {string[]} names
 * @param {string | undefined} words
 */
export function goesOnWith(deal, names, words) {
  const number = playersOf();
  const at = begun(deal, number);
  return at ? filled(words, at, number, names) : "";
}

/**
 * Whether a round of this deal was started.
 * @param {string} deal
 */
export const isStarted = (deal) => stored("localStorage", PLACE).endsWith(` ${deal}`);

/**
 * Whether all players of this deal have seen their tokens.
 * @param {string} deal
 */
export const isOver = (deal) => isStarted(deal) && Number.parseInt(stored("localStorage", PLACE), 10) >= playersOf();

/** The next round begins with the first player. */
export const startOver = () => store("localStorage", PLACE, "");

/**
 * A latecomer sits down: those who have seen their token need not see it again.
 * @param {string} deal
 * @param {number} seat
 */
export function makeRoomFor(deal, seat) {
  const at = isStarted(deal) ? Number.parseInt(stored("localStorage", PLACE), 10) : 0;
  if (at && seat <= at) store("localStorage", PLACE, `${at + 1} ${deal}`);
}

/**
 * The place at which a round of this deal was interrupted; 0 for a new one.
 * @param {string} deal
 * @param {number} number
 */
function begun(deal, number) {
  const at = isStarted(deal) ? Number.parseInt(stored("localStorage", PLACE), 10) : 0;
  return at < number ? at : 0;
}
