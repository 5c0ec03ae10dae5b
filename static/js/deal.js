// The Deal page: names around the table, which stay on this device; the Grimoire, hidden until it is wanted.

import { stored, store } from "./device_storage.js";
import { all, around, byId, find, get, valueIn, wordsOf } from "./dom.js";
import { fetchPage } from "./fetch_page.js";
import { whenShown } from "./form_state.js";
import { savePicture } from "./grimoire_picture.js";
import { showMarks } from "./grimoire_ring.js";
import {
  goesOnWith,
  hasLooked,
  isOver,
  isStarted,
  keepLeaveOut,
  onlyOutdated,
  outdatedSeats,
  revealOneByOne,
  startOver,
} from "./reveal.js";
import { addReminder, forgetMoved, lying, overAtDusk, ownerOf, removeReminder, tokensOf } from "./reminders.js";
import {
  die,
  markedAt,
  marksAt,
  noteStep,
  peopleOf,
  playersIn,
  seatLatecomer,
  stepOf,
  revive,
  stepped,
  storedGame,
  storeGame,
} from "./stored_game.js";
import { openTokenMenu } from "./token_menu.js";

const NAMES = "clockwright.names";
/** The number of players that somebody set by hand during this visit: it does not follow the names. */
const BY_HAND = "clockwright.players";
/** The Grimoire is open on the next page as well: its game is dealt again. */
const OPEN = "clockwright.grimoire";
/** A new deal was asked for: it replaces the stored game. */
const ANEW = "clockwright.anew";
const { script = "" } = wordsOf(byId("deal"));
/** The game, its night and the rows of its nights that are done, on lines. */
const NIGHT = `clockwright.night.${script}`;
const [NIGHT_WORD, OF] = ["night ", " of "];

// The Grimoire is closed on coming back: where the page was scrolled to is no longer there.
history.scrollRestoration = "manual";

const players = byId("players", HTMLInputElement);
const travellers = byId("travellers", HTMLInputElement);
const field = byId("names", HTMLTextAreaElement);
const place = byId("game-place");

/** Learns the character of whoever was executed. */
const UNDERTAKER = "undertaker";

/** The game on this page, which need not be the stored one. @type {import("./stored_game.js").StoredGame | null} */
let game = null;
/** Whether the game on this page is the stored one. */
let isStored = false;
/** The night that is shown, and the latest that was. */
let [night, latest] = [1, 1];

/** @param {string} text */
const namesIn = (text) =>
  text
    .split("\n")
    .map((name) => name.trim())
    .filter(Boolean);

function showNames() {
  const names = game?.names ?? [];
  for (const one of all("[data-player]", document, Element)) {
    const words = wordsOf(/** @type {HTMLElement} */ (one));
    words.seat ??= one.textContent;
    const name = names[Number(words.player) - 1];
    const whole = (name && words.after?.replace("{player}", () => name)) || name || words.seat || "";
    const most = Number(words.short ?? whole.length);
    one.textContent = whole.length > most ? `${whole.slice(0, most - 1)}…` : whole;
  }
}

// -- the numbers of the form ----------------------------------------------------------------------------------------

/** The number of players follows the names unless it was set by hand; where they differ, the page says so. */
function follow() {
  const number = namesIn(field.value).length;
  const isPossible = number >= Number(players.min) && number <= Number(players.max);
  const byHand = stored("sessionStorage", BY_HAND);
  if (byHand) players.value = byHand;
  else if (isPossible) players.value = String(number);
  sayDifference(number, isPossible);
  const least = Math.max(0, Number(players.value) - Number(travellers.dataset.seats));
  travellers.min = String(least);
  const own = Number(travellers.dataset.own ?? travellers.value);
  if (travellers.dataset.own === undefined) travellers.dataset.own = String(own > least ? own : 0);
  travellers.value = String(Math.max(least, Number(travellers.dataset.own)));
  offerNewNames();
}

/**
 * @param {number} number
 * @param {boolean} isPossible
 */
function sayDifference(number, isPossible) {
  const box = byId("differs");
  const chosen = Number(players.value);
  const { many, few, none, use = "" } = wordsOf(box);
  const left = number > chosen ? namesIn(field.value).slice(chosen).join(", ") : String(chosen - number);
  const words = !isPossible ? none : number > chosen ? many : few;
  const filled = (words ?? "").replace("{names}", String(number)).replace("{players}", String(chosen));
  get("span", box).textContent = filled.replace("{left}", () => left);
  const button = get("button", box);
  button.hidden = !isPossible;
  button.textContent = use.replace("{names}", String(number));
  box.hidden = !number || number === chosen;
}

