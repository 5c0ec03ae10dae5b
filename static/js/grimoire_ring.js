// The Grimoire on the screen: the players' tokens around the table, as large as the screen lets them be, with what the
// Storyteller has marked. All of it stays on this device.

import { all, byId, find, get, wordsOf } from "./dom.js";
import { drawMarks } from "./grimoire_picture.js";
import { addedAt, lying } from "./reminders.js";
import { markedAt } from "./stored_game.js";

/** @typedef {import("./stored_game.js").StoredGame} StoredGame */
/** @typedef {{ x: number, y: number, wide: number, high: number }} Cell the middle and the size of a rectangle */

/** Diameters of tokens in pixels, of which the largest is used that fits; and the narrowest room for a name. */
const [LARGEST, SMALLEST, STEP] = [104, 28, 4];
const NARROWEST = 66;
/** The same of tokens with reminders, if without that they would be smaller. */
const [SMALL, AWAY] = [44, 8];
/** Widths in pixels that reminders may have. */
const MARKS = [88, 64];
/** The smallest letters of a name, in pixels, before a word of it is broken. */
const SMALLEST_LETTERS = 9.5;
const SAMPLES = 720;
/**
 * What the tokens of a ring were placed for: its room, its fonts and all that is written in it, with the places.
 * @type {WeakMap<HTMLElement, string>}
 */
const laidOut = new WeakMap();

const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) layOut(/** @type {HTMLElement} */ (target));
});

/**
 * Shows who is dead and which reminders are where, in the ring and in the list of players.
 * @param {HTMLElement} place
 * @param {StoredGame} game
 * @param {number} night the one that is shown
 */
export function showMarks(place, game, night) {
  const { dead = "", used = "" } = wordsOf(byId("token-menu"));
  for (const one of all("[data-at]", place)) {
    const marked = markedAt(game, Number(one.dataset.at) - 1);
    const { isDead, isVoteUsed, removed = [] } = marked;
    one.classList.toggle("is-dead", Boolean(isDead));
    one.classList.toggle("has-vote", Boolean(isDead && !isVoteUsed));
    get("[data-state]", one).textContent = !isDead ? "" : isVoteUsed ? `${dead} · ${used}` : dead;
    const box = get("[data-marks]", one);
    for (const mark of all(".marker", box)) {
      if (mark.dataset.dealt === undefined) mark.remove();
      else mark.hidden = removed.includes(mark.dataset.dealt);
    }
    for (const { text } of addedAt(marked)) {
      box.append(Object.assign(document.createElement("span"), { className: "marker", textContent: text }), " ");
    }
  }
  const ring = get("[data-ring]", place);
  showInNights(place, ring, game, night);
  drawMarks(get("[data-circle]", place, SVGSVGElement), ring);
  observer.disconnect();
  observer.observe(ring);
  layOut(ring);
}

/**
 * Says in the rows of the nights who of their players is dead and what lies by them, and where the reminders of the row
 * are. A row of dead players is quiet, unless its ability is about dying or the dead and they died just now.
 * @param {HTMLElement} place
 * @param {HTMLElement} ring
 * @param {StoredGame} game
 * @param {number} night
 */
function showInNights(place, ring, game, night) {
  for (const row of all("[data-wakes]", place)) {
    const told = all("[data-marked]", row);
    for (const box of told) {
      const seat = get(`[data-at="${box.dataset.marked}"]`, ring);
      const there = all("[data-state], .marker:not([hidden])", seat).filter((one) => one.textContent);
      box.replaceChildren(...there.flatMap((one) => [" ", chip(one.className, one.textContent)]));
    }
    const isOfDead = told.every((box) => {
      const { isDead, died = 0 } = markedAt(game, Number(box.dataset.marked) - 1);
      const earliest = { always: -Infinity, after: night - 1, night }[row.dataset.wakes ?? ""] ?? Infinity;
      return isDead && died < earliest;
    });
    row.parentElement?.classList.toggle("is-of-dead", Boolean(told.length) && isOfDead);
  }
  const reminders = lying(game);
  for (const box of all("[data-lying]", place)) {
    const own = reminders.filter((one) => one.by === box.dataset.lying);
    box.replaceChildren(
      ...all("[data-loose]", box),
      ...own.map(({ at, text }) => {
        const line = Object.assign(document.createElement("p"), { className: "wake-players" });
        const who = Object.assign(document.createElement("b"), { textContent: nameIn(ring, at) });
        line.append(chip("marker", text), " ", who);
        return line;
      }),
    );
  }
}

/**
 * @param {string} className
 * @param {string} textContent
 */
const chip = (className, textContent) => Object.assign(document.createElement("span"), { className, textContent });

