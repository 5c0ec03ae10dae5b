// For every page: the theme, the navigation of a script, forms that do not move the page, pending pictures of pages.

import { stored, store } from "./device_storage.js";
import { find, get, wordsOf } from "./dom.js";
import { watchNames } from "./explain.js";
import { openScripts } from "./open_script.js";
import { watchPages } from "./page_previews.js";
import { nextTheme, showTheme } from "./theme.js";
import "./undo_bar.js";

document.documentElement.classList.add("js");

const opener = find("[data-open]", document, HTMLFormElement);
if (opener) openScripts(opener);

// On a phone the navigation is one line that scrolls: scroll to the current page.
const line = find(".pages-of");
const current = line && find("[aria-current]", line);
if (current && line.scrollWidth > line.clientWidth) {
  line.scrollLeft = current.offsetLeft - line.offsetLeft - (line.clientWidth - current.offsetWidth) / 2;
}

// The theme changes at once; the server stores it for the next page.
const themes = get("[data-themes]", document, HTMLFormElement);
themes.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!(button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  const body = new FormData(themes);
  body.set("theme", nextTheme());
  showTheme(nextTheme())?.focus();
  fetch(themes.action, { method: "POST", body, redirect: "manual" }).catch(() => {});
});

// A form that leads back to its page leaves the reader where they are.
const HERE = "scrolled";
addEventListener("submit", ({ target }) => {
  const stays = target instanceof HTMLFormElement && "stays" in target.dataset;
  if (stays) store("sessionStorage", HERE, `${location.pathname} ${scrollY}`);
});
const [page, height] = stored("sessionStorage", HERE).split(" ");
store("sessionStorage", HERE, "");
if (page === location.pathname) addEventListener("load", () => scrollTo({ top: Number(height), behavior: "instant" }));

// Another language is another page.
const languages = find("[data-languages]", document, HTMLFormElement);
languages?.addEventListener("change", () => languages.requestSubmit());

watchPages(document);
watchNames(wordsOf(document.body).close);
