// Settings save themselves when they are changed.

import { all, find, get } from "./dom.js";
import { showTheme } from "./theme.js";

for (const form of all("[data-keep]", document, HTMLFormElement)) {
  const message = get("[role=status]", form);
  form.addEventListener("change", async ({ target }) => {
    if (!(target instanceof HTMLSelectElement)) return;
    message.textContent = "";
    if (target.name === "theme") showTheme(target.value);
    // `keepalive`: leaving the page at once loses nothing.
    const sent = {
      method: "POST",
      body: new FormData(form),
      keepalive: true,
      redirect: /** @type {const} */ ("manual"),
    };
    const answer = await fetch(form.action, sent).catch(() => null);
    message.textContent = (answer ? form.dataset.keep : form.dataset.failed) ?? "";
  });
}

// A restore takes a moment, and is sent once.
const restore = find("[data-restore]", document, HTMLFormElement);
restore?.addEventListener("submit", () => {
  const button = get("button", restore);
  button.textContent = restore.dataset.restore ?? "";
  button.setAttribute("disabled", "");
});
