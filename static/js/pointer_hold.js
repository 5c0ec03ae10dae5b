// A press that began on a button ends on it: nothing on the page moves or is replaced while a finger or a mouse button
// is down. (Pressing a button after typing in a field saves the field; its response may come during the press.)

/** The longest wait for a release that the page never sees, outside the window for example. */
const PATIENCE = 3000;
/** The click comes a moment after the release that makes it. */
const CLICK = 50;

/** Resolvers of the current press, and of the last press until its click. */
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
