// Every change of an icon goes through the queue, which keeps it until the server has it.

import { localTimes, put } from "./morph.js";
import { Queue } from "./offline_queue.js";
import { telling } from "./toast.js";

export function keepSaving(form) {
  const words = form.dataset;
  const queue = new Queue(words.script, words.do, { parts: "saved" });
  let goesTo = words.address;
  const saved = () => document.getElementById("saved");

  telling(queue);
  queue.addEventListener("done", ({ detail }) => {
    // Others changed the same icon meanwhile, or its character has another id: the page shows what became of both.
    if ((detail.isUnseen || goesTo !== words.address) && detail.status === 200 && !queue.waiting.length) {
      location.assign(goesTo);
      return;
    }
    put(detail.part);
    localTimes();
    for (const one of document.querySelectorAll('[name="revision"]')) one.value = saved().dataset.revision;
    document.getElementById("undo").disabled = false;
  });
  queue.addEventListener("changed", () => document.documentElement.toggleAttribute("data-waits", queue.waiting.length > 0));
  document.addEventListener("submit", (event) => {
    if (!event.target.dataset.choice) return;
    event.preventDefault();
    document.getElementById("conflict").remove();
    if (queue.decide(event.target)) goesTo = event.target.elements.back.value;
    else location.assign(event.target.action);
  });
  queue.send();

  return {
    add(op) {
      queue.add({
        op: op.op,
        fields: [["op", JSON.stringify(op)], ["back", words.address]],
        label: words.name,
        revision: Number(saved().dataset.revision),
        only: words.address,
      });
    },
  };
}
