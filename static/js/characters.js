// The list of characters: menus, local times, and what others change meanwhile.

import { stampForms } from "./autosave.js";
import { byId, find, get } from "./dom.js";
import { fetchPage } from "./fetch_page.js";
import { watchRevision } from "./live.js";
import { localTimes } from "./local_times.js";
import "./menus.js";
import { updateLiveRegion } from "./morph.js";

const saved = byId("saved");
localTimes();

watchRevision(async (revision) => {
  if (revision === Number(saved.dataset.revision) || isBusy()) return;
  const fresh = await fetchPage(location.pathname);
  if (!fresh || isBusy()) return;
  const list = byId("c-list");
  const active = document.activeElement;
  const focused = list.contains(active) ? (active?.getAttribute("aria-label") ?? active?.textContent ?? "") : "";
  for (const id of ["c-list", "steps"]) byId(id).replaceWith(byId(id, HTMLElement, fresh));
  updateLiveRegion(saved, byId("saved", HTMLElement, fresh));
  localTimes();
  stampForms(Number(saved.dataset.revision));
  const same = focused ? [...byId("c-list").querySelectorAll("a, button, summary")] : [];
  const target = same.find((one) => (one.getAttribute("aria-label") ?? one.textContent) === focused);
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
});

const isBusy = () => Boolean(find("details.more[open]", get("main")));

// The form of a new character is further down: the caret goes with the page.
find(".to-new")?.addEventListener("click", (event) => {
  const field = find("#new input:not([type=hidden], [type=file])", document, HTMLInputElement);
  if (!field) return;
  event.preventDefault();
  byId("new").scrollIntoView({ block: "start" });
  field.focus({ preventScroll: true });
});
