// Form state from before the scripts were loaded: somebody may have typed, chosen or ticked already.

import { all } from "./dom.js";

/**
 * A copy of the form, alone in a fragment, with the values from the server.
 * @param {HTMLFormElement} form
 */
export function asSent(form) {
  const sent = new DocumentFragment();
  sent.append(form.cloneNode(true));
  for (const one of all("input", sent, HTMLInputElement)) {
    if (one.type !== "file") one.value = one.defaultValue;
    one.checked = one.defaultChecked;
  }
  for (const one of all("textarea", sent, HTMLTextAreaElement)) one.value = one.defaultValue;
  for (const one of all("option", sent, HTMLOptionElement)) one.selected = one.defaultSelected;
  return sent;
}

/**
 * The query that a form would send, without the fields of these names.
 * @param {HTMLFormElement} form
 * @param {...string} without
 */
export function stateOf(form, ...without) {
  const state = new URLSearchParams(/** @type {any} */ (new FormData(form))); // TypeScript forbids files in it; browsers write their names
  for (const name of without) state.delete(name);
  return state.toString();
}

/**
 * The same for the form as the server sent it.
 * @param {HTMLFormElement} form
 * @param {...string} without
 */
export const sentState = (form, ...without) =>
  stateOf(/** @type {HTMLFormElement} */ (asSent(form).firstElementChild), ...without);

/**
 * Handles input from before the scripts were loaded, and what the browser restores when it shows a page
 * again (after a reload, or by Back).
 * @param {() => void} catchUp
 */
export function whenShown(catchUp) {
  for (const kind of ["DOMContentLoaded", "pageshow"]) addEventListener(kind, () => catchUp());
}

/**
 * Lets a form be sent only once, with a progress message on its button; resets it when Back restores the page. (Not by
 * `disabled`, which drops the focus.)
 * @param {HTMLFormElement} form
 * @param {string} words
 */
export function sendOnce(form, words) {
  const button = /** @type {HTMLElement} */ (form.querySelector("button"));
  const label = button.textContent;
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent !== undefined) event.preventDefault();
    form.dataset.sent = "";
    button.textContent = words;
  });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    delete form.dataset.sent;
    button.textContent = label;
  });
}
