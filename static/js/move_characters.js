// Moving characters inside their team: by mouse and finger with the grip, by the arrow keys on it.

import { all, around, get, wordsOf } from "./dom.js";
import { makeSortable, stepRow } from "./sortable_list.js";

/** A card follows the pointer; browsers' own drag image is faint. */
const LIFTED = { handle: ".grip", dragClass: "lifted", forceFallback: true, fallbackTolerance: 3 };

/** @param {import("./build.js").MakeChange} change */
export function moveCharacters(change) {
  /** @param {HTMLElement} row */
  const moved = (row) => {
    const next = row.nextElementSibling;
    const neighbor = /** @type {HTMLElement} */ (next ?? row.previousElementSibling);
    const { who } = wordsOf(row);
    const op = { op: "move", who: JSON.parse(who), [next ? "before" : "after"]: JSON.parse(wordsOf(neighbor).who) };
    change(JSON.stringify(op), { label: get(".grip", row).ariaLabel?.split(":")[0] });
  };

  const prepare = () => {
    for (const list of all("#sheet ol[data-team]")) makeSortable(list, moved, LIFTED);
  };

  document.addEventListener("keydown", (event) => {
    const grip = around(event.target, ".grip");
    const row = around(grip, ".row");
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!grip || !row || !by) return;
    event.preventDefault();
    if (!stepRow(row, by)) return;
    grip.focus();
    moved(row);
  });

  document.addEventListener("clockwright:changed", prepare);
  prepare();
}