/**
 * @param {HTMLElement} ring
 * @param {number} at
 */
const nameIn = (ring, at) => get(`[data-at="${at + 1}"] .ring-player`, ring).textContent;

/**
 * Ways to draw the ring, best first: what is left out, the smallest tokens, and how far reminders are from other players;
 * the last of them lets reminders be anywhere.
 * @type {[string, number, number][]}
 */
const PLAIN_WAYS = [
  ["", SMALLEST, -Infinity],
  ["is-tight", SMALLEST, -Infinity],
  ["is-crowded", SMALLEST, -Infinity],
];
/** @type {typeof PLAIN_WAYS} */
const WAYS = [
  ["", SMALL, AWAY],
  ["is-tight", SMALL, AWAY],
  ["", SMALLEST, 1],
  ["is-tight", SMALLEST, 1],
  ["is-crowded", SMALLEST, 1],
  ...PLAIN_WAYS,
];

/**
 * Places the tokens around an ellipse, none on another, and reminders by their own. Where there is no room for them, the
 * names of characters are left out, and then the tokens themselves: the list below has both. If nothing has changed, all
 * of it stays: to find the places takes dozens of layouts.
 * @param {HTMLElement} ring
 */
function layOut(ring) {
  const [width, height] = [ring.clientWidth, ring.clientHeight];
  if (!width || !height) return;
  const state = () => [width, height, document.fonts.status, ring.outerHTML.replace(/\s+/g, " ")].join("\n");
  if (laidOut.get(ring) === state()) return;
  placeTokens(ring, width, height);
  laidOut.set(ring, state());
}

/**
 * @param {HTMLElement} ring
 * @param {number} width
 * @param {number} height
 */
function placeTokens(ring, width, height) {
  const seats = all("li", ring);
  /** @type {Cell[]} */
  let cells = [];
  let marks = /** @type {(Cell | null)[] | null} */ (null);
  const whole = { x: width / 2, y: height / 2, wide: width, high: height };
  const isMarked = seats.some((seat) => find(".marker:not([hidden])", seat));
  (isMarked ? WAYS : PLAIN_WAYS).some(([room, smallest, away]) => {
    ring.className = `ring ${room}`;
    for (let size = LARGEST; size >= smallest; size -= STEP) {
      ring.style.setProperty("--disc", `${size}px`);
      ring.style.setProperty("--cell", `${Math.max(NARROWEST, 1.5 * size)}px`);
      ring.style.setProperty("--letters", `${Math.max(12, Math.min(16, size / 5))}px`);
      fitWords(seats);
      cells = around(seats, width, height);
      if (!isApart(cells)) continue;
      const disc = room === "is-crowded" ? 0 : size;
      for (const widest of MARKS) {
        ring.style.setProperty("--marks", `${widest}px`);
        marks = placesOfMarks(seats, cells, { disc, away, whole });
        if (marks) return true;
      }
    }
    return false;
  });
  for (const [at, { x, y, wide, high }] of cells.entries()) {
    const seat = /** @type {HTMLElement} */ (seats[at]);
    const [left, top] = [x - wide / 2, y - high / 2];
    seat.style.left = `${left}px`;
    seat.style.top = `${top}px`;
    const box = get("[data-marks]", seat);
    const middle = marks?.[at]?.x ?? x;
    box.style.justifyContent = middle > x ? "left" : middle < x ? "right" : "center";
    box.style.left = `${middle - left}px`;
    box.style.top = `${(marks?.[at]?.y ?? y) - top}px`;
  }
}

/**
 * Makes the letters of names smaller whose words are wider than their place: a word is not broken.
 * @param {HTMLElement[]} seats
 */
function fitWords(seats) {
  const names = seats.flatMap((seat) => all(".ring-player, .ring-character", seat));
  for (const name of names) {
    name.style.fontSize = "";
    name.classList.remove("is-too-long");
  }
  const sizes = names.map((name) => ({ room: name.clientWidth, wide: name.scrollWidth }));
  for (const [at, { room, wide }] of sizes.entries()) {
    const name = /** @type {HTMLElement} */ (names[at]);
    if (wide <= room || !room) continue;
    const letters = (parseFloat(getComputedStyle(name).fontSize) * room) / (wide + 1);
    name.style.fontSize = `${Math.max(SMALLEST_LETTERS, letters)}px`;
    name.classList.toggle("is-too-long", letters < SMALLEST_LETTERS);
  }
}

/**
 * Where the reminders of each seat are: below their player, beside the token or above it, on nothing else and nearer to
 * their own player than to another one. Null if there is no room for all.
 * @param {HTMLElement[]} seats
 * @param {Cell[]} cells
 * @param {{ disc: number, away: number, whole: Cell }} room
 */
