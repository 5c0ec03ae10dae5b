// Makes the plain pages quick: files dropped anywhere, pastes caught, pictures awaited. Words come from the page.

import { watchPages } from "./page_previews.js";

const LARGEST = 40_000_000;
const words = document.body.dataset;
const root = document.documentElement;
const form = document.querySelector("[data-open]");

root.classList.add("js");

if (form) {
  const field = form.elements.namedItem("text");
  const chooser = form.elements.namedItem("file");

  const complain = (message) => {
    const faults = form.querySelector("[data-faults]");
    const line = document.createElement("p");
    line.className = "faults-head";
    line.textContent = message;
    faults.replaceChildren(line);
    faults.hidden = false;
    faults.setAttribute("role", "alert");
    form.closest("section")?.scrollIntoView({ block: "nearest" });
  };

  const send = () => {
    form.requestSubmit();
  };

  const open = (...files) => {
    if (files.some((file) => file.size > LARGEST)) {
      chooser.value = "";
      complain(words.tooLarge);
      return;
    }
    const box = new DataTransfer();
    for (const file of files) box.items.add(file);
    chooser.files = box.files;
    send();
  };

  // Several may still be told to be one script; one alone leaves nothing to be said.
  const chosen = () => chooser.files.length === 1 && open(chooser.files[0]);
  chooser.addEventListener("change", chosen);

  form.addEventListener("submit", () => {
    const button = form.querySelector("button");
    button.dataset.label = button.textContent;
    button.textContent = words.opening;
    // Not `disabled`: that would drop the focus. A second submit is held off instead.
    form.dataset.busy = "";
  });
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent !== undefined) event.preventDefault();
    form.dataset.sent = "";
  });

  // Coming back with the browser's button shows the page as it was left: sending.
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    delete form.dataset.busy;
    delete form.dataset.sent;
    const button = form.querySelector("button");
    if (button.dataset.label) button.textContent = button.dataset.label;
  });

  const isWhole = (text) => text.startsWith("[") && text.endsWith("]");
  const isTyping = (target) => target instanceof Element && target.closest("input, textarea, [contenteditable]");

  addEventListener("paste", (event) => {
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData("text/plain").trim() ?? "";
    const isScript = isWhole(text) || /^https?:\/\/\S+$/.test(text);
    if (isTyping(event.target)) {
      // Into an empty field a whole script was pasted: the next step is certain.
      if (event.target === field && field.value.trim() === "" && isScript) setTimeout(send);
      return;
    }
    if (file) {
      event.preventDefault();
      open(file);
    } else if (text) {
      event.preventDefault();
      field.value = text;
      field.focus();
      if (isScript) send();
    }
  });

  // Chosen or pasted before this script was there. (An address may still be half typed.)
  if (chooser.files.length) chosen();
  else if (field.value !== field.defaultValue && isWhole(field.value.trim())) send();

  const overlay = document.createElement("div");
  overlay.className = "drop";
  overlay.hidden = true;
  overlay.append(Object.assign(document.createElement("p"), { textContent: words.drop }));
  document.body.append(overlay);
  let depth = 0;

  const carriesFile = (event) => event.dataTransfer?.types.includes("Files");
  const show = (isShown) => {
    depth = isShown ? depth : 0;
    overlay.hidden = !isShown;
  };
  addEventListener("dragenter", (event) => {
    if (!carriesFile(event)) return;
    depth += 1;
    show(true);
  });
  addEventListener("dragleave", (event) => {
    if (carriesFile(event) && (depth -= 1) <= 0) show(false);
  });
  addEventListener("dragover", (event) => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
  });
  addEventListener("drop", (event) => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    show(false);
    const { files } = event.dataTransfer;
    if (files.length > 0) open(...files);
  });
}

// On a phone the pages of a script are one line that scrolls: the one that is open is in view.
const places = document.querySelector(".pages-of");
const current = places?.querySelector("[aria-current]");
if (current && places.scrollWidth > places.clientWidth) places.scrollLeft = current.offsetLeft - places.offsetLeft - (places.clientWidth - current.offsetWidth) / 2;

// The theme changes at once; the server keeps it for the next page.
const themes = document.querySelector("[data-themes]");
themes.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!button) return;
  event.preventDefault();
  const choice = new FormData(themes, button);
  root.dataset.theme = button.value;
  for (const one of themes.querySelectorAll("button")) {
    one.hidden = one.dataset.shownFor !== button.value;
    if (!one.hidden) one.focus();
  }
  fetch(themes.action, { method: "POST", body: choice, redirect: "manual" }).catch(() => {});
});

watchPages(document, words.failed);

// What was opened before htmx was there is fetched now that it is.
addEventListener("DOMContentLoaded", () => {
  for (const one of document.querySelectorAll("details[hx-get][open]")) one.dispatchEvent(new Event("toggle"));
});
