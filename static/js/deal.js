// The Deal page: names around the table, which stay on this device; the Grimoire, hidden until it is wanted.

import { stored, store } from "./device_storage.js";
import { all, byId, find, get, wordsOf } from "./dom.js";
import { whenShown } from "./form_state.js";
import { savePicture } from "./grimoire_picture.js";
import { goesOnWith, revealOneByOne, startOver } from "./reveal.js";

const NAMES = "clockwright.names";
/** Names the script whose Grimoire this tab left open. */
const OPEN = "clockwright.grimoire";

const players = byId("players", HTMLInputElement);
const field = byId("names", HTMLTextAreaElement);

/** @param {string} text */
const namesIn = (text) =>
  text
    .split("\n")
    .map((name) => name.trim())
    .filter(Boolean);

function showNames() {
  const names = namesIn(field.value);
  for (const one of all("[data-player]", document, Element)) {
    const words = wordsOf(/** @type {HTMLElement} */ (one));
    words.seat ??= one.textContent;
    const whole = names[Number(words.player) - 1] ?? words.seat;
    const most = Number(words.short ?? whole.length);
    one.textContent = whole.length > most ? `${whole.slice(0, most - 1)}…` : whole;
  }
}

field.addEventListener("input", () => {
  const number = namesIn(field.value).length;
  if (number >= Number(players.min) && number <= Number(players.max)) players.value = String(number);
  store("localStorage", NAMES, field.value.trim());
  showNames();
});
whenShown(() => {
  field.value ||= stored("localStorage", NAMES);
  showNames();
});

// -- the dealt game -------------------------------------------------------------------------------------------------

if (find("[data-grimoire]")) showDealt(get("[data-grimoire]", document, HTMLDetailsElement));

/** @param {HTMLDetailsElement} grimoire */
function showDealt(grimoire) {
  const { deal = "", script = "" } = wordsOf(byId("dealt"));
  if (stored("sessionStorage", OPEN) === script) grimoire.open = true;
  grimoire.addEventListener("toggle", () => store("sessionStorage", OPEN, grimoire.open ? script : ""));

  const dialog = byId("reveal", HTMLDialogElement);
  const start = get("[data-start]");
  const over = get("[data-start-over]");
  const first = start.textContent;
  const reveal = () => {
    grimoire.open = false;
    store("sessionStorage", OPEN, "");
    revealOneByOne(dialog, deal, namesIn(field.value));
  };
  const nameNext = () => {
    const next = goesOnWith(dialog, deal, namesIn(field.value), start.dataset.goOn);
    start.textContent = next || first;
    over.hidden = !next;
  };
  start.addEventListener("click", reveal);
  over.addEventListener("click", () => {
    startOver();
    reveal();
  });
  dialog.addEventListener("close", nameNext);
  field.addEventListener("input", nameNext);
  whenShown(nameNext);

  const again = get("[data-again]");
  const locks = all(".lock input", grimoire, HTMLInputElement);
  const label = () => {
    const { all: anew = "", others = "" } = wordsOf(again);
    again.textContent = locks.some((one) => one.checked) ? others : anew;
  };
  for (const lock of locks) lock.addEventListener("change", label);
  whenShown(label);

  const said = get("[data-said]", grimoire);
  const picture = get("[data-picture]", grimoire);
  picture.addEventListener("click", async () => {
    const { picture: name = "", failed = "" } = wordsOf(picture);
    const circle = get("[data-circle]", grimoire, SVGSVGElement);
    said.textContent = (await savePicture(circle, name)) ? "" : failed;
  });
  get("[data-print-page]", grimoire).addEventListener("click", () => print());
}
