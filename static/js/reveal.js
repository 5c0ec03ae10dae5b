// Passing the phone around: one token at a time, nothing else on the screen. Whatever hides the page (Back, Escape,
// another app, a locked phone) hides the token first.

import { stored, store } from "./device_storage.js";
import { all, find, get, wordsOf } from "./dom.js";
import { peopleOf } from "./stored_game.js";

/** @typedef {import("./stored_game.js").StoredGame} StoredGame */

/** Milliseconds in which a second tap on the same spot does nothing. */
const PAUSE = 350;
/** “no” if tokens tell players who is who, and not the first night, in all games on this device. */
const LEAVE_OUT = "clockwright.leaveout";
/** Removes the listeners of the round before. */
let round = new AbortController();

/**
 * Shows each player their token who has not seen it as it is now.
 * @param {HTMLDialogElement} dialog
 * @param {StoredGame} game notes who has seen what, so that an interrupted round goes on where it was
 * @param {() => void} keep stores the game
 * @param {{ only?: number | undefined, card?: Node | undefined, whenOver?: () => void }} [options] `only` is the seat
 * of the only player who is shown their token, `card` what is shown at once in place of tokens
 */
export function revealOneByOne(dialog, game, keep, { only, card, whenOver } = {}) {
  round.abort();
  round = new AbortController();
  const options = { signal: round.signal };
  const isAlone = only !== undefined || card !== undefined;
  const cards = all("template[data-seat]", document, HTMLTemplateElement);
  const number = cards.length;
  const { names } = game;
  const seen = (game.seen ??= {});
  const [cover, token, done] = ["cover", "token", "done"].map((name) => get(`[data-${name}]`, dialog));
  const shown = get("[data-shown]", dialog);
  const more = get("[data-more]", dialog);
  // Who is shown their token alone once the round is over is woken.
  const isLeavingOut = leavesOut() && !(only !== undefined && isOver(game));
  const heading = get("[data-pass]", dialog);
  const count = get("[data-count]", dialog);
  const thanks = get("h2", done);
  thanks.textContent = wordsOf(thanks)[card ? "hidden" : isAlone ? "back" : "all"] ?? "";
  get("[data-give-back]", done).hidden = isAlone;
  const passing = get("[data-pass-on]", dialog);
  for (const button of [passing, get("[data-stop]", done)]) {
    const { all: usual = "", alone = usual, card: ofCard = alone } = wordsOf(button);
    button.textContent = card ? ofCard : isAlone ? alone : usual;
  }
  let at = card ? number : (only ?? dueSeats(game)[0] ?? number);
  if (!isAlone) game.isRevealing = true;
  keep();

  /** @param {boolean} isPassed */
  const note = (isPassed) => {
    const name = cards[at]?.content.querySelector("h2")?.textContent ?? "";
    const [now, last] = [cardAt(game, at, isLeavingOut), seenAt(game, at)];
    seen[peopleOf(game)[at] ?? at] = {
      card: now,
      name,
      isPassed: isPassed || Boolean(last?.isPassed && last.card === now),
    };
    keep();
  };

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
    count.textContent = !isAlone ? filled(wordsOf(count).count, at, number, names) : "";
    show(at < number ? cover : done);
  };

  const look = () => {
    const isLast = dueSeats(game).every((seat) => seat === at);
    if (isLast && !card) passing.textContent = wordsOf(passing).alone ?? "";
    shown.replaceChildren(cards[at]?.content.cloneNode(true) ?? "");
    for (const one of all("[data-player]", shown)) {
      one.textContent = names[Number(one.dataset.player) - 1] || one.textContent;
    }
    for (const one of all(isLeavingOut ? "[data-who-is-who]" : "[data-at-night]", shown)) one.remove();
    for (const one of all("[data-at-night]", shown)) one.hidden = false;
    note(false);
    present();
  };

  const present = () => {
    show(token);
    shown.scrollTop = 0;
    sayMore();
  };

  const sayMore = () => {
    const isLonger = shown.scrollHeight > shown.clientHeight + 1;
    if (isLonger) shown.tabIndex = 0;
    else shown.removeAttribute("tabindex");
    more.classList.toggle("is-more", shown.scrollTop + shown.clientHeight < shown.scrollHeight - 4);
  };
  shown.addEventListener("scroll", sayMore, options);
  addEventListener("resize", sayMore, options);

  const passOn = () => {
    if (!card) note(true);
    at = isAlone ? number : (dueSeats(game)[0] ?? number);
    hide();
  };

  const stop = () => {
    round.abort();
    dialog.close();
    shown.replaceChildren();
    if (!history.state?.isRevealing) return whenOver?.();
    // Going back may scroll the page and takes the focus, once this event is over.
    addEventListener("popstate", () => setTimeout(() => whenOver?.()), { once: true });
    history.back();
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
  if (card) {
    shown.replaceChildren(card);
    present();
  }
}

