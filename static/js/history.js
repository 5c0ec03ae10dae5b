// The choice of a revision to compare with is sent at once; restoring a part keeps the place on the page; local times.

import { around, byId, find } from "./dom.js";
import { fetchPage } from "./fetch_page.js";
import { localMoments, localTimes } from "./local_times.js";

document.addEventListener("change", ({ target }) => {
  const form = around(target, "[data-submits]");
  if (form instanceof HTMLFormElement) form.requestSubmit();
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.restores === undefined) return;
  event.preventDefault();
  if (form.dataset.sent !== undefined) return;
  form.dataset.sent = "";
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const page = await fetchPage(form.action, { method: "POST", body });
  // Refused, or without a connection: the browser says so.
  if (!page || !find("#restored", page)) return form.submit();
  const other = body.get("with");
  history.replaceState(
    null,
    "",
    form.action.replace(/restore$/, other ? `?with=${other}` : "").replace(/\/(?=$|\?)/, ""),
  );
  document.title = page.title;
  byId("content").replaceChildren(...byId("content", HTMLElement, page).childNodes);
  localTimes();
  localMoments();
  byId("restored").focus({ preventScroll: true });
});
