// All icons of a set: every change of the settings is previewed on those in view.

import { all, byId, debounce, find, wordsOf } from "./dom.js";
import { sentState, stateOf, whenShown } from "./form_state.js";
import { iconSettings } from "./icon_settings.js";

const form = find("#icons", document, HTMLFormElement);
if (form) preview(form);

/** @param {HTMLFormElement} batch */
function preview(batch) {
  const panel = iconSettings(batch);
  const ticks = all('[name="who"]', batch, HTMLInputElement);
  const everyone = byId("all", HTMLInputElement);
  const alike = byId("place", HTMLInputElement);
  /** The settings that the pictures show. */
  let shown = sentState(batch, "who");

  const look = debounce(() => {
    shown = stateOf(batch, "who");
    const settings = { look: JSON.stringify(panel.read()), draft: "1", ...(alike.checked && { place: "1" }) };
    const query = new URLSearchParams(settings);
    for (const one of all("[data-after]", batch, HTMLImageElement)) one.src = `${wordsOf(one).after}?${query}`;
  }, 220);
  const showTicks = () => {
    const count = ticks.filter((one) => one.checked).length;
    everyone.checked = count === ticks.length;
    everyone.indeterminate = count > 0 && count < ticks.length;
  };

  panel.onTurn(look);
  panel.onChange(look);
  alike.addEventListener("change", look);
  everyone.addEventListener("change", () => ticks.forEach((one) => (one.checked = everyone.checked)));
  for (const one of ticks) one.addEventListener("change", showTicks);
  /** @type {HTMLElement} */ (everyone.closest(".tick")).hidden = false;
  whenShown(() => {
    showTicks();
    if (stateOf(batch, "who") !== shown) look();
  });
}
