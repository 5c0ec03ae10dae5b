// The Deal page: names around the table, which stay on this device; the Grimoire, hidden until it is wanted.

import { stored, store } from "./device_storage.js";
import { all, byId, find, get, wordsOf } from "./dom.js";
import { whenShown } from "./form_state.js";
import { savePicture } from "./grimoire_picture.js";
import { goesOnWith, isOver, isStarted, revealOneByOne, startOver } from "./reveal.js";

const NAMES = "clockwright.names";
/** The Grimoire is open on the next page as well: its game is dealt again. */
const OPEN = "clockwright.grimoire";
const { script = "" } = wordsOf(byId("deal"));
/** The address of the last game of this script on this device. */
const GAME = `clockwright.game.${script}`;
/** The same if its Grimoire was opened or its tokens were shown. */
const PLAYED = `clockwright.played.${script}`;
/** The same and the rows of its first night that are done, on lines. */
const NIGHT = `clockwright.night.${script}`;

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

// -- the last game --------------------------------------------------------------------------------------------------

/**
 * Asks a question of the page, and does something if the answer is yes.
 * @param {string} id
 * @param {() => void} action
 */
function ask(id, action) {
  const dialog = byId(id, HTMLDialogElement);
  dialog.returnValue = "";
  dialog.addEventListener("close", () => dialog.returnValue === "yes" && action(), { once: true });
  dialog.showModal();
}

for (const form of all("form[data-anew]", document, HTMLFormElement)) {
  form.addEventListener("submit", (event) => {
    const deal = () => {
      if (form.closest("[data-grimoire]")) store("sessionStorage", OPEN, script);
      form.submit();
    };
    event.preventDefault();
    const game = stored("localStorage", GAME);
    // Whoever keeps some tokens has looked at the others, and wants new ones.
    const isChosen = Boolean(find(".lock :checked", form, HTMLInputElement));
    if (isStarted(`${script} ${game}`) || (game && !isChosen && stored("localStorage", PLAYED) === game))
      ask("ask-again", deal);
    else deal();
  });
}

/** Leads back to the last game from the page without one. */
function offerLastGame() {
  const game = stored("localStorage", GAME);
  if (!game.startsWith("?") || find("[data-grimoire]")) return;
  const offer = byId("last-game");
  const number = new URLSearchParams(game).get("players") ?? "";
  get("b", offer).textContent = (offer.dataset.words ?? "").replace("{players}", number);
  get("a", offer, HTMLAnchorElement).href = `${location.pathname}${game}#dealt`;
  get("button", offer).onclick = () => {
    offer.hidden = true;
    field.focus();
  };
  offer.hidden = false;
}
offerLastGame();

// -- the dealt game -------------------------------------------------------------------------------------------------

if (find("[data-grimoire]")) showDealt(get("[data-grimoire]", document, HTMLDetailsElement));

/** @param {HTMLDetailsElement} grimoire */
function showDealt(grimoire) {
  const { game = "" } = wordsOf(byId("dealt"));
  const deal = `${script} ${game}`;
  const play = () => store("localStorage", PLAYED, game);
  store("localStorage", GAME, game);
  grimoire.open = stored("sessionStorage", OPEN) === script;
  store("sessionStorage", OPEN, "");
  grimoire.addEventListener("toggle", () => grimoire.open && play());
  // Back must not bring it back open, either.
  addEventListener("pagehide", () => (grimoire.open = false));
  /** @param {() => void} action */
  const openGrimoire = (action) => {
    const open = () => {
      grimoire.open = true;
      action();
    };
    if (grimoire.open || !isStarted(deal)) open();
    else ask("ask-storyteller", open);
  };
  get("summary", grimoire).addEventListener("click", (event) => {
    if (grimoire.open) return;
    event.preventDefault();
    openGrimoire(() => {});
  });
  keepNight(game);

  const dialog = byId("reveal", HTMLDialogElement);
  const start = get("[data-start]");
  const over = get("[data-start-over]");
  const first = start.textContent;
  const restart = over.textContent;
  const reveal = () => {
    grimoire.open = false;
    play();
    revealOneByOne(dialog, deal, namesIn(field.value));
  };
  const nameNext = () => {
    const next = goesOnWith(dialog, deal, namesIn(field.value), start.dataset.goOn);
    const isDone = isOver(dialog, deal);
    start.textContent = isDone ? (start.dataset.night ?? "") : next || first;
    over.textContent = isDone ? (over.dataset.repeat ?? "") : restart;
    over.hidden = !next && !isDone;
  };
  start.addEventListener("click", () => {
    if (!isOver(dialog, deal)) return reveal();
    openGrimoire(() => {
      byId("first-night").scrollIntoView();
      byId("first-night-head").focus({ preventScroll: true });
    });
  });
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

/**
 * Keeps on this device which rows of the first night are done.
 * @param {string} game
 */
function keepNight(game) {
  const boxes = all("#first-night input", document, HTMLInputElement);
  const [last, ...done] = stored("localStorage", NIGHT).split("\n");
  for (const box of boxes) {
    box.checked = last === game && done.includes(box.value);
    box.addEventListener("change", () => {
      const checked = boxes.filter((one) => one.checked).map((one) => one.value);
      store("localStorage", NIGHT, [game, ...checked].join("\n"));
    });
  }
}