field.addEventListener("input", () => {
  store("localStorage", NAMES, field.value.trim());
  if (!field.value.trim()) store("sessionStorage", BY_HAND, "");
  follow();
});
players.addEventListener("input", () => {
  store("sessionStorage", BY_HAND, players.value === String(namesIn(field.value).length) ? "" : players.value);
  follow();
});
travellers.addEventListener("input", () => (travellers.dataset.own = travellers.value));
get("button", byId("differs")).addEventListener("click", () => {
  store("sessionStorage", BY_HAND, "");
  follow();
  players.focus();
});

const rename = byId("rename");

/** Offers to give the players of this game the names in the form: never by itself. */
function offerNewNames() {
  const names = namesIn(field.value);
  const isOther = names.some((name, at) => name !== game?.names[at]);
  rename.hidden = !game || !isOther || names.length !== playersIn(game);
}

rename.addEventListener("click", () => {
  if (!game) return;
  noteStep(game, stepOf(game, rename.textContent));
  game.names = namesIn(field.value);
  keep();
  showNames();
  showState();
  offerNewNames();
});

// -- the game of this page ------------------------------------------------------------------------------------------

/** Stores the game of this page, which replaces another one. */
function keep() {
  isStored = true;
  storeGame(script, game);
}

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

/**
 * Does something that makes the game of this page the one that is played.
 * @param {() => void} action
 */
function play(action) {
  const go = () => {
    if (game) game.isPlayed = true;
    keep();
    byId("last-game").hidden = true;
    action();
  };
  if (!isStored && storedGame(script)?.isPlayed) ask("ask-again", go);
  else go();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.anew === undefined) return;
  const deal = () => {
    if (form.closest("[data-grimoire]")) store("sessionStorage", OPEN, script);
    store("sessionStorage", ANEW, script);
    form.submit();
  };
  event.preventDefault();
  // Whoever keeps some tokens has looked at the others, and wants new ones.
  const isChosen = Boolean(find(".lock :checked", form, HTMLInputElement));
  const last = storedGame(script);
  if (last && (isStarted(last) || (last.isPlayed && !isChosen))) ask("ask-again", deal);
  else deal();
});

/** Leads back to the stored game from a page that does not show it. */
function offerLastGame() {
  const last = storedGame(script);
  if (!last) return;
  const offer = byId("last-game");
  get("b", offer).textContent = (offer.dataset.words ?? "").replace("{players}", String(playersIn(last)));
  get("a", offer, HTMLAnchorElement).href = `${location.pathname}${last.query}#dealt`;
  get("button", offer).onclick = () => {
    offer.hidden = true;
    field.focus();
  };
  offer.hidden = false;
}

const embedded = () => find("#change [name=game]", place, HTMLInputElement)?.value ?? "";

/** Shows the stored game if this is its address: it stays as it was dealt, whatever its script has become. */
async function begin() {
  field.value ||= stored("localStorage", NAMES);
  const last = storedGame(script);
  const isAnew = stored("sessionStorage", ANEW) === script;
  store("sessionStorage", ANEW, "");
  const query = find("#dealt", place)?.dataset.game ?? location.search;
  if (last && last.query === query && !(isAnew && embedded())) {
    [game, isStored] = [last, true];
    // That its script can no longer be dealt is no matter to a game that was.
    if (!isAnew) find("#fault")?.remove();
    if (embedded() === last.game) showDealt();
    else await change(new FormData());
  } else if (embedded()) {
    const id = String(Date.now());
    game = { id, query, game: embedded(), names: namesIn(field.value), isPlayed: false };
    if (last?.isPlayed && !isAnew) offerLastGame();
    else keep();
    showDealt();
  } else offerLastGame();
  follow();
}

/**
 * Has the server show the game, after a change if the fields name one. Returns whether it did.
 * @param {FormData} fields
 */
async function change(fields) {
  if (!game) return false;
  fields.set("game", game.game);
  place.inert = true;
  const page = await fetchPage(place.dataset.address ?? "", { method: "POST", body: fields });
  place.inert = false;
  const part = page?.getElementById("game-place");
  if (!part || !find("#change", part)) {
    find("[data-failure]", place)?.remove();
    const words = Object.assign(document.createElement("p"), { className: "fault", role: "alert" });
    words.textContent = place.dataset.failed ?? "";
    words.dataset.failure = "";
    place.prepend(words);
    if (embedded() !== game.game) find("#dealt", place)?.remove();
    return false;
  }
  const wasOpen = find("[data-grimoire]", place, HTMLDetailsElement)?.open;
  const isByHand = find(".by-hand", place, HTMLDetailsElement)?.open;
  const top = scrollY;
  place.replaceChildren(...part.childNodes);
  game.game = embedded();
  if (isStored) keep();
  const byHand = find(".by-hand", place, HTMLDetailsElement);
  if (byHand) byHand.open = Boolean(isByHand);
  showDealt(wasOpen);
  if (wasOpen !== undefined) scrollTo({ top, behavior: "instant" });
  return !find(".dealt > .fault", place);
}

