// The night order: rows are dragged, or moved by buttons; they move at once, and the order goes through the queue.

import { Autosave } from "./autosave.js";
import { all, around, byId, find, get, wordsOf } from "./dom.js";
import { makeSortable, stepRow } from "./sortable_list.js";

const page = byId("night");
const words = wordsOf(page);
const OP = "night";

const nights = () => all("[data-night]", page);
/** @param {HTMLElement} night */
const rowsOf = (night) => all("[data-row]", night);

const autosave = new Autosave({
  element: page,
  script: words.script,
  address: words.do,
  source: () => words.address,
  take: showNights,
  done: () => !autosave.queue.waiting.length,
});
autosave.queue.on("dropped", () => autosave.refresh({ isForced: true }));

/**
 * Saves the order of a night; null means the default order.
 * @param {HTMLElement} night
 * @param {(string | undefined)[] | null} order
 */
function save(night, order) {
  const op = { op: OP, night: night.dataset.night, order };
  autosave.add({
    op: OP,
    fields: [
      ["op", JSON.stringify(op)],
      ["back", `${words.address}#${night.id}`],
    ],
    label: wordsOf(night).label,
    only: `${OP} ${night.id}`,
  });
}

/** @param {HTMLElement} night */
function renumber(night) {
  const rows = rowsOf(night);
  rows.forEach((row, index) => {
    row.dataset.row = String(index);
    row.id = `${night.id}-${index}`;
    get("[data-number]", row).textContent = String(index + 1);
    get('[name="move"]', row, HTMLInputElement).value = String(index);
    get('button[value="-1"]', row, HTMLButtonElement).disabled = index === 0;
    get('button[value="1"]', row, HTMLButtonElement).disabled = index === rows.length - 1;
  });
}

/** @param {HTMLElement} night */
function moved(night) {
  renumber(night);
  save(
    night,
    rowsOf(night).map((row) => row.dataset.id),
  );
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter: button } = event;
  const night = around(form, "[data-night]");
  if (!(form instanceof HTMLFormElement) || !night) return;
  event.preventDefault();
  if (form.matches("[data-usual]")) save(night, null);
  else if (button instanceof HTMLButtonElement) step(night, button);
});

/**
 * @param {HTMLElement} night
 * @param {HTMLButtonElement} button
 */
function step(night, button) {
  const row = around(button, "[data-row]");
  if (!row || !stepRow(row, Number(button.value))) return;
  moved(night);
  // At an end of the list the button is disabled, so the other one gets the focus.
  (button.disabled ? find("button:not(:disabled)", row) : button)?.focus();
}

function watch() {
  for (const night of nights()) {
    makeSortable(get("[data-rows]", night), () => moved(night), {
      delay: 150,
      delayOnTouchOnly: true,
      filter: "button",
      preventOnFilter: false,
      chosenClass: "chosen",
    });
  }
}

/**
 * Updates the nights to what is saved: others' changes, and whether the order is custom.
 * @param {Document} fresh
 */
function showNights(fresh) {
  if (autosave.queue.waiting.length || find(".chosen", page)) return false;
  const focused = around(document.activeElement, ".night-moves button");
  const selector = focused && `#${around(focused, "[data-row]")?.id} button[value="${focused.getAttribute("value")}"]`;
  for (const part of [".nights", ".night-notices-place"]) get(part, page).replaceWith(get(part, fresh));
  if (selector) find(selector, page)?.focus({ preventScroll: true });
  watch();
  return true;
}

/** The order that is queued from an earlier visit is the author's latest: the rows are shown in it. */
function recover() {
  for (const change of autosave.queue.waiting.filter((one) => one.op === OP)) {
    const { night: key, order } = JSON.parse(new Map(change.fields).get("op") ?? "{}");
    const night = nights().find((one) => one.dataset.night === key);
    if (!night) continue;
    const rows = rowsOf(night);
    for (const id of order ?? []) {
      const at = rows.findIndex((row) => row.dataset.id === id);
      if (at >= 0) get("[data-rows]", night).append(...rows.splice(at, 1));
    }
    renumber(night);
  }
}

recover();
watch();
autosave.start();
