// Rows of a night are dragged, or moved by their buttons: they move at once, and the order goes through the queue.

import { localTimes, put } from "./morph.js";
import { untilReleased } from "./pointer_hold.js";
import { Queue } from "./offline_queue.js";
import { telling } from "./toast.js";

const page = document.getElementById("night");
const words = page.dataset;
const queue = new Queue(words.script, words.do, { parts: "saved" });
const OP = "night";

const nights = () => [...page.querySelectorAll("[data-night]")];
const rowsOf = (night) => [...night.querySelectorAll("[data-row]")];
const revision = () => Number(document.getElementById("saved").dataset.revision);

/** So often has somebody moved a row, or has a save come back: what was asked for before does not know of it. */
let steps = 0;

// -- moving ---------------------------------------------------------------------------------------------------------

function ask(night, order) {
  steps += 1;
  const op = { op: OP, night: night.dataset.night, order };
  queue.add({
    op: OP,
    fields: [["op", JSON.stringify(op)], ["back", `${words.address}#${night.id}`]],
    label: night.dataset.label,
    revision: revision(),
    only: `${OP} ${night.id}`,
  });
}

function renumber(night) {
  const rows = rowsOf(night);
  rows.forEach((row, index) => {
    row.dataset.row = index;
    row.id = `${night.id}-${index}`;
    row.querySelector(".place-number").textContent = index + 1;
    row.querySelector('[name="move"]').value = index;
    row.querySelector('button[value="-1"]').disabled = index === 0;
    row.querySelector('button[value="1"]').disabled = index === rows.length - 1;
  });
}

function moved(night) {
  renumber(night);
  ask(night, rowsOf(night).map((row) => row.dataset.id));
}

function step(button) {
  const row = button.closest("[data-row]");
  const isUp = button.value === "-1";
  const other = isUp ? row.previousElementSibling : row.nextElementSibling;
  if (!other) return;
  if (isUp) other.before(row);
  else other.after(row);
  moved(row.closest("[data-night]"));
  // At an end of the list the button is shut, and the other one takes over.
  (button.disabled ? row.querySelector("button:not(:disabled)") : button)?.focus();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches(".night-moves")) {
    event.preventDefault();
    step(event.submitter);
  } else if (form.matches("[data-usual]")) {
    event.preventDefault();
    ask(form.closest("[data-night]"), null);
  } else if (form.matches("[data-choice]")) {
    event.preventDefault();
    document.getElementById("conflict").remove();
    if (!queue.decide(form)) refresh();
  }
});

function watch() {
  for (const night of nights()) {
    globalThis.Sortable?.create(night.querySelector("[data-rows]"), {
      animation: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 120,
      delay: 150,
      delayOnTouchOnly: true,
      filter: "button",
      preventOnFilter: false,
      chosenClass: "chosen",
      ghostClass: "ghost",
      onEnd: ({ oldIndex, newIndex }) => oldIndex !== newIndex && moved(night),
    });
  }
}

// -- what comes back ------------------------------------------------------------------------------------------------

telling(queue);
queue.addEventListener("changed", () => page.toggleAttribute("data-waits", queue.waiting.length > 0));
queue.addEventListener("done", ({ detail }) => {
  steps += 1;
  put(detail.part);
  localTimes();
  refresh();
});
queue.addEventListener("dropped", () => refresh());

/** The nights as they are saved, once nothing waits: with what others did, and whether the order is one's own. */
async function refresh() {
  if (queue.waiting.length) return;
  const before = steps;
  const answer = await fetch(words.address).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  await untilReleased();
  const now = fresh.getElementById("saved");
  const isDragging = page.querySelector(".chosen");
  if (!now || isDragging || before !== steps || Number(now.dataset.revision) < revision()) return;
  const focused = document.activeElement?.closest?.(".night-moves button") && address(document.activeElement);
  Object.assign(document.getElementById("saved").dataset, { revision: now.dataset.revision });
  for (const part of [".nights", ".night-notices-place"]) page.querySelector(part).replaceWith(fresh.querySelector(part));
  if (focused) page.querySelector(focused)?.focus({ preventScroll: true });
  watch();
}

const address = (button) => `#${button.closest("[data-row]").id} button[value="${button.value}"]`;

/** What waits from an earlier visit is what its author wanted last: the rows stand so. */
function recover() {
  for (const change of queue.waiting.filter((one) => one.op === OP)) {
    const { night: key, order } = JSON.parse(new Map(change.fields).get("op"));
    const night = nights().find((one) => one.dataset.night === key);
    const rows = rowsOf(night);
    for (const id of order ?? []) {
      const at = rows.findIndex((row) => row.dataset.id === id);
      if (at >= 0) night.querySelector("[data-rows]").append(...rows.splice(at, 1));
    }
    renumber(night);
  }
}

recover();
watch();
localTimes();
addEventListener("visibilitychange", () => document.visibilityState === "visible" && refresh());
if (queue.newest > revision()) refresh();
queue.send();