/**
 * A change by hand: names sit where their players do.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 */
async function changeByHand(form, button) {
  if (!game) return;
  const { names } = game;
  const before = stepOf(game, "");
  const what = button?.getAttribute("value") ?? "";
  const fields = new FormData(form);
  fields.set("change", what);
  if (hasBegun(game)) fields.set("begun", "1");
  const latecomer = find("#latecomer", place, HTMLInputElement)?.value.trim() ?? "";
  const at = Number(valueIn(form, "at")) - 1;
  const [one, other] = [Number(valueIn(form, "seat")) - 1, Number(valueIn(form, "other")) - 1];
  const withNames = button?.dataset.withNames !== undefined;
  const changed = Number(valueIn(form, "changing")) - 1;
  const become = find("select[name=become]", place, HTMLSelectElement)?.selectedOptions[0]?.text ?? "";
  const chosen = find(`select[name="${what}"]`, place, HTMLSelectElement);
  const says = chosen && { label: chosen.labels[0]?.firstElementChild, text: chosen.selectedOptions[0]?.text ?? "" };
  const [kind = "", number] = what.split(" ");
  if (!(await change(fields))) return; // which also lets the form choose its first options again
  if (what === "join" && (names.length || latecomer)) {
    while (names.length < at) names.push("");
    names.splice(at, 0, latecomer);
  }
  if (what === "join") seatLatecomer(game, at);
  if (withNames) {
    while (names.length && names.length <= Math.max(one, other)) names.push("");
    for (const list of /** @type {unknown[][]} */ ([names, peopleOf(game)])) {
      if (list.length) [list[one], list[other]] = [list[other], list[one]];
    }
  }
  before.what = (button?.textContent ?? "").trim();
  if (says && kind === "bluff") before.what = `${says.label?.textContent ?? ""} – ${says.text}`;
  if (says && kind === "token") before.what = `${playerAt(Number(number) - 1)} – ${says.text}`;
  if (what === "join") before.what = `+ ${playerAt(at)}`;
  if (what === "exchange") before.what = `${playerAt(one)} ↔ ${playerAt(other)}`;
  if (what === "turn") before.what = `${playerAt(changed)} – ${before.what}`;
  if (what === "become") before.what = `${playerAt(changed)} – ${become}`;
  noteStep(game, before);
  forgetMoved(place, game);
  if (isStored) keep();
  showNames();
  showState();
  sayDone(before.what);
  const isFolded = ["exchange", "turn", "become"].includes(what) && !find(".by-hand[open]", place);
  const tapped = what === "exchange" ? other : changed;
  const atOnce = `select[name="${what}"][data-at-once]`;
  const token = isFolded ? `[data-ring] [data-pick="${tapped + 1}"]` : `button[value="${what}"]`;
  const again = what === "join" ? `[data-reveal-one="${at + 1}"]` : kind === "bluff" ? atOnce : token;
  find(again, place)?.focus({ preventScroll: true });
}

/**
 * Whether anybody has looked at their token, or the first night is over.
 * @param {NonNullable<typeof game>} played
 */
const hasBegun = (played) => Object.keys(played.seen ?? {}).length > 0 || latest > 1;

/** @param {number} at */
const playerAt = (at) => get(`.bag [data-player="${at + 1}"]`, place).textContent ?? "";

/**
 * Says in the bar over the page what was done to the game, and who has to look again.
 * @param {string} what
 */
function sayDone(what) {
  const outdated = all("[data-outdated] li > span", place).map((one) => one.textContent);
  byId("game-said").textContent = [what, ...outdated].join(" · ");
}

