// The menu at a player's token in the Grimoire.

import { all, byId, find, get, wordsOf } from "./dom.js";
import { markedAt, marksAt } from "./stored_game.js";

/** @typedef {import("./stored_game.js").StoredGame} StoredGame */
/** @typedef {import("./stored_game.js").Marked} Marked */
/** @typedef {{ text: string, dealt?: string | undefined }} Reminder `dealt` is what one of the deal has alone */

/** Pixels between the menu and the edge of the screen. */
const EDGE = 8;

/**
 * Opens the menu of the player in a seat.
 * @param {HTMLElement} anchor what was tapped
 * @param {number} at
 * @param {StoredGame} game
 * @param {{
 *   mark: (what: string, action: (marked: Marked) => void) => void, show: () => void, exchange: () => void,
 *   change: (what: "become" | "turn", character: string) => void,
 * }} actions `mark` changes what is marked at this player, `change` their character or alignment
 */
export function openTokenMenu(anchor, at, game, actions) {
  const menu = byId("token-menu", HTMLDialogElement);
  const seat = get(`.bag [data-at="${at + 1}"]`);
  get("[data-who]", menu).textContent = get("[data-player]", seat).textContent;
  get("[data-what]", menu).textContent = get("b", seat).textContent;
  const { isDead, isVoteUsed, added = [], removed = [] } = markedAt(game, at);
  /** @type {Record<string, boolean>} */
  const offered = { die: !isDead, live: Boolean(isDead) };
  offered.vote = Boolean(isDead && !isVoteUsed);
  offered.unvote = Boolean(isDead && isVoteUsed);
  for (const button of all("[data-do]", menu)) button.hidden = offered[wordsOf(button).do ?? ""] === false;
  const words = wordsOf(menu);
  get('[data-do="turn"]', menu).textContent = (seat.dataset.side === "evil" ? words.good : words.evil) ?? "";
  const dealt = dealtAt(at);
  const there = [...dealt.filter((one) => !removed.includes(one.dealt ?? "")), ...added.map((text) => ({ text }))];
  showReminders(get("[data-there]", menu), there, (one) => {
    menu.close();
    actions.mark(`− ${one.text}`, (marked) => removeReminder(marked, one));
  });

  /** @type {Record<string, (button: HTMLElement) => void>} */
  const does = {
    die: (button) => actions.mark(button.textContent, (marked) => (marked.isDead = true)),
    live: (button) =>
      actions.mark(button.textContent, (marked) => {
        delete marked.isDead;
        delete marked.isVoteUsed;
      }),
    vote: (button) => actions.mark(button.textContent, (marked) => (marked.isVoteUsed = true)),
    unvote: (button) => actions.mark(button.textContent, (marked) => delete marked.isVoteUsed),
    show: actions.show,
    exchange: actions.exchange,
    turn: () => actions.change("turn", ""),
    become: () => actions.change("become", get("[data-becomes]", menu, HTMLSelectElement).value),
    add: () => {
      const text = get("[data-new]", menu, HTMLSelectElement).value;
      actions.mark(`+ ${text}`, (marked) => addReminder(marked, text, dealt));
    },
  };
  menu.onclick = ({ target }) => {
    const button = target instanceof Element && target.closest("[data-do]");
    if (target !== menu && !(button instanceof HTMLElement)) return;
    menu.close();
    if (button instanceof HTMLElement) does[wordsOf(button).do ?? ""]?.(button);
  };
  menu.showModal();
  find("h2", menu)?.focus({ preventScroll: true });
  placeAt(menu, anchor.getBoundingClientRect());
}

/**
 * The reminders that the deal placed at a seat.
 * @param {number} at
 */
export const dealtAt = (at) =>
  all(`.bag [data-at="${at + 1}"] [data-dealt]`).map((one) => ({ text: one.textContent, dealt: one.dataset.dealt }));

/**
 * @param {HTMLElement} list
 * @param {Reminder[]} reminders
 * @param {(one: Reminder) => void} remove
 */
function showReminders(list, reminders, remove) {
  const { remove: words = "" } = wordsOf(byId("token-menu"));
  list.replaceChildren(
    ...reminders.map((one) => {
      const { text } = one;
      const button = Object.assign(document.createElement("button"), { type: "button", className: "marker" });
      button.textContent = `${text} ✕`;
      button.setAttribute(
        "aria-label",
        words.replace("{name}", () => text),
      );
      button.addEventListener("click", () => remove(one));
      const line = document.createElement("li");
      line.append(button);
      return line;
    }),
  );
}

/**
 * A reminder that the deal placed and that was removed comes back instead of a second one.
 * @param {Marked} marked
 * @param {string} text
 * @param {Reminder[]} dealt those of the deal at this player
 */
export function addReminder(marked, text, dealt) {
  const back = dealt.find((one) => one.text === text && marked.removed?.includes(one.dealt ?? ""));
  if (back) marked.removed = marked.removed?.filter((one) => one !== back.dealt);
  else marked.added = [...(marked.added ?? []), text];
}

/**
 * @param {Marked} marked
 * @param {Reminder} one
 */
function removeReminder(marked, { text, dealt }) {
  if (dealt) marked.removed = [...(marked.removed ?? []), dealt];
  else marked.added?.splice(marked.added.indexOf(text), 1);
}

/**
 * Forgets that reminders were removed which are no longer at that player: should they come back, they are there.
 * @param {HTMLElement} place
 * @param {StoredGame} game
 */
export function forgetMoved(place, game) {
  for (const seat of all(".bag [data-at]", place)) {
    const marked = marksAt(game, Number(seat.dataset.at) - 1);
    const dealt = all("[data-dealt]", seat).map((one) => one.dataset.dealt);
    marked.removed = marked.removed?.filter((one) => dealt.includes(one));
  }
}

/**
 * Places the menu below a token, or above it if there is more room, and always whole on the screen.
 * @param {HTMLElement} menu
 * @param {DOMRect} token
 */
function placeAt(menu, token) {
  const { offsetWidth: wide, offsetHeight: high } = menu;
  const { clientWidth, clientHeight } = document.documentElement;
  const left = token.left + token.width / 2 - wide / 2;
  const below = token.bottom + EDGE;
  const top = below + high + EDGE <= clientHeight ? below : token.top - high - EDGE;
  menu.style.left = `${Math.max(EDGE, Math.min(left, clientWidth - wide - EDGE))}px`;
  menu.style.top = `${Math.max(EDGE, Math.min(top, clientHeight - high - EDGE))}px`;
}
