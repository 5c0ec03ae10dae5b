// The shelf by keyboard: type and press Enter, or go down the list with the arrows; Esc clears.

import { all, around, byId, debounce, find, get, wordsOf } from "./dom.js";
import { newestPage } from "./fetch_page.js";
import { whenShown } from "./form_state.js";

const hits = () => byId("hits");
const shownWords = () => wordsOf(hits()).q.trim();
const buttons = () => all("#hits .known:not(.there) .plus");
const newestHits = newestPage();

/** @param {import("./build.js").MakeChange} change */
export function searchShelf(change) {
  const shelf = byId("shelf");
  const field = byId("q", HTMLInputElement);

  async function search() {
    const page = await newestHits(`${field.dataset.hits}?${new URLSearchParams({ q: field.value })}`);
    if (!page) return;
    hits().replaceWith(byId("hits", HTMLElement, page));
    markPresent();
  }

  function clear() {
    field.value = "";
    search();
  }

  /** Marks the characters that are on the script. If the focused button disappears, focus moves to the next one. */
  function markPresent() {
    const present = new Set(all(".row").map((row) => row.dataset.key));
    const focused = around(document.activeElement, "#hits .known");
    const cards = all("#hits .known");
    for (const one of cards) one.classList.toggle("there", present.has(one.dataset.key));
    if (!focused?.classList.contains("there")) return;
    const next = cards.slice(cards.indexOf(focused) + 1).find((one) => !one.classList.contains("there"));
    ((next && find(".plus", next)) ?? field).focus();
  }

  field.addEventListener("input", debounce(search, 70));
  field.addEventListener("search", search);
  whenShown(() => field.value.trim() !== shownWords() && search());
  document.addEventListener("clockwright:changed", markPresent);

  field.form?.addEventListener("submit", (event) => {
    event.preventDefault();
    const words = field.value.trim();
    if (!words) return;
    const top = find(".known", hits());
    // The hits may be older than the query; the server finds the top hit itself then.
    if (shownWords() === words && top && !top.classList.contains("there")) get(".plus", top).click();
    else change(JSON.stringify({ op: "find", words }), { label: `+ ${words}` });
    field.select();
  });

  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && field.value) {
      event.preventDefault();
      clear();
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      buttons()[0]?.focus();
    }
  });

  shelf.addEventListener("keydown", (event) => {
    const known = around(event.target, ".plus, .known summary") && around(event.target, ".known");
    if (!known) return;
    const list = buttons();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      (list[list.indexOf(get(".plus", known)) + step] ?? (step < 0 ? field : list.at(-1)))?.focus();
    } else if (event.key === "Escape") {
      clear();
      field.focus();
    } else if (event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey) {
      field.focus();
      field.select();
    }
  });
}
