// Moving characters inside their team: by mouse and finger with the grip, by the arrow keys on it.

export function moving(change) {
  const lists = () => document.querySelectorAll("#sheet ol[data-team]");

  const prepare = () => {
    for (const list of lists()) {
      globalThis.Sortable?.create(list, {
        handle: ".grip",
        animation: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 120,
        ghostClass: "ghost",
        onEnd: ({ item, oldIndex, newIndex }) => oldIndex !== newIndex && settle(item),
      });
    }
  };

  const settle = (row) => {
    const who = JSON.parse(row.dataset.who);
    const next = row.nextElementSibling;
    const beside = next ?? row.previousElementSibling;
    const op = { op: "move", who, [next ? "before" : "after"]: JSON.parse(beside.dataset.who) };
    change(JSON.stringify(op), { label: row.querySelector(".grip").getAttribute("aria-label").split(":")[0] });
  };

  document.addEventListener("keydown", (event) => {
    const grip = event.target.closest?.(".grip");
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!grip || !by) return;
    event.preventDefault();
    const row = grip.closest(".row");
    const other = by < 0 ? row.previousElementSibling : row.nextElementSibling;
    if (!other) return;
    other[by < 0 ? "before" : "after"](row);
    grip.focus();
    settle(row);
  });

  document.addEventListener("clockwright:changed", prepare);
  prepare();
}
