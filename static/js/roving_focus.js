// Roving focus: of a long list only one row is in the tab order; the arrow keys, Home and End lead to the others.

import { all, around } from "./dom.js";

const FOCUSABLE = "summary, button, a[href], input";

/**
 * Leaves one row of a list in the tab order: the focused one, else the first.
 * @param {HTMLElement[]} rows
 */
export function rove(rows) {
  const current = rows.find((row) => row.contains(document.activeElement)) ?? rows.find((row) => row.dataset.roved);
  for (const row of rows) setTabbable(row, row === (current ?? rows[0]));
}

/**
 * @param {HTMLElement} row
 * @param {boolean} isCurrent
 */
function setTabbable(row, isCurrent) {
  if (isCurrent) row.dataset.roved = "1";
  else delete row.dataset.roved;
  for (const one of all(FOCUSABLE, row)) one.tabIndex = isCurrent ? 0 : -1;
}

/**
 * The row that a key leads to, or null if it is another key or there is no such row.
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} rows
 */
export function rowByKey(event, rows) {
  const row = rows.find((one) => one.contains(/** @type {Node} */ (event.target)));
  const index = row ? rows.indexOf(row) : -1;
  const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 }[event.key];
  return to === undefined || event.ctrlKey || event.metaKey || event.altKey ? null : (rows[to] ?? null);
}

/**
 * Keeps a list roving: after a click or Tab into another row, that row is the one in the tab order.
 * @param {HTMLElement} root stays on the page
 * @param {string} selector of its rows
 */
export function keepRoving(root, selector) {
  const rows = () => all(selector, root);
  root.addEventListener("focusin", ({ target }) => around(target, selector)?.dataset.roved || rove(rows()));
  rove(rows());
  return () => rove(rows());
}
