// Passing the phone around: one token at a time, nothing else on the screen. Whatever hides the page (Back, Escape,
// another app, a locked phone) hides the token first.

import { stored, store } from "./device_storage.js";
import { all, find, get, wordsOf } from "./dom.js";

const PLACE = "clockwright.reveal";
/** Milliseconds in which a second tap on the same spot does nothing. */
const PAUSE = 350;
/** Removes the listeners of the round before. */
let round = new AbortController();

/**
 * @param {HTMLDialogElement} dialog
 * @param {string} deal names the deal, so that an interrupted round goes on where it was
 * @param {string[]} names
 */
export function revealOneByOne(dialog, deal, names) {
  round.abort();
  round = new AbortController();
  const options = { signal: round.signal };
  const cards = all("template[data-seat]", document, HTMLTemplateElement);
  const number = cards.length + Number(wordsOf(dialog).travellers);
  const [cover, token, done] = ["cover", "token", "done"].map((name) => get(`[data-${name}]`, dialog));
  const shown = get("[data-shown]", dialog);
  const heading = get("[data-pass]", dialog);
  const count = get("[data-count]", dialog);
  let at = begun(deal, number);

  /** @param {HTMLElement | undefined} part */
  const show = (part) => {
    for (const one of [cover, token, done]) if (one) one.hidden = one !== part;
    if (part !== token) shown.replaceChildren();
    const buttons = part ? all("button", part, HTMLButtonElement) : [];
    for (const button of buttons) button.disabled = true;
    setTimeout(() => buttons.forEach((button) => (button.disabled = false)), PAUSE);
    (part && find("h2", part))?.focus();
  };

  const hide = () => {
    const player = names[at] ?? find(`bdi[data-player="${at + 1}"]`)?.dataset.seat ?? String(at + 1);
    heading.textContent = (wordsOf(heading).pass ?? "").replace("{player}", () => player);
    count.textContent = (wordsOf(count).count ?? "")
      .replace("{number}", String(at + 1))
      .replace("{players}", String(number));
    show(at < number ? cover : done);
  };

  const look = () => {
    const card = cards[at] ?? get("template[data-traveller]", document, HTMLTemplateElement);
    shown.replaceChildren(card.content.cloneNode(true));
    for (const one of all("[data-player]", shown)) {
      one.textContent = names[Number(one.dataset.player) - 1] ?? one.textContent;
    }
    show(token);
  };

  const passOn = () => {
    at += 1;
    store("sessionStorage", PLACE, `${at} ${deal}`);
    hide();
  };

  const stop = () => {
    if (at >= number) store("sessionStorage", PLACE, "");
    round.abort();
    dialog.close();
    shown.replaceChildren();
    if (history.state?.isRevealing) history.back();
  };

  /** @type {[string, () => void][]} */
  const buttons = [
    ["[data-look]", look],
    ["[data-pass-on]", passOn],
    ["[data-stop]", stop],
  ];
  for (const [name, action] of buttons) {
    for (const button of all(name, dialog)) button.addEventListener("click", action, options);
  }
  const isShowing = () => dialog.open && !token?.hidden;
  const cloak = () => isShowing() && hide();
  dialog.addEventListener(
    "cancel",
    (event) => {
      event.preventDefault();
      cloak();
    },
    options,
  );
  // Browsers let a second Escape close a dialog whatever its page says.
  dialog.addEventListener(
    "close",
    () => {
      dialog.showModal();
      hide();
    },
    options,
  );
  addEventListener("pagehide", cloak, options);
  document.addEventListener("visibilitychange", () => document.hidden && cloak(), options);
  addEventListener(
    "popstate",
    () => {
      cloak();
      history.pushState({ isRevealing: true }, "");
    },
    options,
  );

  history.pushState({ isRevealing: true }, "");
  dialog.showModal();
  hide();
}

/**
 * The place at which a round of this deal was interrupted; 0 for a new one.
 * @param {string} deal
 * @param {number} number
 */
function begun(deal, number) {
  const place = stored("sessionStorage", PLACE);
  const at = place.endsWith(` ${deal}`) ? Number.parseInt(place, 10) : 0;
  return at < number ? at : 0;
}
