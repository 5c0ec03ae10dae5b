// The page Theme: each field saves itself after a pause; the pages that changed are drawn anew.

import { Autosave, stampForms } from "./autosave.js";
import { all, around, byId, find, get, wordsOf } from "./dom.js";
import { acceptFilesAnywhere } from "./file_drop.js";
import { watchPages } from "./page_previews.js";

const page = byId("theme");
const words = wordsOf(page);
const fault = byId("theme-fault");
const OP = "theme";
/** @typedef {HTMLInputElement | HTMLSelectElement} Input */

/** @type {Map<string, import("./autosave.js").Field>} */
const fields = new Map();

const autosave = new Autosave({
  element: page,
  script: words.script,
  address: words.do,
  pause: 400,
  source: () => words.address,
  take: show,
  done: () => !autosave.queue.waiting.length,
});
autosave.queue.on("dropped", () => autosave.refresh({ isForced: true }));

/**
 * @param {string} name
 * @param {import("./autosave.js").Root} root
 */
const inputIn = (name, root) => find(`#f-${CSS.escape(name)}`, root, /** @type {any} */ (Element));

/** Tracks each field as the server sent it: what was chosen before this script was loaded is saved. */
for (const element of all("[data-field]", page)) {
  const name = wordsOf(element).field;
  const input = /** @type {Input | null} */ (inputIn(name, document));
  if (!input) continue;
  const field = autosave.track(
    {
      name: `${OP} ${name}`,
      read: (root) => /** @type {Input | null} */ (inputIn(name, root))?.value,
      write: (value) => (input.value = value),
      element: get(".t-value", element),
      hasFocus: () => input instanceof HTMLInputElement && !input.type && document.activeElement === input,
      change: (value) => ({
        op: OP,
        fields: [
          ["op", OP],
          ["back", words.address],
          [name, value],
        ],
        label: find("label", element)?.textContent ?? name,
      }),
    },
    document,
  );
  const sent =
    input instanceof HTMLInputElement
      ? input.defaultValue
      : (find("option[selected]", input, HTMLOptionElement) ?? input.options[0]).value;
  field.saved = JSON.stringify(sent);
  fields.set(name, field);
  input.addEventListener("input", () => autosave.soon(field));
  input.addEventListener("change", () => autosave.save(field));
  if (input.value !== sent) autosave.save(field);
}

/**
 * Adds a change of the whole theme, or resets a field.
 * @param {[string, string]} field
 * @param {string} label
 */
function change(field, label) {
  autosave.flush();
  autosave.add({
    op: OP,
    fields: [["op", OP], ["back", words.address], field],
    label,
  });
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter: button } = event;
  if (!(form instanceof HTMLFormElement) || !form.matches("[data-cards], #t-form")) return;
  event.preventDefault();
  if (!(button instanceof HTMLButtonElement) || !button.name) return;
  if (form.matches("[data-cards]"))
    for (const one of all(".t-card", form)) one.setAttribute("aria-pressed", String(one === button));
  change([button.name, button.value], button.textContent.trim());
});

/**
 * Shows what is saved: everything but the fields themselves, and those pages that changed.
 * @param {Document} fresh
 */
function show(fresh) {
  if (autosave.queue.waiting.length) return false;
  const focused = document.activeElement?.id;
  for (const part of ["t-cards", "t-files"]) byId(part).replaceWith(byId(part, HTMLElement, fresh));
  const told = byId("theme-fault", HTMLElement, fresh);
  fault.textContent = told.textContent;
  fault.hidden = told.hidden;
  for (const element of all("[data-field]", page)) showField(element, byId(element.id, HTMLElement, fresh));
  for (const figure of all("[data-page]", page)) {
    const other = find(`#${figure.id}`, fresh);
    const [before, after] = [figure, other].map((one) => one && get("img", one, HTMLImageElement).src);
    if (!other || before === after) continue;
    figure.replaceWith(other);
    watchPages(/** @type {HTMLElement} */ (other.parentElement));
  }
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  watchForms();
  return true;
}

/**
 * @param {HTMLElement} element
 * @param {HTMLElement} fresh
 */
function showField(element, fresh) {
  element.className = fresh.className;
  for (const part of [".t-finding", ".t-sample", ".t-value > .t-reset", ".t-value > .hint"]) {
    const hadFocus = find(part, element)?.contains(document.activeElement);
    find(part, element)?.remove();
    const other = find(part, fresh);
    const place = part.startsWith(".t-value") ? get(".t-value", element) : element;
    if (other && place === element) get(".t-value", element).after(other);
    else if (other) place.append(other);
    if (hadFocus && !other) find("input, select", element)?.focus();
  }
  const [input, other] = [element, fresh].map((one) => find("select, .t-value > input", one));
  if (input instanceof HTMLSelectElement && other) {
    const { value } = input;
    input.replaceChildren(...other.cloneNode(true).childNodes);
    input.value = value;
  }
  const finding = find(".t-finding", element);
  if (finding) input?.setAttribute("aria-describedby", finding.id);
  else input?.removeAttribute("aria-describedby");
}

// -- files ----------------------------------------------------------------------------------------------------------

/**
 * @param {File} file
 * @param {string} field the field that it is for; empty: its content tells
 */
async function send(file, field) {
  await autosave.saveAll();
  fault.hidden = true;
  page.setAttribute("aria-busy", "true");
  const body = new FormData();
  body.set("field", field);
  body.set("revision", String(autosave.revision));
  body.set("file", file);
  const answer = await fetch(words.upload, { method: "POST", body, headers: { "X-Parts": "saved" } }).catch(() => null);
  const isJson = answer?.headers.get("Content-Type")?.includes("json");
  const found = answer && isJson ? await answer.json() : {};
  page.removeAttribute("aria-busy");
  if (answer?.ok) await autosave.refresh({ isForced: true, isOwn: true });
  else {
    fault.textContent = found.fault ?? words.failed;
    fault.hidden = false;
    fault.scrollIntoView({ block: "nearest" });
  }
}

/** Files are sent as soon as they are chosen. */
function watchForms() {
  stampForms(autosave.revision);
  for (const form of all("[data-file]:not([data-watched])", page, HTMLFormElement)) {
    form.dataset.watched = "";
    form.addEventListener("change", (event) => {
      const { target } = event;
      if (!(target instanceof HTMLInputElement) || !target.files?.[0]) return;
      send(target.files[0], wordsOf(form).file);
      target.value = "";
    });
  }
}

let over = "";
addEventListener("dragover", (event) => (over = wordsOf(around(event.target, "[data-field]") ?? page).field ?? ""), {
  capture: true,
});
acceptFilesAnywhere(words.drop, ([file]) => file && send(file, over));

watchForms();
watchPages(page);
autosave.start();
