// The start page leads to the games that are played on this device.

import { all, byId, find, get } from "./dom.js";
import { playersIn, storedGame } from "./stored_game.js";

/** @param {HTMLElement} link */
function gameOf(link) {
  const { gameOf: script = "" } = link.dataset;
  const game = storedGame(script);
  return game?.isPlayed ? { game, href: `/s/${script}/deal${game.query}#dealt` } : null;
}

// The search replaces the list: each menu is looked at when it opens.
document.addEventListener(
  "toggle",
  ({ target }) => {
    const link = target instanceof HTMLElement && find("[data-game-of]", target, HTMLAnchorElement);
    const found = link && gameOf(link);
    if (!link || !found) return;
    link.href = found.href;
    link.hidden = false;
  },
  true,
);

const [newest] = all("[data-game-of]")
  .flatMap((link) => {
    const found = gameOf(link);
    return found ? [{ ...found, link }] : [];
  })
  .sort((one, other) => Number(other.game.id) - Number(one.game.id));
if (newest && find("#running-game")) {
  const offer = byId("running-game");
  const name = find("h3", newest.link.closest(".script-card") ?? document)?.textContent?.trim() ?? "";
  get("b", offer).textContent = (offer.dataset.words ?? "")
    .replace("{players}", String(playersIn(newest.game)))
    .replace("{name}", () => name);
  get("a", offer, HTMLAnchorElement).href = newest.href;
  offer.hidden = false;
}
