// Shows the whole ability beside a row that cuts it off, while the pointer or the focus is on it. Esc hides it.

import { around, find } from "./dom.js";

const PAUSE = 120;
const GAP = 8;

const card = Object.assign(document.createElement("div"), { className: "peek", hidden: true });
card.setAttribute("aria-hidden", "true"); // the row says the same
let timer = 0;

function hide() {
  clearTimeout(timer);
  card.hidden = true;
}

/** @param {HTMLElement} row */
function show(row) {
  const words = find(".row-words", row);
  if (!row.isConnected || !words || words.scrollWidth <= words.clientWidth) return;
  card.replaceChildren(...words.cloneNode(true).childNodes);
  card.hidden = false;
  const place = row.getBoundingClientRect();
  const { width, height } = card.getBoundingClientRect();
  const below = place.bottom + GAP + height <= innerHeight;
  card.style.top = `${below ? place.bottom + GAP / 2 : place.top - height - GAP / 2}px`;
  card.style.left = `${Math.max(GAP, Math.min(place.left, innerWidth - width - GAP))}px`;
}

export function peekAtAbilities() {
  document.body.append(card);
  for (const kind of ["pointerover", "focusin"]) {
    document.addEventListener(kind, (event) => {
      const isTouch = event instanceof PointerEvent && event.pointerType !== "mouse";
      const row = isTouch ? null : around(event.target, "[data-peek]");
      const isOpen = row?.parentElement?.hasAttribute("open");
      hide();
      if (row && !isOpen && (kind === "pointerover" || row.matches(":focus-visible")))
        timer = setTimeout(show, PAUSE, row);
    });
  }
  for (const kind of ["pointerdown", "scroll", "focusout"]) addEventListener(kind, hide, true);
  addEventListener("keydown", (event) => event.key === "Escape" && hide());
}
