// The reminder tokens in a game: those that the deal placed and those that the Storyteller did. There are as many of
// each as its character has: one more moves one that lies already.

import { all, byId, find, get } from "./dom.js";
import { markedAt, marksAt, peopleOf } from "./stored_game.js";

/** @typedef {import("./stored_game.js").StoredGame} StoredGame */
/** @typedef {import("./stored_game.js").Marked} Marked */
/**
 * `by` is the key of the character whose it is; empty if nobody's. `dealt` is what one of the deal has alone, `night`
 * when the Storyteller placed it.
 * @typedef {{ at: number, text: string, by: string, dealt?: string | undefined, night?: number | undefined }} Reminder
 */

/**
 * The reminders that the Storyteller placed at a player; older versions stored their texts alone.
 * @param {Marked} marked
 */
export const addedAt = ({ added = [] }) => added.map((one) => (typeof one === "string" ? { text: one, by: "" } : one));

/**
 * The reminders that the deal placed in a seat, removed or not.
 * @param {number} at
 * @returns {Reminder[]}
 */
export const dealtAt = (at) =>
  all(`.bag [data-at="${at + 1}"] [data-dealt]`).map((one) => ({
    at,
    text: one.textContent,
    by: one.dataset.by ?? "",
    dealt: one.dataset.dealt,
  }));

/**
 * The reminders that lie in a seat.
 * @param {StoredGame} game
 * @param {number} at
 * @returns {Reminder[]}
 */
export function lyingAt(game, at) {
  const marked = markedAt(game, at);
  const dealt = dealtAt(at).filter((one) => !marked.removed?.includes(one.dealt ?? ""));
  return [...dealt, ...addedAt(marked).map((one) => ({ at, ...one }))];
}

/**
 * All reminders that lie by players.
 * @param {StoredGame} game
 */
export const lying = (game) => [...peopleOf(game).keys()].flatMap((at) => lyingAt(game, at));

/**
 * Places a reminder; one of the deal that was removed there comes back instead of a second one.
 * @param {StoredGame} game
 * @param {Reminder} one
 */
export function addReminder(game, { at, text, by, night }) {
  const marked = marksAt(game, at);
  const back = dealtAt(at).find(
    (each) => each.text === text && (!by || each.by === by) && marked.removed?.includes(each.dealt ?? ""),
  );
  if (back) marked.removed = marked.removed?.filter((each) => each !== back.dealt);
  else marked.added = [...(marked.added ?? []), { text, by, night }];
}

/**
 * @param {StoredGame} game
 * @param {Reminder} one
 */
export function removeReminder(game, { at, text, by, dealt }) {
  const marked = marksAt(game, at);
  if (dealt) marked.removed = [...(marked.removed ?? []), dealt];
  else {
    const added = addedAt(marked);
    const found = added.findIndex((each) => each.text === text && each.by === by);
    marked.added = added.filter((_, place) => place !== found);
  }
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

const choices = () => get("[data-new]", byId("token-menu"), HTMLSelectElement);

/**
 * The reminder tokens of a character, as options.
 * @param {string} by
 */
export const tokensOf = (by) => all(`optgroup[data-by="${CSS.escape(by)}"] option`, choices(), HTMLOptionElement);

/**
 * Whose the reminder token of an option is.
 * @param {HTMLOptionElement} option
 */
export const ownerOf = (option) => /** @type {HTMLElement | null} */ (option.parentElement)?.dataset.by ?? "";

/**
 * The reminders of earlier nights that say what is over since dusk.
 * @param {StoredGame} game
 * @param {number} night
 */
export const overAtDusk = (game, night) =>
  lying(game).filter((one) => {
    const isOver = one.by && find(`optgroup[data-by="${CSS.escape(one.by)}"][data-ends]`, choices());
    return isOver && one.night !== undefined && one.night < night;
  });
