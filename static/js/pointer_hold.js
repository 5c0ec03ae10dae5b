// A press that began on a button ends on it: nothing on the page moves or is exchanged while a finger or a mouse button
// is down. (Writing in a field, then pressing a button saves the field; its answer may come in the middle of the press.)

/** A release that this page never hears of, outside the window say, holds nothing up for longer. */
const PATIENCE = 3000;
/** The click comes a moment after the release that makes it. */
const CLICK = 50;

/** What ends the press that is going on, and the last press until its click has come. */
/** @type {(() => void) | null} */
let release = null;
/** @type {Promise<void> | null} */
let press = null;

/** @param {PointerEvent} event */
function begin(event) {
  if (!event.isPrimary || event.button) return;
  end();
  /** @type {Promise<void>} */
  const mine = new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE);
    release = () => {
      clearTimeout(timer);
      setTimeout(resolve, CLICK);
    };
  });
  mine.then(() => press === mine && (press = null));
  press = mine;
}

function end() {
  release?.();
  release = null;
}

addEventListener("pointerdown", begin, true);
addEventListener("pointerup", end, true);
addEventListener("pointercancel", end, true);

/** Waits until nothing is pressed. */
export async function untilReleased() {
  while (press) await press;
}
