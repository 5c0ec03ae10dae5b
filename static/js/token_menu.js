// The menu at a player's token in the Grimoire.

import { all, byId, find, get, wordsOf } from "./dom.js";
import { lyingAt } from "./reminders.js";
import { markedAt, revive } from "./stored_game.js";

/** @typedef {import("./stored_game.js").StoredGame} StoredGame */
/** @typedef {import("./stored_game.js").Marked} Marked */
/** @typedef {import("./reminders.js").Reminder} Reminder */

/** Pixels between the menu and the edge of the screen. */
const EDGE = 8;

/**
 * Opens the menu of the player in a seat.
 * @param {HTMLElement} anchor what was tapped
 * @param {number} at
 * @param {StoredGame} game
 * @param {{
 *   mark: (what: string, action: (marked: Marked) => void) => void, die: () => void,
 *   place: (option: HTMLOptionElement) => void, remove: (one: Reminder) => void,
 *   show: () => void, exchange: () => void, change: (what: "become" | "turn", character: string) => void,
 * }} actions `mark` changes what is marked at this player, `change` their character or alignment
 */
export function openTokenMenu(anchor, at, game, actions) {
  const menu = byId("token-menu", HTMLDialogElement);
  const seat = get(`.bag [data-at="${at + 1}"]`);
  get("[data-who]", menu).textContent = get("[data-player]", seat).textContent;
  get("[data-what]", menu).textContent = get("b", seat).textContent;
  const { isDead, isVoteUsed } = markedAt(game, at);
  /** @type {Record<string, boolean>} */
  const offered = { die: !isDead, live: Boolean(isDead) };
  offered.vote = Boolean(isDead && !isVoteUsed);
  offered.unvote = Boolean(isDead && isVoteUsed);
  for (const button of all("[data-do]", menu)) button.hidden = offered[wordsOf(button).do ?? ""] === false;
  const words = wordsOf(menu);
  get('[data-do="turn"]', menu).textContent = (seat.dataset.side === "evil" ? words.good : words.evil) ?? "";
  showReminders(get("[data-there]", menu), lyingAt(game, at), (one) => {
    menu.close();
    actions.remove(one);
  });
  const becomes = get("[data-becomes]", menu, HTMLSelectElement);
  becomes.value = "";

  /** @type {Record<string, (button: HTMLElement) => void>} */
  const does = {
    die: actions.die,
    live: (button) => actions.mark(button.textContent, revive),
    vote: (button) => actions.mark(button.textContent, (marked) => (marked.isVoteUsed = true)),
    unvote: (button) => actions.mark(button.textContent, (marked) => delete marked.isVoteUsed),
    show: actions.show,
    exchange: actions.exchange,
    turn: () => actions.change("turn", ""),
    become: () => becomes.value && actions.change("become", becomes.value),
    add: () => {
      const [option] = get("[data-new]", menu, HTMLSelectElement).selectedOptions;
      if (option) actions.place(option);
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
