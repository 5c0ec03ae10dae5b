// Rows of a night are dragged, or moved by their buttons without the page jumping. Both send plain forms.

import { untilReleased } from "./press.js";

const root = document.querySelector(".nights");
const RETRY = 2000;
const PATIENCE = 20_000;

const nightOf = (key) => document.querySelector(`[data-night="${key}"]`);
const rowsOf = (key) => [...nightOf(key).querySelectorAll("[data-row]")];

const show = (page, wanted) => {
  document.querySelector("main").replaceWith(page.querySelector("main"));
  watch();
  for (const one of wanted) {
    const button = document.querySelector(one);
    if (!button) continue;
    button.focus();
    break;
  }
};

/** Until the server has it: sent twice, the same move happens once, for it says of which revision it is. */
async function post(data) {
  for (;;) {
    try {
      // A page that is left at once has sent it all the same.
      const sent = { method: "POST", body: new URLSearchParams(data), keepalive: true, signal: AbortSignal.timeout(PATIENCE) };
      const answer = await fetch(location.pathname, sent).then(read);
      if (answer.status !== 429 && answer.status < 500) return answer;
    } catch {
      // No connection, or it broke: again.
    }
    document.getElementById("waiting").hidden = false;
    await new Promise((done) => setTimeout(done, RETRY));
  }
}

async function read(answer) {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { status: answer.status, page: page.querySelector(".nights") ? page : null };
}

let last = Promise.resolve();
let asked = 0;

/**
 * Sends moves one after the other, each as a change of the page that the one before it led to: whoever is quick meets no
 * conflict with oneself. `tell` gives the form of a move, and what is looked for then; nothing where it has no sense now.
 */
function send(tell) {
  const then = asked;
  last = last.then(async () => {
    // Its author is asked about an earlier one first.
    const move = then === asked && tell();
    if (!move) return;
    document.querySelector("main").setAttribute("aria-busy", "true");
    const answer = await post(move.data);
    await untilReleased();
    if (answer.status === 409) asked += 1;
    if (answer.page) show(answer.page, move.wanted);
    else location.reload();
  });
}

/** One row up or down, wherever it is by then. */
function step(key, row, by) {
  const { id } = row.dataset;
  const twins = (list) => list.filter((one) => one.dataset.id === id);
  const number = twins(rowsOf(key)).indexOf(row);
  return () => {
    const now = twins(rowsOf(key))[number];
    const place = Number(now?.dataset.row) + by;
    if (!now || !rowsOf(key)[place]) return null;
    const data = { night: key, revision: nightOf(key).dataset.revision, move: now.dataset.row, by };
    const button = `#${key}-${place} .night-moves button`;
    // The same button again; at an end of the list it is shut, and the other one takes over.
    return { data, wanted: [`${button}[value="${by}"]:not(:disabled)`, `${button}:not(:disabled)`] };
  };
}

/** A whole order, as the ids of its rows. */
function order(key, ids) {
  return () => {
    const rows = rowsOf(key);
    const places = ids.map((id) => rows.splice(rows.findIndex((one) => one.dataset.id === id), 1)[0]?.dataset.row);
    const data = [["night", key], ["revision", nightOf(key).dataset.revision], ...places.map((place) => ["order", place])];
    return { data, wanted: [] };
  };
}

function watch() {
  for (const night of document.querySelectorAll("[data-night]")) {
    const key = night.dataset.night;
    const rows = night.querySelector("[data-rows]");
    night.addEventListener("submit", (event) => {
      const form = event.target;
      if (!form.classList.contains("night-moves")) return;
      event.preventDefault();
      send(step(key, form.closest("[data-row]"), Number(event.submitter.value)));
    });
    if (!window.Sortable) continue;
    window.Sortable.create(rows, {
      animation: 120,
      delay: 150,
      delayOnTouchOnly: true,
      filter: "button",
      preventOnFilter: false,
      chosenClass: "chosen",
      ghostClass: "ghost",
      onEnd: (event) => {
        if (event.oldIndex !== event.newIndex) send(order(key, [...rows.children].map((row) => row.dataset.id)));
      },
    });
  }
}

if (root) watch();
