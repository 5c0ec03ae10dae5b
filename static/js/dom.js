// Finds elements of a page, with the type that the caller expects of them.

/**
 * The element with an id; throws if the template lacks it, which is a bug.
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
 * The first matching element, or null.
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
 * The first matching element; throws if the template lacks it, which is a bug.
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
 * All matching elements.
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
 * The closest matching element around (or at) the target of an event, or null.
 * @param {EventTarget | null} target
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const around = (target, selector) =>
  target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(selector)) : null;

/**
 * The `data-…` attributes of an element, which its template always writes.
 * @param {HTMLElement} element
 * @returns {Record<string, string>}
 */
export const wordsOf = (element) => /** @type {Record<string, string>} */ (element.dataset);

/**
 * The form of a sentence for a number, in the language of the page.
 * @param {string} forms as `translations.plurals` writes them
 * @param {number} count
 */
export function plural(forms, count) {
  const { lang } = document.documentElement;
  const form = JSON.parse(forms);
  const text = form[new Intl.PluralRules(lang).select(count)] ?? form.other;
  return String(text).replace(/\{\w+\}/, count.toLocaleString(lang));
}

/**
 * The value of a form field; empty if there is none of that name.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function valueIn(form, name) {
  const field = form.elements.namedItem(name);
  return field && "value" in field ? field.value : "";
}

/**
 * Debounces a function: calls it when there was no call for this many milliseconds.
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
