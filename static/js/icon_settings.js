// The sliders, ticks and colours of a form: read, put, reset; ready-made ways keep size and place.

import { whenShown } from "./form_state.js";

const OF_ITS_OWN = new Set(["crop", "size", "x", "y", "mirror", "angle"]);

export function settings(form) {
  const rows = new Map([...form.querySelectorAll("[data-setting]")].map((row) => [row.dataset.setting, row]));
  const fields = (row) => [...row.querySelectorAll("input")];
  const turned = [];
  const changed = [];

  const valueOf = (row) => {
    const [first, second] = fields(row);
    if (first.type === "checkbox") return first.checked;
    if (second) return [first.value, second.value];
    return first.type === "range" ? Number(first.value) : first.value;
  };
  const usualOf = (row) => {
    const [first, second] = fields(row);
    if (first.type === "checkbox") return row.dataset.usual === "on";
    if (second) return row.dataset.usual.split(" ");
    return first.type === "range" ? Number(row.dataset.usual) : row.dataset.usual;
  };
  const presets = [...form.querySelectorAll("[data-preset]")];
  const isUsual = (row) => String(valueOf(row)) === String(usualOf(row));

  function told(row) {
    const output = row.querySelector("output");
    if (output) output.textContent = fields(row)[0].value + output.textContent.replace(/[-\d.]/g, "");
    const reset = row.querySelector(".i-reset");
    if (reset) reset.hidden = isUsual(row);
  }

  /** Marks the ready-made way that the settings are, if they are one. */
  function mark() {
    for (const button of presets) {
      const preset = JSON.parse(button.dataset.preset);
      const isLike = ([name, row]) => OF_ITS_OWN.has(name) || String(valueOf(row)) === String(preset[name] ?? usualOf(row));
      button.setAttribute("aria-pressed", [...rows].every(isLike));
    }
  }

  function write(row, value) {
    const [first, second] = fields(row);
    if (first.type === "checkbox") first.checked = value;
    else if (second) [first.value, second.value] = value;
    else first.value = first.type === "range" ? Math.round(value / first.step) * first.step : value;
    told(row);
  }

  for (const row of rows.values()) {
    row.addEventListener("input", () => {
      told(row);
      mark();
      turned.forEach((work) => work());
    });
    row.addEventListener("change", () => changed.forEach((work) => work()));
    row.querySelector(".i-reset")?.addEventListener("click", () => {
      write(row, usualOf(row));
      mark();
      fields(row)[0].focus();
      changed.forEach((work) => work());
    });
  }

  whenShown(() => {
    rows.forEach(told);
    mark();
  });

  return {
    onTurn: (work) => turned.push(work),
    onChange: (work) => changed.push(work),
    put: (name, value) => write(rows.get(name), value),
    /** What is not the usual. */
    read: () => Object.fromEntries([...rows].filter(([, row]) => !isUsual(row)).map(([name, row]) => [name, valueOf(row)])),
    take(preset) {
      for (const [name, row] of rows) if (!OF_ITS_OWN.has(name)) write(row, preset[name] ?? usualOf(row));
      mark();
    },
  };
}
