// Morphs parts of the page into those of a response (Idiomorph): an element that is in both stays the same
// element, so typing, ticking, scrolling and reading are not interrupted.

import { all, around, find } from "./dom.js";
import { localTimes } from "./local_times.js";

/** The digests of the pieces (rows, findings) on the page: a response refers to them instead of sending them again. */
export const shownPieces = () =>
  all("[data-piece]")
    .map((one) => one.dataset.piece)
    .join(" ");

/**
 * Morphs each part of a response into the part of the page with the same id. A response may have any of them. Returns
 * false, and changes nothing, if the response leaves out a piece that this page does not show (any more).
 * @param {Document} answer
 */
export function morphParts(answer) {
  if (!fillPieces(answer)) return false;
  const focus = rememberFocus();
  for (const part of /** @type {HTMLElement[]} */ ([...answer.body.children])) {
    const old = part.id && document.getElementById(part.id);
    if (!old) continue;
    if (part.dataset.live !== undefined) updateLiveRegion(old, part);
    else morph(old, part);
  }
  localTimes();
  restoreFocus(focus);
  return true;
}

/**
 * Inserts copies of the page's pieces where a response leaves them out (view_models/fragments.py).
 * @param {Document} answer
 */
function fillPieces(answer) {
  const shown = new Map(all("[data-piece]").map((one) => [one.dataset.piece ?? "", one]));
  const gaps = all("[data-same]", answer).map((gap) => ({
    gap,
    pieces: (gap.dataset.same ?? "").split(" ").map((one) => shown.get(one)),
  }));
  if (gaps.some(({ pieces }) => pieces.includes(undefined))) return false;
  const revision = find("#saved", answer)?.dataset.revision ?? "";
  for (const { gap, pieces } of gaps) gap.replaceWith(...pieces.flatMap((one) => (one ? [copyOf(one, revision)] : [])));
  for (const row of all(".row", answer)) {
    find('[id^="up-"]', row)?.toggleAttribute("disabled", !row.previousElementSibling);
    find('[id^="down-"]', row)?.toggleAttribute("disabled", !row.nextElementSibling);
  }
  return true;
}

/**
 * @param {HTMLElement} piece
 * @param {string} revision
 */
function copyOf(piece, revision) {
  const copy = /** @type {HTMLElement} */ (piece.cloneNode(true));
  copy.classList.remove("leaving");
  for (const field of all("input[name=revision]", copy, HTMLInputElement)) field.setAttribute("value", revision);
  // Copies typed text to the attribute, which Idiomorph compares.
  const typed = "input[name=note]";
  const fields = all(typed, piece, HTMLInputElement);
  for (const [index, field] of all(typed, copy, HTMLInputElement).entries())
    field.setAttribute("value", fields[index].value);
  return copy;
}

/**
 * Updates a live region only if its revision or text differs: otherwise it would be announced again.
 * @param {HTMLElement} old
 * @param {HTMLElement} part
 */
export function updateLiveRegion(old, part) {
  const isSame = Number(part.dataset.revision) === Number(old.dataset.revision);
  if (isSame && old.textContent.trim() === part.textContent.trim()) return;
  Object.assign(old.dataset, part.dataset);
  old.replaceChildren(...part.cloneNode(true).childNodes);
}

/**
 * @param {HTMLElement} old
 * @param {HTMLElement} part
 */
function morph(old, part) {
  const { Idiomorph } = globalThis;
  if (!Idiomorph) {
    old.replaceWith(part);
    return;
  }
  for (const root of [old, part]) nameFindings(root);
  Idiomorph.morph(old, part, {
    restoreFocus: false,
    callbacks: {
      beforeNodeMorphed: (node) => !(node instanceof Element && node.matches(".offers:not(:empty)")),
      beforeAttributeUpdated: (name, element) => !isReaders(name, element),
    },
  });
}

/**
 * Whether an attribute is the reader's own state, which no response contains: opened or ticked.
 * @param {string} name
 * @param {Element} element
 */
const isReaders = (name, element) =>
  element.id !== "" &&
  ((name === "open" && element.matches("details")) || (name === "checked" && element.matches(".tick")));

/**
 * Gives findings ids by their text: without an id, the next one in the list would take over position and focus.
 * @param {HTMLElement} root
 */
function nameFindings(root) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  for (const one of all(".problem:not([id])", root)) {
    const words = find(".message", one)?.textContent ?? "";
    const count = (seen.get(words) ?? 0) + 1;
    seen.set(words, count);
    one.id = `problem ${count} ${words}`;
  }
}

/** The current focus: by id, and by its row of the sheet in case that element is removed. */
function rememberFocus() {
  const active = document.activeElement;
  const row = around(active, ".row");
  return {
    isSet: active !== null && active !== document.body,
    id: active?.id ?? "",
    index: row ? all(".row").indexOf(row) : -1,
    kind: active?.classList[0] ?? "cross",
    isFinding: Boolean(around(active, "#problems")),
  };
}

/**
 * Moves focus from a removed element to the same id, the row in its position, the findings, or Undo.
 * @param {ReturnType<typeof rememberFocus>} focus
 */
function restoreFocus({ isSet, id, index, kind, isFinding }) {
  if (!isSet || document.activeElement !== document.body) return;
  const same = id ? document.getElementById(id) : null;
  const target = same && !same.matches(":disabled") ? same : (nearRow(index, kind) ?? nearFinding(isFinding));
  if (target?.matches("h2")) target.tabIndex = -1;
  target?.focus({ preventScroll: true });
}

/**
 * @param {number} index
 * @param {string} kind
 */
function nearRow(index, kind) {
  const row = index < 0 ? null : (all(".row")[index] ?? all(".row").at(-1));
  return row ? (find(`.${CSS.escape(kind)}`, row) ?? find(".cross", row)) : null;
}

/** @param {boolean} isFinding */
const nearFinding = (isFinding) =>
  isFinding ? find("#problems summary, #problems-head") : document.getElementById("undo");