const steps = byId("steps", HTMLFormElement);
steps.addEventListener("submit", (event) => {
  event.preventDefault();
  const way = event.submitter?.id === "redo" ? "redo" : "undo";
  const before = game;
  const taken = game && stepped(game, way);
  if (!taken || place.inert) return;
  const stay = holdNight();
  play(async () => {
    const isSameDeal =
      stepOf(taken.game, "").game === stepOf(/** @type {NonNullable<typeof game>} */ (before), "").game;
    game = taken.game;
    // What the Storyteller marked is known here alone.
    if (isSameDeal || (await change(new FormData()))) {
      keep();
      showNames();
      showState();
      const { undone = "", redone = "" } = wordsOf(steps);
      sayDone((way === "undo" ? undone : redone).replace("{what}", () => taken.what));
      return stay();
    }
    game = before;
    keep();
  });
});

/**
 * Notes where the row of the night is that the Storyteller reads. Returns what brings it back there, whatever became
 * longer or shorter above it.
 */
function holdNight() {
  const [top, inside] = [scrollY, find("#tonight", place)?.scrollTop ?? 0];
  const places = () => all("[data-night]:not([hidden]) .wakes input", place, HTMLInputElement);
  const row = places().find((one) => one.getBoundingClientRect().top >= 0);
  const before = row?.getBoundingClientRect().top ?? 0;
  return () => {
    const tonight = find("#tonight", place);
    if (tonight) tonight.scrollTop = inside;
    const same = row && before < innerHeight ? places().find((one) => one.value === row.value) : undefined;
    scrollTo({ top: same ? scrollY + same.getBoundingClientRect().top - before : top, behavior: "instant" });
  };
}

/** What the button of the reveal says; the page of the game sets it. */
let showState = () => {};

