// Lists with movable rows: dragged with SortableJS, or moved one step by a button or a key.

/**
 * Lets the rows of a list be dragged; `moved` is called with a row that was dropped elsewhere.
 * @param {HTMLElement} list
 * @param {(row: HTMLElement) => void} moved
 * @param {import("sortablejs").Options} options
 */
export function makeSortable(list, moved, options) {
  const { Sortable } = globalThis;
  if (!Sortable || Sortable.get(list)) return;
  Sortable.create(list, {
    animation: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 120,
    ghostClass: "ghost",
    onEnd: ({ item, oldIndex, newIndex }) => oldIndex !== newIndex && moved(item),
    ...options,
  });
}

/**
 * Moves a row by one, up (-1) or down (1). Returns whether it could move.
 * @param {Element} row
 * @param {number} by
 */
export function stepRow(row, by) {
  const other = by < 0 ? row.previousElementSibling : row.nextElementSibling;
  if (by < 0) other?.before(row);
  else other?.after(row);
  return other !== null;
}
