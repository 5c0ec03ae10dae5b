// The Grimoire on the screen: the players' tokens around the table, as large as the screen lets them be, with what the
// Storyteller has marked. All of it stays on this device.

import { all, byId, get, wordsOf } from "./dom.js";
import { drawMarks } from "./grimoire_picture.js";
import { markedAt } from "./stored_game.js";

/** @typedef {import("./stored_game.js").StoredGame} StoredGame */
/** @typedef {{ x: number, y: number, wide: number, high: number }} Cell */

/** Diameters of tokens in pixels, of which the largest is used that fits; and the narrowest room for a name. */
const [LARGEST, SMALLEST, STEP] = [104, 28, 4];
const NARROWEST = 66;
const SAMPLES = 720;

const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) layOut(/** @type {HTMLElement} */ (target));
});

/**
 * Shows who is dead and which reminders are where, in the ring and in the list of players.
 * @param {HTMLElement} place
 * @param {StoredGame} game
 */
export function showMarks(place, game) {
  const { dead = "", used = "" } = wordsOf(byId("token-menu"));
  for (const one of all("[data-at]", place)) {
    const { isDead, isVoteUsed, added = [], removed = [] } = markedAt(game, Number(one.dataset.at) - 1);
    one.classList.toggle("is-dead", Boolean(isDead));
    one.classList.toggle("has-vote", Boolean(isDead && !isVoteUsed));
    get("[data-state]", one).textContent = !isDead ? "" : isVoteUsed ? `${dead} · ${used}` : dead;
    const box = get("[data-marks]", one);
    for (const mark of all(".marker", box)) {
      if (mark.dataset.dealt === undefined) mark.remove();
      else mark.hidden = removed.includes(mark.dataset.dealt);
    }
    for (const text of added) {
      box.append(Object.assign(document.createElement("span"), { className: "marker", textContent: text }), " ");
    }
  }
  const ring = get("[data-ring]", place);
  drawMarks(get("[data-circle]", place, SVGSVGElement), ring);
  observer.disconnect();
  observer.observe(ring);
  layOut(ring);
}

/**
 * Places the tokens around an ellipse, none on another. Where there is no room for them, the names of characters are left
 * out, and then the tokens themselves: the list below has both.
 * @param {HTMLElement} ring
 */
function layOut(ring) {
  const seats = all("li", ring);
  const [width, height] = [ring.clientWidth, ring.clientHeight];
  if (!width || !height) return;
  /** @type {Cell[]} */
  let cells = [];
  ["", "is-tight", "is-crowded"].some((room) => {
    ring.className = `ring ${room}`;
    for (let size = LARGEST; size >= SMALLEST; size -= STEP) {
      ring.style.setProperty("--disc", `${size}px`);
      ring.style.setProperty("--cell", `${Math.max(NARROWEST, 1.5 * size)}px`);
      ring.style.setProperty("--letters", `${Math.max(12, Math.min(16, size / 5))}px`);
      cells = around(seats, width, height);
      if (isApart(cells)) return true;
    }
    return false;
  });
  for (const [at, { x, y, wide, high }] of cells.entries()) {
    const seat = /** @type {HTMLElement} */ (seats[at]);
    seat.style.left = `${x - wide / 2}px`;
    seat.style.top = `${y - high / 2}px`;
    // Reminders are on the inner side of their token, at a right angle to the ellipse.
    const marks = get("[data-marks]", seat);
    const [across, down] = [(width / 2 - x) / width ** 2, (height / 2 - y) / height ** 2];
    const far = Math.max(
      Math.abs(across) / ((wide + marks.offsetWidth) / 2),
      Math.abs(down) / ((high + marks.offsetHeight) / 2),
    );
    marks.style.left = `${wide / 2 + across / far}px`;
    marks.style.top = `${high / 2 + down / far}px`;
  }
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
const isApart = (cells) =>
  cells.every((one, at) =>
    cells
      .slice(at + 1)
      .every(
        (other) =>
          Math.abs(one.x - other.x) >= (one.wide + other.wide) / 2 ||
          Math.abs(one.y - other.y) >= (one.high + other.high) / 2,
      ),
  );
