// Every change of an icon goes through the queue, which keeps it until the server has it.

import { localTimes, put } from "./parts.js";
import { Queue } from "./queue.js";

export function keepSaving(form) {
  const words = form.dataset;
  const waiting = document.getElementById("waiting");
  const queue = new Queue(words.script, words.do, { parts: "saved" });
  const saved = () => document.getElementById("saved");

  const say = (message) => {
    if (waiting.textContent !== message) waiting.textContent = message;
    waiting.hidden = !message;
  };

  queue.addEventListener("done", ({ detail }) => {
    // Others changed the same icon meanwhile: the page shows what became of both.
    if (detail.isMerged && !queue.waiting.length) {
      location.reload();
      return;
    }
    put(detail.part);
    localTimes();
    for (const one of document.querySelectorAll('[name="revision"]')) one.value = saved().dataset.revision;
    document.getElementById("undo").disabled = false;
  });
  queue.addEventListener("dropped", ({ detail }) => say(`${words.wordsRefused} ${detail.words}`));
  queue.addEventListener("stuck", ({ detail }) => say(`${words.wordsOffline} ${detail.words}`));
  queue.addEventListener("conflict", ({ detail }) => {
    const place = document.getElementById("conflict-place");
    place.replaceChildren(detail.part.getElementById("conflict"));
    place.firstElementChild.focus();
  });
  queue.addEventListener("changed", () => {
    document.documentElement.toggleAttribute("data-waits", queue.waiting.length > 0);
    if (!queue.waiting.length) say("");
  });
  document.addEventListener("submit", (event) => {
    const choice = event.target.dataset.choice;
    if (!choice) return;
    event.preventDefault();
    document.getElementById("conflict").remove();
    queue.decide(choice === "mine", Number(event.target.dataset.revision));
    if (choice !== "mine") location.reload();
  });
  queue.send();

  return {
    add(op) {
      queue.add({
        op: op.op,
        fields: [["op", JSON.stringify(op)]],
        label: words.name,
        revision: Number(saved().dataset.revision),
        only: words.address,
      });
    },
  };
}
