// Finds elements of a page, with the type that the caller expects of them.

/**
 * The element with an id; a template that lacks it is a mistake of ours.
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [kind]
 * @param {NonElementParentNode} [root]
 * @returns {T}
 */
export function byId(id, kind, root = document) {
  const found = root.getElementById(id);
  if (found instanceof (kind ?? HTMLElement)) return /** @type {T} */ (found);
  throw new Error(`#${id} is not on this page`);
}

/**
 * The first element that fits, or null.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [root]
 * @param {new () => T} [kind]
 * @returns {T | null}
 */
export function find(selector, root = document, kind) {
  const found = root.querySelector(selector);
  return found instanceof (kind ?? HTMLElement) ? /** @type {T} */ (found) : null;
}

/**
 * The first element that fits; a template that lacks it is a mistake of ours.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [root]
 * @param {new () => T} [kind]
 * @returns {T}
 */
export function get(selector, root = document, kind) {
  const found = find(selector, root, kind);
  if (found) return found;
  throw new Error(`${selector} is not on this page`);
}

/**
 * All elements that fit.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [root]
 * @param {new () => T} [kind]
 * @returns {T[]}
 */
export function all(selector, root = document, kind) {
  const found = [...root.querySelectorAll(selector)].filter((one) => one instanceof (kind ?? HTMLElement));
  return /** @type {T[]} */ (found);
}

/**
 * The element around (or at) the target of an event that fits, or null.
 * @param {EventTarget | null} target
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const around = (target, selector) =>
  target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(selector)) : null;

/**
 * The `data-…` attributes of an element that its template always writes.
 * @param {HTMLElement} element
 * @returns {Record<string, string>}
 */
export const wordsOf = (element) => /** @type {Record<string, string>} */ (element.dataset);

/**
 * What a field of a form says; empty where there is none of that name.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function valueIn(form, name) {
  const field = form.elements.namedItem(name);
  return field && "value" in field ? field.value : "";
}

/**
 * Calls a function once its calls have stopped for so many milliseconds.
 * @template {unknown[]} A
 * @param {(...given: A) => void} work
 * @param {number} pause
 * @returns {(...given: A) => void}
 */
export function debounce(work, pause) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(work, pause, ...given);
  };
}
