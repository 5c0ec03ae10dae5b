// The dealt games on this device, one for each script: who sits where with which token, the players' names, who has
// seen what, and what Undo and Redo need.

import { stored, store } from "./device_storage.js";

const GAME = "clockwright.game.";
const MOST_STEPS = 40;

/**
 * `query` is the address that dealt it, `game` what the server needs to show it.
 * `people` are numbers for those who sit around the table: they stay the same when somebody changes seats or joins.
 * `seen` is what each of them was shown last; without it, no round was started. `isRepeating` says that all of them had
 * seen their tokens before the last round.
 * @typedef {{ card: string, name: string, isPassed: boolean }} Seen
 * `marks` is what the Storyteller marks during the game, by the same numbers: the server never gets it.
 * `died` is the night of a death or that before the day of it. Reminders that were `added` say their character and
 * the night (older versions stored texts alone), those of the deal that were `removed` are their owners and numbers.
 * @typedef {{ text: string, by: string, night?: number | undefined }} Added
 * @typedef {{
 *   isDead?: boolean, isVoteUsed?: boolean, died?: number, isExecuted?: boolean,
 *   added?: (Added | string)[], removed?: string[],
 * }} Marked
 * @typedef {{ game: string, names: string[], people: number[], marks?: Record<number, Marked>, what: string }} Step
 * @typedef {{
 *   id: string, query: string, game: string, names: string[], isPlayed: boolean, people?: number[],
 *   seen?: Record<number, Seen>, isRevealing?: boolean, isRepeating?: boolean, marks?: Record<number, Marked>,
 *   past?: Step[], future?: Step[],
 * }} StoredGame
 */

/**
 * The game of a script; null without one.
 * @param {string} script
 * @returns {StoredGame | null}
 */
export function storedGame(script) {
  try {
    const found = JSON.parse(stored("localStorage", GAME + script));
    return typeof found?.game === "string" && Array.isArray(found.names) ? found : null;
  } catch {
    return null;
  }
}

/**
 * Stores the game of a script in place of the one before.
 * @param {string} script
 * @param {StoredGame | null} game
 */
export const storeGame = (script, game) => store("localStorage", GAME + script, game ? JSON.stringify(game) : "");

/**
 * How many players a game has.
 * @param {StoredGame} game
 */
export function playersIn(game) {
  try {
    return JSON.parse(game.game).seats.length;
  } catch {
    return 0;
  }
}

/**
 * The numbers of those around the table, which the caller may change.
 * @param {StoredGame} game
 */
export const peopleOf = (game) => (game.people ??= Array.from({ length: playersIn(game) }, (_, at) => at));

/**
 * A latecomer takes a seat.
 * @param {StoredGame} game
 * @param {number} at
 */
export function seatLatecomer(game, at) {
  const people = peopleOf(game);
  people.splice(at, 0, 1 + Math.max(-1, ...people, ...Object.keys(game.seen ?? {}).map(Number)));
}

/**
 * What is marked at the player in a seat; to change it, use `marksAt`.
 * @param {StoredGame} game
 * @param {number} at
 * @returns {Marked}
 */
export const markedAt = (game, at) => game.marks?.[peopleOf(game)[at] ?? at] ?? {};

/**
 * The same for the caller to change.
 * @param {StoredGame} game
 * @param {number} at
 * @returns {Marked}
 */
export const marksAt = (game, at) => ((game.marks ??= {})[peopleOf(game)[at] ?? at] ??= {});

/**
 * Marks a player as dead since a night or, if they were executed, the day after it.
 * @param {Marked} marked
 * @param {number} night
 * @param {boolean} [isExecuted]
 */
export const die = (marked, night, isExecuted = false) =>
  Object.assign(marked, { isDead: true, died: night, isExecuted });

/** @param {Marked} marked */
export function revive(marked) {
  for (const name of /** @type {const} */ (["isDead", "isVoteUsed", "died", "isExecuted"])) delete marked[name];
}

/**
 * What a change by hand can change; the script, which stays as it was dealt, is left out.
 * @param {StoredGame} game
 * @param {string} what
 * @returns {Step}
 */
export function stepOf(game, what) {
  const { script: _, ...changing } = JSON.parse(game.game);
  const marks = structuredClone(game.marks ?? {});
  return { game: JSON.stringify(changing), names: [...game.names], people: [...peopleOf(game)], marks, what };
}

/**
 * Notes that a game was changed; `before` is its state until then.
 * @param {StoredGame} game
 * @param {Step} before
 */
export function noteStep(game, before) {
  game.past = [...(game.past ?? []), before].slice(-MOST_STEPS);
  game.future = [];
}

/**
 * The game after Undo or Redo; null if there is nothing to take back.
 * @param {StoredGame} game
 * @param {"undo" | "redo"} way
 * @returns {{ game: StoredGame, what: string } | null}
 */
export function stepped(game, way) {
  const [from, to] =
    way === "undo" ? /** @type {const} */ (["past", "future"]) : /** @type {const} */ (["future", "past"]);
  const left = [...(game[from] ?? [])];
  const step = left.pop();
  if (!step) return null;
  const { script } = JSON.parse(game.game);
  const { names, people, marks = {}, what } = step;
  const taken = { ...game, names, people, marks, game: JSON.stringify({ ...JSON.parse(step.game), script }) };
  return { game: { ...taken, [from]: left, [to]: [...(game[to] ?? []), stepOf(game, what)] }, what };
}