/**
 * What the player in a seat is shown, whatever the language, and wherever the others sit.
 * @param {StoredGame} game
 * @param {number} at
 * @param {boolean} [isLeavingOut] without who is who
 */
function cardAt(game, at, isLeavingOut = false) {
  const people = peopleOf(game);
  const who = (/** @type {number} */ seat) => people[seat] ?? seat;
  const [token, lesson] = JSON.parse(find(`template[data-seat="${at + 1}"]`)?.dataset.card ?? "[]");
  if (!lesson) return token;
  if (isLeavingOut) Object.assign(lesson, { demons: [], minions: [], unaware: [], bluffs: [] });
  const [demons, minions] = [lesson.demons, lesson.minions].map((seats) => seats.map(who).sort());
  const unaware = lesson.unaware.map((/** @type {[number, string]} */ [seat, real]) => [who(seat), real]).sort();
  return JSON.stringify([token, { ...lesson, demons, minions, unaware }]);
}

/** @param {StoredGame} game */
const seats = (game) => [...peopleOf(game).keys()];

/**
 * What the player in a seat was shown last.
 * @param {StoredGame} game
 * @param {number} at
 */
const seenAt = (game, at) => game.seen?.[peopleOf(game)[at] ?? at];

/**
 * Whether the player in a seat was shown what holds now.
 * @param {StoredGame} game
 * @param {number} at
 */
const isUpToDate = (game, at) => {
  const card = seenAt(game, at)?.card;
  return card === cardAt(game, at) || (leavesOut() && card === cardAt(game, at, true));
};

/**
 * Whether the player in a seat was shown a token.
 * @param {StoredGame} game
 * @param {number} at
 */
export const hasLooked = (game, at) => Boolean(seenAt(game, at));

const leavesOut = () => stored("localStorage", LEAVE_OUT) !== "no";

/**
 * Remembers the switch that leaves out who is who.
 * @param {HTMLInputElement} box
 * @param {() => void} changed
 */
export function keepLeaveOut(box, changed) {
  box.checked = leavesOut();
  box.addEventListener("change", () => {
    store("localStorage", LEAVE_OUT, box.checked ? "yes" : "no");
    changed();
  });
}

/**
 * The seats whose players have not seen their token as it is now.
 * @param {StoredGame} game
 */
const dueSeats = (game) => seats(game).filter((at) => !seenAt(game, at)?.isPassed || !isUpToDate(game, at));

/**
 * The seats whose players were shown something else than what holds now, and the name on the token that they saw;
 * empty if it is the same token.
 * @param {StoredGame} game
 */
export const outdatedSeats = (game) =>
  seats(game).flatMap((at) => {
    const [seen, card] = [seenAt(game, at), cardAt(game, at)];
    if (!seen || isUpToDate(game, at)) return [];
    return [{ at, name: tokenOf(seen.card) === tokenOf(card) ? "" : seen.name }];
  });

/**
 * The only player of a whole round whose token or lesson has changed since; undefined if there is none, or more.
 * @param {StoredGame} game
 */
export function onlyOutdated(game) {
  const [one, ...others] = dueSeats(game);
  if (!game.isRevealing || one === undefined || others.length) return undefined;
  return outdatedSeats(game).find(({ at }) => at === one);
}

/** @param {string} card */
const tokenOf = (card) => (card.startsWith("[") ? JSON.parse(card)[0] : card);

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
 * The same for the player with whom an interrupted round goes on; empty if none was interrupted.
 * @param {StoredGame} game
 * @param {string | undefined} words
 */
export function goesOnWith(game, words) {
  const at = dueSeats(game)[0];
  if (!game.isRevealing || at === undefined || !seats(game).some((seat) => seenAt(game, seat)?.isPassed)) return "";
  return filled(words, at, seats(game).length, game.names);
}

/**
 * Whether a round of this game was started.
 * @param {StoredGame | null} game
 */
export const isStarted = (game) => Boolean(game?.isRevealing);

/**
 * Whether all players have seen their tokens as they are now, whether or not another round has begun since.
 * @param {StoredGame} game
 */
export const isOver = (game) =>
  isStarted(game) &&
  dueSeats(game).every((at) => Boolean(game.isRepeating) && hasLooked(game, at) && isUpToDate(game, at));

/**
 * The next round shows everyone their token again.
 * @param {StoredGame} game
 */
export function startOver(game) {
  game.isRepeating = isOver(game);
  for (const seen of Object.values(game.seen ?? {})) seen.isPassed = false;
}
