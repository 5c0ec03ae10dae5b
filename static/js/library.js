// Search as you type; menus; local times.

import { debounce, find, get } from "./dom.js";
import { newestPage } from "./fetch_page.js";
import { sentState, stateOf, whenShown } from "./form_state.js";
import "./local_times.js";
import "./menus.js";
import "./running_games.js";

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
    // Without a connection, Enter tries again.
    if (!page) return;
    get("[data-found]").replaceWith(get("[data-found]", page));
    shown = wanted;
    history.replaceState(null, "", `${box.action}?${wanted}`);
  };

  get("input[type=search]", box).addEventListener("input", debounce(search, 180));
  box.addEventListener("submit", async (event) => {
    event.preventDefault();
    await search();
    // What is found stands below; the field stays in view above it.
    box.scrollIntoView({ block: "start" });
  });
  whenShown(() => stateOf(box) !== shown && search());
}
