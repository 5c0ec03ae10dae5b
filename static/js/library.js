// Search as you type; menus that close when focus leaves them; local times.

import { all, around, debounce, find, get } from "./dom.js";
import { newestPage } from "./fetch_page.js";
import { sentState, stateOf, whenShown } from "./form_state.js";
import "./local_times.js";

const form = find("[data-search]", document, HTMLFormElement);
if (form) searchScripts(form);

/** @param {HTMLFormElement} box */
function searchScripts(box) {
  const newest = newestPage();
  /** The search whose hits are shown. */
  let shown = sentState(box);

  const search = async () => {
    const wanted = stateOf(box);
    const page = await newest(`${box.action}?${wanted}`);
    // Without a connection, Enter searches again.
    if (!page) return;
    get("[data-found]").replaceWith(get("[data-found]", page));
    shown = wanted;
    history.replaceState(null, "", `${box.action}?${wanted}`);
  };

  get("input[type=search]", box).addEventListener("input", debounce(search, 180));
  whenShown(() => stateOf(box) !== shown && search());
}

const openMenus = () => all("details.more[open]", document, HTMLDetailsElement);
addEventListener("click", (event) => {
  const used = around(event.target, "details.more");
  for (const menu of openMenus()) if (menu !== used) menu.open = false;
});
addEventListener("keydown", (event) => {
  const [menu] = openMenus();
  if (event.key !== "Escape" || !menu) return;
  menu.open = false;
  get("summary", menu).focus();
});
