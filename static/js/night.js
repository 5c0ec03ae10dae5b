// Rows of a night are dragged, or moved by their buttons without the page jumping. Both send plain forms.

const root = document.querySelector(".nights");

const show = async (answer, wanted) => {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.querySelector("main").replaceWith(page.querySelector("main"));
  watch();
  for (const one of wanted) {
    const button = document.querySelector(one);
    if (!button) continue;
    button.focus();
    break;
  }
};

const send = async (data, wanted = []) => {
  const main = document.querySelector("main");
  main.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(location.pathname, { method: "POST", body: new URLSearchParams(data) });
    if (answer.ok || answer.status === 409) await show(answer, wanted);
    else location.reload();
  } catch {
    main.removeAttribute("aria-busy");
    location.reload();
  }
};

function watch() {
  for (const night of document.querySelectorAll("[data-night]")) {
    const rows = night.querySelector("[data-rows]");
    night.addEventListener("submit", (event) => {
      const form = event.target;
      if (!form.classList.contains("night-moves")) return;
      event.preventDefault();
      const data = new FormData(form, event.submitter);
      const by = Number(data.get("by"));
      const place = Number(data.get("move")) + by;
      const row = `#${night.dataset.night}-${place} .night-moves button`;
      // The same button again; at an end of the list it is shut, and the other one takes over.
      send(data, [`${row}[value="${by}"]:not(:disabled)`, `${row}:not(:disabled)`]);
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
        if (event.oldIndex === event.newIndex) return;
        const data = new FormData();
        data.set("night", night.dataset.night);
        data.set("revision", night.dataset.revision);
        for (const row of rows.children) data.append("order", row.dataset.row);
        send(data);
      },
    });
  }
}

if (root) watch();
