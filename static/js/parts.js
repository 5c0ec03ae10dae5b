// Puts changed parts of the page in the place of the old ones; who was typing, ticking or looking keeps doing so.
// Pieces that the page shows already (a row, a finding) move over from the old part: builder/web/fragments.py.

const elements = () => [...document.querySelectorAll("[data-piece]")];

/** The digests of the pieces that this page shows: an answer names them instead of sending them again. */
export const pieces = () => elements().map((one) => one.dataset.piece).join(" ");

const digestsOf = (gap) => gap.dataset.same.split(" ");

/** Gives false, and changes nothing, where the answer leaves out what this page does not show (any more). */
export function put(fresh) {
  const here = new Map(elements().map((one) => [one.dataset.piece, one]));
  const isWhole = [...fresh.querySelectorAll("[data-same]")].every((gap) => digestsOf(gap).every((one) => here.has(one)));
  if (!isWhole) return false;
  const focus = remember();
  const revision = fresh.getElementById("saved")?.dataset.revision;
  for (const part of [...fresh.body.children]) {
    const old = part.id && document.getElementById(part.id);
    if (!old) continue;
    if (part.dataset.live !== undefined) refresh(old, part);
    else exchange(old, part, (root) => fill(root, here, revision));
  }
  giveBack(focus);
  return true;
}

/** Moves the pieces that an answer leaves out from the page into it; what is shown twice is copied. */
function fill(part, here, revision) {
  const used = new Set();
  const piece = (digest) => {
    const one = here.get(digest);
    if (used.has(one)) return one.cloneNode(true);
    used.add(one);
    one.classList.remove("leaving");
    for (const field of one.querySelectorAll("input[name=revision]")) field.value = revision;
    return one;
  };
  for (const gap of part.querySelectorAll("[data-same]")) gap.replaceWith(...digestsOf(gap).map(piece));
  for (const row of part.querySelectorAll(".row")) {
    row.querySelector('[id^="up-"]').disabled = !row.previousElementSibling;
    row.querySelector('[id^="down-"]').disabled = !row.nextElementSibling;
  }
}

/** A region that is read aloud stays the same element: otherwise nothing is read. */
function refresh(old, part) {
  if (Number(part.dataset.revision) === Number(old.dataset.revision) && old.textContent.trim() === part.textContent.trim()) return;
  Object.assign(old.dataset, part.dataset);
  old.replaceChildren(...part.childNodes);
}

function exchange(old, part, fill) {
  const open = new Map([...old.querySelectorAll("details[id]")].map((one) => [one.id, one.open]));
  const ticked = new Set([...old.querySelectorAll("input:checked")].map((one) => one.id));
  for (const one of part.querySelectorAll("details[id]")) if (open.has(one.id)) one.open = open.get(one.id);
  for (const one of part.querySelectorAll("input[type=checkbox]")) one.checked = ticked.has(one.id);
  document.adoptNode(part);
  fill(part);
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
  return { active, id: active?.id, place: rows.indexOf(row), kind: active?.classList?.[0], panel: Boolean(active?.closest?.("#problems")) };
}

function giveBack({ active, id, place, kind, panel }) {
  if (document.activeElement !== document.body) return;
  const same = active?.isConnected ? active : id && document.getElementById(id);
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