/** @param {boolean} [isOpen] whether its Grimoire is open */
function showDealt(isOpen) {
  const grimoire = get("[data-grimoire]", place, HTMLDetailsElement);
  grimoire.open = isOpen ?? stored("sessionStorage", OPEN) === script;
  store("sessionStorage", OPEN, "");
  grimoire.addEventListener("toggle", () => {
    // Who has to look again says which token they saw.
    if (!grimoire.open) byId("game-said").textContent = "";
    if (!grimoire.open) stopExchange();
    if (grimoire.open && isStored && game && !game.isPlayed) play(() => {});
  });
  /** @param {() => void} action */
  const openGrimoire = (action) => {
    const open = () =>
      play(() => {
        grimoire.open = true;
        action();
      });
    if (grimoire.open || !isStarted(game)) open();
    else ask("ask-storyteller", open);
  };
  get("summary", grimoire).addEventListener("click", (event) => {
    if (grimoire.open) return;
    event.preventDefault();
    openGrimoire(() => goTo("play"));
  });
  keepNight(game?.id ?? "");
  showNames();

  const dialog = byId("reveal", HTMLDialogElement);
  const start = get("[data-start]", place);
  const over = get("[data-start-over]", place);
  const first = start.textContent;
  const restart = over.textContent;
  /** @param {number} [only] */
  const reveal = (only) => show({ only });
  /**
   * The Grimoire is closed while somebody else has the phone, and opens again only for the Storyteller. Who is shown a
   * card by them never has it.
   * @param {{ only?: number | undefined, card?: Node }} what
   */
  const show = (what) =>
    play(() => {
      const isBack = grimoire.open && (what.only !== undefined || what.card !== undefined);
      const focused = document.activeElement;
      const tonight = byId("tonight");
      const [top, inside] = [scrollY, tonight.scrollTop];
      grimoire.open = false;
      const comeBack = () => {
        grimoire.open = true;
        if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
        tonight.scrollTop = inside;
        scrollTo({ top, behavior: "instant" });
      };
      const whenOver = () => {
        showState();
        if (isBack && what.card) comeBack();
        else if (isBack) ask("ask-storyteller", comeBack);
      };
      if (game) revealOneByOne(dialog, game, keep, { ...what, whenOver });
    });
  showState = () => {
    if (!game) return;
    const next = goesOnWith(game, start.dataset.goOn);
    const isDone = isOver(game);
    const alone = onlyOutdated(game);
    const { token = "", lesson = "" } = wordsOf(start);
    const again = alone && (alone.name ? token : lesson).replace("{player}", () => playerAt(alone.at));
    start.textContent = isDone ? byId("tonight-head").textContent : again || next || first;
    over.textContent = isDone || again ? (isDone && next) || (over.dataset.repeat ?? "") : restart;
    over.hidden = !next && !isDone;
    showMarks(place, game, night);
    showOver();
    showDay();
    showOutdated();
    byId("undo", HTMLButtonElement).disabled = !game.past?.length;
    byId("redo", HTMLButtonElement).disabled = !game.future?.length;
  };
  const outdated = get("[data-outdated]", place);
  const showOutdated = () => {
    const { token = "", lesson = "" } = wordsOf(outdated);
    outdated.replaceChildren(
      ...outdatedSeats(/** @type {NonNullable<typeof game>} */ (game)).map(({ at, name }) => {
        const line = document.createElement("li");
        const words = document.createElement("span");
        words.textContent = (name ? token : lesson)
          .replace("{name}", () => name)
          .replace("{player}", () => playerAt(at));
        const button = /** @type {HTMLElement} */ (get(`[data-reveal-one="${at + 1}"]`, place).cloneNode(true));
        button.addEventListener("click", () => reveal(at));
        line.append(words, " ", button);
        return line;
      }),
    );
  };
  start.addEventListener("click", () => {
    if (game && !isOver(game)) return reveal(onlyOutdated(game)?.at);
    openGrimoire(() => {
      goTo("tonight");
      byId("tonight-head").focus({ preventScroll: true });
    });
  });
  over.addEventListener("click", () => {
    // A round that repeats the first one goes on where it was stopped.
    if (game && !(isOver(game) && goesOnWith(game, " "))) startOver(game);
    reveal();
  });
  for (const one of all("[data-reveal-one]", place)) {
    one.addEventListener("click", () => reveal(Number(one.dataset.revealOne) - 1));
  }
  showState();

  keepLeaveOut(get("[data-leave-out]", place, HTMLInputElement), showState);
  const form = byId("change", HTMLFormElement);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { submitter } = event;
    const isExchange = submitter?.getAttribute("value") === "exchange" && submitter.dataset.withNames === undefined;
    const go = () => play(() => changeByHand(form, submitter));
    const seats = ["seat", "other"].map((name) => Number(valueIn(form, name)) - 1);
    const looked = isExchange && game ? seats.filter((at) => game && hasLooked(game, at)) : [];
    if (!looked.length) return go();
    const words = byId("ask-exchange-words");
    words.dataset.words ??= words.textContent;
    words.textContent = words.dataset.words.replace("{players}", () => looked.map(playerAt).join(", "));
    ask("ask-exchange", go);
  });
  for (const choice of all("[data-at-once]", grimoire, HTMLSelectElement)) {
    choice.addEventListener("change", () => form.requestSubmit(find(`button[value="${choice.name}"]`, place)));
  }
  const stopExchange = offerTokenMenus(form, grimoire, reveal);
  for (const button of all("[data-card]", grimoire)) {
    const card = get("template", button, HTMLTemplateElement);
    button.addEventListener("click", () => show({ card: card.content.cloneNode(true) }));
  }
  offerPlaces(grimoire);
  offerCharacters(grimoire, (card) => show({ card }));
  get("[data-over-remove]", place).addEventListener("click", () => {
    const gone = game ? overAtDusk(game, night) : [];
    const { words = "" } = wordsOf(get("[data-over-remove]", place));
    const what = words.replace("{reminders}", () => gone.map((one) => one.text).join(", "));
    mark(what, (played) => gone.forEach((one) => removeReminder(played, one)));
    byId("tonight-head").focus({ preventScroll: true });
  });
  get("[data-over-keep]", place).addEventListener("click", () => {
    const kept = game ? overAtDusk(game, night) : [];
    for (const one of kept) {
      if (game) removeReminder(game, one);
      if (game) addReminder(game, { ...one, night });
    }
    keep();
    showState();
    byId("tonight-head").focus({ preventScroll: true });
  });
  const executed = get("[data-executed]", place, HTMLSelectElement);
  executed.addEventListener("change", () => execute(executed));

  const again = get("[data-again]", place);
  const locks = all(".lock input", grimoire, HTMLInputElement);
  const label = () => {
    const { all: anew = "", others = "" } = wordsOf(again);
    again.textContent = locks.some((one) => one.checked) ? others : anew;
  };
  for (const lock of locks) lock.addEventListener("change", label);
  label();

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
 * The menu at each token, in the circle and in the list. Returns what ends an exchange for which no second player was
 * chosen yet.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} grimoire
 * @param {(at: number) => void} reveal
 */
