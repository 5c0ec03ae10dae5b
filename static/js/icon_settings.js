// The sliders, ticks and colors of a form: read, write, reset; presets change neither size nor position.

import { all, around, find, wordsOf } from "./dom.js";
import { whenShown } from "./form_state.js";

const OF_ITS_OWN = new Set(["crop", "size", "x", "y", "mirror", "angle"]);

/** @typedef {boolean | number | string | string[]} Value */

/** @param {HTMLElement} row */
const fieldsOf = (row) => all("input", row, HTMLInputElement);

/**
 * The value of a row, from its fields as text (`isOn`: its tick; `texts`: its fields).
 * @param {HTMLElement} row
 * @param {boolean} isOn
 * @param {string[]} texts
 * @returns {Value}
 */
function parse(row, isOn, texts) {
  const [first, second] = fieldsOf(row);
  if (first.type === "checkbox") return isOn;
  if (second) return texts;
  return first.type === "range" ? Number(texts[0]) : texts[0];
}
/** @param {HTMLElement} row */
const valueOf = (row) =>
  parse(
    row,
    fieldsOf(row)[0].checked,
    fieldsOf(row).map((one) => one.value),
  );
/** @param {HTMLElement} row */
const defaultOf = (row) =>
  parse(row, row.dataset.usual === "on", fieldsOf(row)[1] ? wordsOf(row).usual.split(" ") : [wordsOf(row).usual]);
/** @param {HTMLElement} row */
const isDefault = (row) => String(valueOf(row)) === String(defaultOf(row));

/** @param {HTMLElement} row */
function showRow(row) {
  const output = find("output", row);
  if (output) output.textContent = fieldsOf(row)[0].value + output.textContent.replace(/[-\d.]/g, "");
  const reset = find(".i-reset", row);
  if (reset) reset.hidden = isDefault(row);
}

/**
 * @param {HTMLElement} row
 * @param {any} value
 */
function write(row, value) {
  const [first, second] = fieldsOf(row);
  if (first.type === "checkbox") first.checked = value;
  else if (second) [first.value, second.value] = value;
  else
    first.value = first.type === "range" ? String(Math.round(value / Number(first.step)) * Number(first.step)) : value;
  showRow(row);
}

/** @param {HTMLFormElement} form */
export function iconSettings(form) {
  const rows = new Map(all("[data-setting]", form).map((row) => [wordsOf(row).setting, row]));
  const presets = all("[data-preset]", form);
  const events = new EventTarget();
  /** @param {"turn" | "change"} name */
  const announce = (name) => events.dispatchEvent(new Event(name));

  /** Marks the preset that equals the settings, if there is one. */
  function mark() {
    for (const button of presets) {
      const preset = JSON.parse(wordsOf(button).preset);
      const isLike = [...rows].every(
        ([name, row]) => OF_ITS_OWN.has(name) || String(valueOf(row)) === String(preset[name] ?? defaultOf(row)),
      );
      button.setAttribute("aria-pressed", String(isLike));
    }
  }

  for (const row of rows.values()) {
    row.addEventListener("input", () => {
      showRow(row);
      mark();
      announce("turn");
    });
    row.addEventListener("change", () => announce("change"));
    find(".i-reset", row)?.addEventListener("click", () => {
      write(row, defaultOf(row));
      mark();
      fieldsOf(row)[0].focus();
      announce("change");
    });
  }

  form.addEventListener("click", (event) => {
    const button = around(event.target, "[data-preset]");
    if (!button) return;
    event.preventDefault();
    const preset = JSON.parse(wordsOf(button).preset);
    for (const [name, row] of rows) if (!OF_ITS_OWN.has(name)) write(row, preset[name] ?? defaultOf(row));
    mark();
    announce("change");
  });

  whenShown(() => {
    rows.forEach(showRow);
    mark();
  });

  return {
    /** @param {() => void} work */
    onTurn: (work) => events.addEventListener("turn", work),
    /** @param {() => void} work */
    onChange: (work) => events.addEventListener("change", work),
    /**
     * @param {string} name
     * @param {number} value
     */
    put: (name, value) => write(/** @type {HTMLElement} */ (rows.get(name)), value),
    /**
     * All settings: those that differ from the defaults.
     * @param {Record<string, Value>} settings
     */
    write(settings) {
      for (const [name, row] of rows) write(row, settings[name] ?? defaultOf(row));
      mark();
    },
    /**
     * The settings that differ from the defaults.
     * @returns {Record<string, any>}
     */
    read: () =>
      Object.fromEntries([...rows].filter(([, row]) => !isDefault(row)).map(([name, row]) => [name, valueOf(row)])),
  };
}
