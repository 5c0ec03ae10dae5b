// The shelf by keyboard: type and press Enter, or go down the list with the arrows; Esc clears.

import { isPressed, untilReleased } from "./pointer_hold.js";
import { whenShown } from "./form_state.js";

export function shelf(change) {
  const field = document.getElementById("q");
  const search = () => field.dispatchEvent(new Event("search", { bubbles: true }));
  whenShown(() => field.value.trim() !== document.getElementById("hits").dataset.q.trim() && search());
  const buttons = () => [...document.querySelectorAll("#hits .known:not(.there) .plus")];

  field.closest("form").addEventListener("submit", (event) => {
    event.preventDefault();
    const words = field.value.trim();
    if (!words) return;
    const hits = document.getElementById("hits");
    const top = hits.querySelector(".known");
    // What is shown may be older than what was typed; the server finds the top hit itself then.
    const isShown = hits.dataset.q.trim() === words && top && !top.classList.contains("there");
    if (isShown) top.querySelector(".plus").click();
    else change(JSON.stringify({ op: "find", words }), { label: `+ ${words}` });
    field.select();
  });

  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && field.value) {
      event.preventDefault();
      field.value = "";
      search();
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      buttons()[0]?.focus();
    }
  });

  document.getElementById("shelf").addEventListener("keydown", (event) => {
    if (!event.target.matches(".plus, .known summary")) return;
    const all = buttons();
    const place = all.indexOf(event.target.closest(".known").querySelector(".plus"));
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      (all[place + step] ?? (step < 0 ? field : all.at(-1)))?.focus();
    } else if (event.key === "Escape") {
      field.value = "";
      search();
      field.focus();
    } else if (event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey) {
      field.focus();
      field.select();
    }
  });

  // Hits that come while one of the old ones is pressed are asked for again a moment later.
  document.getElementById("shelf").addEventListener("htmx:beforeSwap", (event) => {
    if (event.target.id !== "hits" || !isPressed()) return;
    event.detail.shouldSwap = false;
    untilReleased().then(search);
  });

  const mark = () => {
    const there = new Set([...document.querySelectorAll(".row")].map((row) => row.dataset.key));
    const focused = document.activeElement?.closest?.("#hits .known");
    for (const one of document.querySelectorAll("#hits .known")) one.classList.toggle("there", there.has(one.dataset.key));
    if (!focused?.classList.contains("there")) return;
    // The button is gone with its purpose; on with the next one.
    const all = [...document.querySelectorAll("#hits .known")];
    const next = all.slice(all.indexOf(focused) + 1).find((one) => !one.classList.contains("there"));
    (next?.querySelector(".plus") ?? field).focus();
  };
  document.addEventListener("clockwright:changed", mark);
  document.addEventListener("htmx:afterSettle", mark);
}
