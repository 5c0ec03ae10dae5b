// The dealt games on this device, one for each script: who sits where with which token, and the players' names.

import { stored, store } from "./device_storage.js";

const GAME = "clockwright.game.";

/**
 * `query` is the address that dealt it, `game` what the server needs to show it.
 * @typedef {{ id: string, query: string, game: string, names: string[], isPlayed: boolean }} StoredGame
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
