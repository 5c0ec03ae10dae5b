// The shelf by keyboard: type and press Enter, or go down the list with the arrows; Esc clears.

export function shelf(change) {
  const field = document.getElementById("q");
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
      field.dispatchEvent(new Event("search", { bubbles: true }));
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
      field.dispatchEvent(new Event("search", { bubbles: true }));
      field.focus();
    } else if (event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey) {
      field.focus();
      field.select();
    }
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