function offerTokenMenus(form, grimoire, reveal) {
  const bar = get("[data-exchanging]", grimoire);
  const said = get("[data-words]", bar);
  /** @type {number | null} */
  let first = null;
  const stop = () => {
    first = null;
    bar.hidden = true;
    said.textContent = "";
    find(".is-picked", grimoire)?.classList.remove("is-picked");
  };
  /** @param {number} at */
  const start = (at) => {
    first = at;
    bar.hidden = false;
    said.textContent = (said.dataset.words ?? "").replace("{player}", () => playerAt(at));
    find(`[data-ring] [data-at="${at + 1}"]`, grimoire)?.classList.add("is-picked");
    get("button", bar).focus({ preventScroll: true });
  };
  /** @param {number} at */
  const exchangeWith = (at) => {
    const pair = /** @type {const} */ ([
      ["seat", first ?? at],
      ["other", at],
    ]);
    stop();
    if (pair[0][1] === at) return;
    for (const [name, one] of pair) get(`select[name=${name}]`, place, HTMLSelectElement).value = String(one + 1);
    form.requestSubmit(get('button[value="exchange"]', place));
  };
  get("button", bar).addEventListener("click", stop);
  grimoire.addEventListener("keydown", (event) => event.key === "Escape" && stop());
  for (const button of all("[data-pick]", grimoire)) {
    const at = Number(button.dataset.pick) - 1;
    button.addEventListener("click", () => {
      if (!game) return;
      if (first !== null) return exchangeWith(at);
      openTokenMenu(button, at, game, {
        mark: (what, action) => markPlayer(at, what, action),
        die: () => markDead(at),
        place: (option) => placeReminder(at, option),
        remove: (one) => mark(saidOf("removed", at, one.text), (played) => removeReminder(played, one)),
        show: () => reveal(at),
        exchange: () => start(at),
        change: (what, character) => {
          get("select[name=changing]", place, HTMLSelectElement).value = String(at + 1);
          if (character) get("select[name=become]", place, HTMLSelectElement).value = character;
          form.requestSubmit(get(`button[value="${what}"]`, place));
        },
      });
    });
  }
  return stop;
}

/**
 * Changes what the Storyteller marked.
 * @param {string} what
 * @param {(played: import("./stored_game.js").StoredGame) => void} action
 */
const mark = (what, action) =>
  play(() => {
    if (!game) return;
    const before = stepOf(game, what);
    action(game);
    noteStep(game, before);
    keep();
    showState();
    sayDone(what);
  });

/**
 * @param {number} at
 * @param {string} what
 * @param {(marked: import("./stored_game.js").Marked) => void} action
 */
const markPlayer = (at, what, action) => mark(`${playerAt(at)} – ${what}`, (played) => action(marksAt(played, at)));

/**
 * What was done with a reminder token.
 * @param {"added" | "removed"} what
 * @param {number} at
 * @param {string} text
 */
const saidOf = (what, at, text) =>
  (wordsOf(byId("token-menu"))[what] ?? "").replace("{player}", () => playerAt(at)).replace("{name}", () => text);

/** @param {number} at */
const markDead = (at) =>
  markPlayer(at, get('[data-do="die"]', byId("token-menu")).textContent, (marked) => die(marked, night));

/**
 * Places a reminder token at a player. If all of them lie already, one of them is moved.
 * @param {number} at
 * @param {HTMLOptionElement} option
 */
function placeReminder(at, option) {
  if (!game) return;
  if (option.dataset.dies !== undefined) return markDead(at);
  const [text, by] = [option.value, ownerOf(option)];
  const there = lying(game).filter((one) => one.by === by && one.text === text);
  /** @param {import("./reminders.js").Reminder} [moved] */
  const put = (moved) => {
    const isMoved = moved && moved.at !== at;
    const what = isMoved ? `${text} – ${playerAt(moved.at)} → ${playerAt(at)}` : saidOf("added", at, text);
    mark(what, (played) => {
      if (moved) removeReminder(played, moved);
      addReminder(played, { at, text, by, night });
    });
  };
  if (!by || there.length < Number(option.dataset.number ?? 1)) return put();
  if (there.length === 1) return put(there[0]);
  const menu = byId("take-menu", HTMLDialogElement);
  const said = get("[data-words]", menu);
  said.textContent = (said.dataset.words ?? "").replace("{name}", () => text);
  get(".choices", menu).replaceChildren(
    ...there.map((one) => {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "button" });
      button.textContent = playerAt(one.at);
      button.addEventListener("click", () => {
        menu.close();
        put(one);
      });
      return button;
    }),
  );
  menu.showModal();
}

/**
 * The reminder tokens in the steps of a night: a tap, and a tap on the player who gets it.
 * @param {HTMLElement} grimoire
 */
