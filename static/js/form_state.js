// Forms before the scripts are there: somebody may have typed, chosen or ticked already.

/** A copy of the form, alone in a fragment, that says what the server said. */
export function asSent(form) {
  const sent = new DocumentFragment();
  sent.append(form.cloneNode(true));
  for (const one of sent.querySelectorAll("textarea, input")) {
    one.value = one.defaultValue;
    one.checked = one.defaultChecked;
  }
  for (const one of sent.querySelectorAll("option")) one.selected = one.defaultSelected;
  return sent;
}

/** What a form would send, as the query of an address; without the fields of these names. */
export function stateOf(form, ...without) {
  const state = new URLSearchParams(new FormData(form));
  for (const name of without) state.delete(name);
  return state.toString();
}

/** The same of the form as the server sent it. */
export const sentState = (form, ...without) => stateOf(asSent(form).firstElementChild, ...without);

/**
 * Catches up with what was done before the scripts were there, and with what the browser gives back when it shows a page
 * again (after a reload, or by Back).
 */
export function whenShown(catchUp) {
  for (const kind of ["DOMContentLoaded", "pageshow"]) addEventListener(kind, () => catchUp());
}
