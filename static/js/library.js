// Search while one types; menus that close when one looks elsewhere; moments in the reader's time.

import { untilReleased } from "./pointer_hold.js";
import { sentState, stateOf, whenShown } from "./form_state.js";
import "./local_times.js";

const form = document.querySelector("[data-search]");
const field = form?.querySelector("input[type=search]");
let timer = 0;
let asked = null;
/** The search whose scripts are shown. */
let shown = form && sentState(form);

const search = async () => {
  asked?.abort();
  const mine = (asked = new AbortController());
  const wanted = stateOf(form);
  const address = `${form.action}?${wanted}`;
  try {
    const answer = await fetch(address, { signal: mine.signal });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    await untilReleased();
    if (mine.signal.aborted) return;
    document.querySelector("[data-found]").replaceWith(page.querySelector("[data-found]"));
    shown = wanted;
    history.replaceState(null, "", address);
  } catch {
    // Typed on, or no connection: Enter asks again.
  }
};

field?.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(search, 180);
});
if (form) whenShown(() => stateOf(form) !== shown && search());

const closeOthers = (kept) => {
  for (const menu of document.querySelectorAll("details.more[open]")) if (menu !== kept) menu.open = false;
};
addEventListener("click", (event) => closeOthers(event.target.closest?.("details.more")));
addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const open = document.querySelector("details.more[open]");
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
});