function offerPlaces(grimoire) {
  const menu = byId("place-menu", HTMLDialogElement);
  const choice = get("[data-text]", menu, HTMLSelectElement);
  const now = get("[data-now]", menu);
  /** @type {HTMLOptionElement[]} */
  let options = [];
  const chosen = () => options[choice.selectedIndex];
  const sayNow = () => {
    const [option] = [chosen()];
    const own = game && option ? lying(game).filter((one) => one.by === ownerOf(option)) : [];
    const there = own.filter((one) => one.text === choice.value).map((one) => playerAt(one.at));
    now.textContent = there.length ? (now.dataset.now ?? "").replace("{players}", () => there.join(", ")) : "";
  };
  // Who is dead or protected matters to who gets a token.
  const sayMarks = () => {
    for (const button of all("[data-seat-of]", menu)) {
      find("small", button)?.remove();
      const seat = get(`[data-ring] [data-at="${button.dataset.seatOf}"]`, grimoire);
      const marks = all("[data-state], .marker:not([hidden])", seat).map((one) => one.textContent.trim());
      const textContent = marks.filter(Boolean).join(" · ");
      if (textContent) button.append(" ", Object.assign(document.createElement("small"), { textContent }));
    }
  };
  choice.addEventListener("change", sayNow);
  for (const button of all("[data-place]", grimoire)) {
    button.addEventListener("click", () => {
      const { place: by = "", text } = wordsOf(button);
      options = tokensOf(by);
      choice.replaceChildren(...options.map((one) => new Option(one.value)));
      if (text) choice.value = text;
      sayNow();
      sayMarks();
      menu.showModal();
      get("h2", menu).focus({ preventScroll: true });
    });
  }
  for (const button of all("[data-seat-of]", menu)) {
    button.addEventListener("click", () => {
      menu.close();
      const option = chosen();
      if (option) placeReminder(Number(button.dataset.seatOf) - 1, option);
    });
  }
  for (const one of all("[data-close]", place)) one.addEventListener("click", () => one.closest("dialog")?.close());
}

/**
 * The character tokens that the Storyteller shows during a night: the one that the game gives is chosen already.
 * @param {HTMLElement} grimoire
 * @param {(card: Node) => void} show
 */
function offerCharacters(grimoire, show) {
  const menu = byId("show-menu", HTMLDialogElement);
  const choice = get("select", menu, HTMLSelectElement);
  const go = get("[data-show-it]", menu, HTMLButtonElement);
  const update = () => (go.disabled = !choice.value);
  choice.addEventListener("change", update);
  /** @type {HTMLElement | null} */
  let opener = null;
  for (const button of all("[data-show-character]", grimoire)) {
    button.addEventListener("click", () => {
      opener = button;
      choice.value = wordsOf(button).showCharacter || markedCharacter(wordsOf(button).of ?? "");
      update();
      menu.showModal();
      get("h2", menu).focus({ preventScroll: true });
    });
  }
  go.addEventListener("click", () => {
    const card = find(`template[data-token-of="${CSS.escape(choice.value)}"]`, place, HTMLTemplateElement);
    menu.close();
    opener?.focus({ preventScroll: true });
    if (card) show(card.content.cloneNode(true));
  });
}

/**
 * The character of the player by whom the first of a character's reminder tokens lies; for the Undertaker without one,
 * of the player who was executed.
 * @param {string} by
 */
function markedCharacter(by) {
  const own = by && game ? lying(game).filter((one) => one.by === by) : [];
  const first = tokensOf(by).flatMap((option) => own.filter((one) => one.text === option.value))[0];
  const at = first?.at ?? (by === UNDERTAKER ? executedOn(night - 1) : undefined);
  return at === undefined ? "" : (get(`.bag [data-at="${at + 1}"]`, place).dataset.character ?? "");
}

/**
 * The seat of the player who was executed on the day after a night.
 * @param {number} after
 */
function executedOn(after) {
  const played = game;
  if (!played) return undefined;
  return [...peopleOf(played).keys()].find((at) => {
    const { died, isExecuted } = markedAt(played, at);
    return isExecuted && died === after;
  });
}

// -- between two nights ---------------------------------------------------------------------------------------------

/** Offers to take away the reminders that ended at dusk. */
function showOver() {
  const box = get("[data-over]", place);
  const words = get("[data-words]", box);
  const { words: said = "", one: of = "" } = wordsOf(words);
  const over = game ? overAtDusk(game, night) : [];
  const list = over.map(({ text, at }) => of.replace("{reminder}", () => text).replace("{player}", () => playerAt(at)));
  words.textContent = list.length ? said.replace("{reminders}", () => list.join(" · ")) : "";
  box.hidden = !list.length;
}

