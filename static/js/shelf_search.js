// The shelf by keyboard: type and press Enter, or go down the list with the arrows; Esc clears, / leads here.

import { all, around, byId, debounce, find, get, valueIn, wordsOf } from "./dom.js";
import { newestPage } from "./fetch_page.js";
import { whenShown } from "./form_state.js";
import { keepRoving, rowByKey } from "./roving_focus.js";

const FIELDS = ["q", "team", "edition", "new"];
const ROW = "#hits .known:not(.there)";
const hits = () => byId("hits");
const newestHits = newestPage();

/** @param {import("./build.js").MakeChange} change */
export function searchShelf(change) {
  const shelf = byId("shelf");
  const field = byId("q", HTMLInputElement);
  const form = /** @type {HTMLFormElement} */ (field.form);
  const said = byId("hits-said");
  const rove = keepRoving(shelf, "#hits .known");
  /** What is asked for, and what the hits on the page are for. */
  const asked = () =>
    FIELDS.map((name) => (name === "new" ? (chip(name).checked ? "1" : "") : valueIn(form, name).trim()));
  const shown = () => FIELDS.map((name) => wordsOf(hits())[name].trim());
  const isShown = () => asked().join("\n") === shown().join("\n");
  /** @param {string} name */
  const chip = (name) => get(`[name=${name}]`, form, HTMLInputElement);

  async function search() {
    const query = new URLSearchParams(asked().map((value, index) => [FIELDS[index], value]));
    const page = await newestHits(`${field.dataset.hits}?${query}`);
    said.classList.toggle("visually-hidden", Boolean(page));
    said.textContent = page ? "" : wordsOf(said).offline;
    if (!page) return;
    hits().replaceWith(byId("hits", HTMLElement, page));
    said.textContent = hits().dataset.say ?? "";
    markPresent();
  }

  function clear() {
    form.reset();
    field.value = "";
    for (const one of all("[type=radio], [type=checkbox]", form, HTMLInputElement))
      one.checked = one.type === "radio" && !one.value;
    search();
  }

  /** Marks the characters that are on the script. If the focused button disappears, focus moves to the next one. */
  function markPresent() {
    const present = new Set(all(".row").map((row) => row.dataset.key));
    const focused = around(document.activeElement, "#hits .known");
    const cards = all("#hits .known");
    for (const one of cards) one.classList.toggle("there", present.has(one.dataset.key));
    if (focused?.classList.contains("there")) {
      const next = cards.slice(cards.indexOf(focused) + 1).find((one) => !one.classList.contains("there"));
      ((next && find(".plus", next)) ?? field).focus();
    }
    rove();
  }

  field.addEventListener("input", debounce(search, 70));
  // A phone's keyboard takes half of the window: the field goes to the top, and the hits are right below.
  const isPhone = matchMedia("(max-width: 47.99rem)");
  field.addEventListener("focus", () => isPhone.matches && form.scrollIntoView({ block: "start" }));
  field.addEventListener("search", search);
  form.addEventListener("change", ({ target }) => target !== field && search());
  // A second click on a chip turns it off.
  form.addEventListener("pointerdown", ({ target }) => {
    const radio = find("[type=radio]", around(target, ".chip") ?? form, HTMLInputElement);
    if (around(target, ".chip") && radio?.checked && radio.value)
      around(target, ".chip")?.addEventListener(
        "click",
        (event) => {
          event.preventDefault();
          get(`[name=${radio.name}][value=""]`, form, HTMLInputElement).click();
        },
        { once: true },
      );
  });
  const catchUp = () => isShown() || search();
  whenShown(catchUp);
  addEventListener("online", catchUp);
  document.addEventListener("clockwright:changed", markPresent);

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const [words, team, edition, isNew] = asked();
    if (!words || document.activeElement !== field) return void search();
    const top = find(".known", hits());
    // The hits may be older than the query; the server finds the top hit itself then.
    if (isShown() && top && !top.classList.contains("there")) get(".plus", top).click();
    else change(JSON.stringify({ op: "find", words, team, edition, new: isNew }), { label: `+ ${words}` });
    field.select();
  });

  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !isEmpty()) {
      event.preventDefault();
      clear();
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      find(`${ROW} .plus`)?.focus();
    }
  });
  const isEmpty = () => asked().every((value) => !value);

  shelf.addEventListener("keydown", (event) => {
    if (!around(event.target, "#hits .known")) return;
    const next = rowByKey(event, all(ROW));
    if (next) {
      event.preventDefault();
      get(".plus", next).focus();
    } else if (event.key === "ArrowUp") {
      event.preventDefault();
      field.focus();
    } else if (event.key === "Escape") {
      clear();
      field.focus();
    } else if (event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey) {
      field.focus();
      field.select();
    }
  });

  // A link on the script shows one team here.
  document.addEventListener("click", (event) => {
    const team = around(event.target, "[data-pick]")?.dataset.pick;
    if (!team || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    field.value = "";
    get(`[name=team][value="${team}"]`, form, HTMLInputElement).checked = true;
    document.dispatchEvent(new CustomEvent("clockwright:tab", { detail: "shelf" }));
    search();
    field.focus();
  });

  document.addEventListener("keydown", (event) => {
    const isSlash =
      event.key === "/" && !around(event.target, "input:not([type=checkbox], [type=radio]), textarea, select");
    const isCtrlK = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    if (!isSlash && !isCtrlK) return;
    event.preventDefault();
    document.dispatchEvent(new CustomEvent("clockwright:tab", { detail: "shelf" }));
    field.focus();
    field.select();
  });
}
