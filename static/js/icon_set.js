// All icons of a set: every change of the settings shows on those that are in view.

import { settings } from "./icon_settings.js";
import { sentState, stateOf, whenShown } from "./form_state.js";

const form = document.getElementById("icons");
const PAUSE = 220;

if (form) {
  const panel = settings(form);
  const ticks = [...form.querySelectorAll('[name="who"]')];
  const all = document.getElementById("all");
  const alike = document.getElementById("place");
  let timer = 0;
  const choice = () => stateOf(form, "who");
  /** The choice that the pictures show. */
  let shown = sentState(form, "who");

  const look = () => {
    shown = choice();
    const asked = new URLSearchParams({ look: JSON.stringify(panel.read()), draft: "1", ...(alike.checked && { place: "1" }) });
    for (const one of form.querySelectorAll("[data-after]")) one.src = `${one.dataset.after}?${asked}`;
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE);
  };

  panel.onTurn(soon);
  panel.onChange(soon);
  alike.addEventListener("change", soon);
  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-preset]");
    if (!button) return;
    event.preventDefault();
    panel.take(JSON.parse(button.dataset.preset));
    look();
  });
  const tell = () => {
    const ticked = ticks.filter((one) => one.checked).length;
    all.checked = ticked === ticks.length;
    all.indeterminate = ticked > 0 && ticked < ticks.length;
  };
  all.addEventListener("change", () => ticks.forEach((one) => (one.checked = all.checked)));
  for (const one of ticks) one.addEventListener("change", tell);
  all.closest(".tick").hidden = false;
  whenShown(() => {
    tell();
    if (choice() !== shown) soon();
  });
}