/** The day after the night that is shown. */
function showDay() {
  if (!game) return;
  const seats = [...peopleOf(game).keys()];
  const marked = seats.map((at) => markedAt(/** @type {NonNullable<typeof game>} */ (game), at));
  const died = seats.filter((at) => marked[at]?.died === night && !marked[at]?.isExecuted);
  const victim = executedOn(night);
  const alive = seats.filter((at) => !marked[at]?.isDead);
  const [said, votes] = [get("[data-died]", place), get("[data-votes]", place)];
  const { died: some = "", none = "" } = wordsOf(said);
  said.textContent = died.length ? some.replace("{players}", () => died.map(playerAt).join(", ")) : none;
  votes.textContent = (votes.dataset.votes ?? "")
    .replace("{alive}", String(alive.length))
    .replace("{votes}", String(Math.ceil(alive.length / 2)));
  votes.hidden = night !== latest;
  const choice = get("[data-executed]", place, HTMLSelectElement);
  const [nobody] = choice.options;
  const open = seats.filter((at) => at === victim || alive.includes(at));
  choice.replaceChildren(...(nobody ? [nobody] : []), ...open.map((at) => new Option(playerAt(at), String(at + 1))));
  choice.value = victim === undefined ? "" : String(victim + 1);
  get("[data-as-now]", place).hidden = night === latest;
}

/**
 * A player is executed, instead of another one if one was executed today.
 * @param {HTMLSelectElement} choice
 */
function execute(choice) {
  const at = Number(choice.value) - 1;
  const what = `${choice.dataset.words ?? ""} – ${choice.selectedOptions[0]?.text ?? ""}`;
  mark(what, (played) => {
    for (const one of peopleOf(played).keys()) {
      const marked = marksAt(played, one);
      if (marked.isExecuted && marked.died === night) revive(marked);
    }
    if (at >= 0) die(marksAt(played, at), night, true);
  });
}

/**
 * Shows one night at a time, and keeps on this device which it is and which of its rows are done.
 * @param {string} id
 */
function keepNight(id) {
  const [first, others] = /** @type {[HTMLElement, HTMLElement]} */ (all("[data-night]", place));
  const boxes = all("[data-night] input", place, HTMLInputElement);
  const head = byId("tonight-head");
  const [last, written = "", ...lines] = stored("localStorage", NIGHT).split("\n");
  const done = new Set(last === id ? lines : []);
  // Without the word, an older version wrote the number: there, a game was in its second night from the beginning.
  const isSure = written.startsWith(NIGHT_WORD) || lines.some((line) => /^\d+ other /.test(line));
  const [at, most] = written.replace(NIGHT_WORD, "").split(OF).map(Number);
  night = last === id && isSure ? Math.max(1, at || 1) : 1;
  latest = Math.max(night, (last === id && most) || 1);
  /** @param {HTMLInputElement} box */
  const name = (box) => (box.value.startsWith("other ") ? `${night} ${box.value}` : box.value);
  const keepDone = () => store("localStorage", NIGHT, [id, `${NIGHT_WORD}${night}${OF}${latest}`, ...done].join("\n"));
  const show = () => {
    const { first: words = "", other = "" } = wordsOf(head);
    head.textContent = night === 1 ? words : other.replace("{number}", String(night));
    get("[data-tonight]", place).textContent = head.textContent;
    first.hidden = night !== 1;
    others.hidden = night === 1;
    get("[data-night-before]", place, HTMLButtonElement).disabled = night === 1;
    for (const box of boxes) box.checked = done.has(name(box));
  };
  for (const box of boxes) {
    box.addEventListener("change", () => {
      if (box.checked) done.add(name(box));
      else done.delete(name(box));
      keepDone();
    });
  }
  for (const button of all("[data-night-before], [data-night-after]", place)) {
    button.addEventListener("click", () => {
      night += button.dataset.nightBefore === undefined ? 1 : -1;
      latest = Math.max(night, latest);
      keepDone();
      show();
      showState();
      // A night begins at its top, wherever the one before was left.
      get(".tonight", place).scrollTop = 0;
      goTo("tonight");
      if (!around(button, ".tonight-head") || button.matches(":disabled")) head.focus({ preventScroll: true });
    });
  }
  for (const button of all("[data-go-to]", place)) {
    button.addEventListener("click", () => goTo(wordsOf(button).goTo ?? ""));
  }
  show();
}

/**
 * Brings a part of the play view onto the screen.
 * @param {string} id
 */
const goTo = (id) => byId(id).scrollIntoView({ block: "start" });

// Back must not bring the Grimoire back open, either.
addEventListener("pagehide", () => {
  const grimoire = find("[data-grimoire]", place, HTMLDetailsElement);
  if (grimoire) grimoire.open = false;
});

begin();
whenShown(follow);
