// A form as the server sent it: somebody may have typed into it before the scripts were there.

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
