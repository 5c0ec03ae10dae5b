// Puts changed parts of the page in the place of the old ones; who was typing, ticking or looking keeps doing so.

export function put(fresh) {
  const focus = remember();
  for (const part of [...fresh.body.children]) {
    const old = part.id && document.getElementById(part.id);
    if (!old) continue;
    if (part.dataset.live !== undefined) refresh(old, part);
    else exchange(old, part);
  }
  giveBack(focus);
}

/** A region that is read aloud stays the same element: otherwise nothing is read. */
function refresh(old, part) {
  if (Number(part.dataset.revision) === Number(old.dataset.revision) && old.textContent.trim() === part.textContent.trim()) return;
  Object.assign(old.dataset, part.dataset);
  old.replaceChildren(...part.childNodes);
}

function exchange(old, part) {
  const open = new Map([...old.querySelectorAll("details[id]")].map((one) => [one.id, one.open]));
  const ticked = new Set([...old.querySelectorAll("input:checked")].map((one) => one.id));
  for (const one of part.querySelectorAll("details[id]")) if (open.has(one.id)) one.open = open.get(one.id);
  for (const one of part.querySelectorAll("input[type=checkbox]")) one.checked = ticked.has(one.id);
  const offers = new Map([...old.querySelectorAll(".offers:not(:empty)")].map((one) => [one.closest("details")?.id, one]));
  for (const [id, one] of offers) {
    const place = id && part.querySelector(`#${CSS.escape(id)} .offers`);
    if (place) place.replaceChildren(...one.childNodes);
  }
  old.replaceWith(part);
  globalThis.htmx?.process(part);
}

function remember() {
  const active = document.activeElement;
  const row = active?.closest?.(".row");
  const rows = row ? [...document.querySelectorAll(".row")] : [];
  return { id: active?.id, place: rows.indexOf(row), kind: active?.classList?.[0], panel: Boolean(active?.closest?.("#problems")) };
}

function giveBack({ id, place, kind, panel }) {
  if (document.activeElement !== document.body) return;
  const same = id && document.getElementById(id);
  if (same && !same.disabled) {
    same.focus({ preventScroll: true });
    return;
  }
  const rows = [...document.querySelectorAll(".row")];
  const row = place >= 0 && rows[Math.min(place, rows.length - 1)];
  const near = row ? row.querySelector(`.${CSS.escape(kind || "cross")}`) ?? row.querySelector(".cross") : null;
  const target = near ?? (panel ? document.querySelector("#problems summary, #problems-head") : document.getElementById("undo"));
  if (target?.matches("h2")) target.tabIndex = -1;
  target?.focus({ preventScroll: true });
}

/** The local time of day beside “Saved”. */
export function localTimes() {
  const clock = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  for (const one of document.querySelectorAll("#saved time")) one.textContent = clock.format(new Date(one.dateTime));
}