function placesOfMarks(seats, cells, { disc, away, whole }) {
  // The room beside a token is free, that beside the words below it is not.
  const parts = cells.map((cell) => [
    { ...cell, wide: disc, y: cell.y - (cell.high - disc) / 2, high: disc },
    { ...cell, y: cell.y + disc / 2, high: cell.high - disc },
  ]);
  /** @type {Cell[]} */
  const taken = [];
  /** @type {(Cell | null)[]} */
  const found = [];
  for (const [at, { x, y, wide, high }] of cells.entries()) {
    const box = get("[data-marks]", /** @type {HTMLElement} */ (seats[at]));
    const size = { wide: box.offsetWidth, high: box.offsetHeight };
    if (!size.wide) {
      found.push(null);
      continue;
    }
    const own = parts[at] ?? [];
    const others = parts.flatMap((theirs, who) => (who === at ? [] : theirs));
    const inward = x > whole.x ? -1 : 1;
    const beside = ((disc || wide) + size.wide) / 2 + 2;
    const level = disc ? y - (high - disc) / 2 : y;
    const places = [
      { ...size, x, y: y + (high + size.high) / 2 + 1 },
      { ...size, x: x + inward * beside, y: level },
      { ...size, x: x - inward * beside, y: level },
      { ...size, x, y: y - (high + size.high) / 2 - 2 },
    ];
    const isFree = (/** @type {Cell} */ one) =>
      away === -Infinity ||
      (Math.abs(one.x - whole.x) <= (whole.wide - one.wide) / 2 &&
        Math.abs(one.y - whole.y) <= (whole.high - one.high) / 2 &&
        own.every((each) => gap(one, each) >= 0) &&
        taken.every((each) => gap(one, each) >= 2) &&
        others.every((each) => gap(one, each) >= away) &&
        (away < AWAY || isNearest(one, own, others)));
    const place = places.find(isFree);
    if (!place) return null;
    taken.push(place);
    found.push(place);
  }
  return found;
}

/**
 * Whether reminders are on this side of the half-way line to each other player, with all their corners.
 * @param {Cell} one
 * @param {Cell[]} own
 * @param {Cell[]} others
 */
const isNearest = ({ x, y, wide, high }, own, others) =>
  [-1, 1].every((across) =>
    [-1, 1].every((down) => {
      const corner = { x: x + (across * wide) / 2, y: y + (down * high) / 2, wide: 0, high: 0 };
      const near = Math.min(...own.map((each) => gap(corner, each)));
      return others.every((each) => gap(corner, each) > near);
    }),
  );

/**
 * How far apart two rectangles are; negative if they overlap.
 * @param {Cell} one
 * @param {Cell} other
 */
function gap(one, other) {
  const across = Math.abs(one.x - other.x) - (one.wide + other.wide) / 2;
  const down = Math.abs(one.y - other.y) - (one.high + other.high) / 2;
  return across > 0 && down > 0 ? Math.hypot(across, down) : Math.max(across, down);
}

/**
 * Where the seats are on the ellipse, clockwise from the top: the distance of neighbors, in their own widths or
 * heights, is equal.
 * @param {HTMLElement[]} seats
 * @param {number} width
 * @param {number} height
 * @returns {Cell[]}
 */
function around(seats, width, height) {
  const sizes = seats.map((seat) => ({ wide: seat.offsetWidth, high: seat.offsetHeight }));
  const wide = Math.max(...sizes.map((size) => size.wide));
  const high = Math.max(...sizes.map((size) => size.high));
  const points = Array.from({ length: SAMPLES + 1 }, (_, step) => {
    const angle = (2 * Math.PI * step) / SAMPLES;
    return {
      x: (width + (width - wide) * Math.sin(angle)) / 2,
      y: (height - (height - high) * Math.cos(angle)) / 2,
      far: 0,
    };
  });
  for (const [step, point] of points.entries()) {
    const last = points[step - 1];
    if (last) {
      point.far = last.far + Math.max(Math.abs(point.x - last.x) / wide, Math.abs(point.y - last.y) / high);
    }
  }
  const whole = points[SAMPLES]?.far ?? 0;
  return sizes.map((size, at) => {
    const { x, y } = /** @type {{ x: number, y: number }} */ (
      points.find(({ far }) => far >= (at / seats.length) * whole - 1e-9)
    );
    // Tokens stand on the ellipse, whatever is below them.
    return { x, y: y - (high - size.high) / 2, ...size };
  });
}

/** @param {Cell[]} cells */
const isApart = (cells) => cells.every((one, at) => cells.slice(at + 1).every((other) => gap(one, other) >= 0));
