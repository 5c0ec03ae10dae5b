// The picture of the Grimoire with what is marked in it, and as a PNG file: names and marks go nowhere.

import { all, get } from "./dom.js";
import { parsePage } from "./fetch_page.js";

const SIZE = 1600;
const PROPERTIES = [
  "fill",
  "stroke",
  "stroke-width",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "color",
];
const FONTS = [
  ["Alegreya Sans", "normal"],
  ["Alegreya Sans", "bold"],
];

const SVG = "http://www.w3.org/2000/svg";
/** The distance of a label's lines, and of its first baseline from its top: as in view_models/grimoire.py. */
const [LEADING, BASELINE] = [24, 18];

/**
 * Draws into the picture what is marked at the players in the ring: that they are dead, votes and reminders.
 * @param {SVGSVGElement} drawing
 * @param {HTMLElement} ring
 */
export function drawMarks(drawing, ring) {
  const ground = get(".g-ground", drawing, SVGElement);
  const whole = Number((ground.dataset.height ??= ground.getAttribute("height") ?? ""));
  let beyond = 0;
  for (const seat of all("[data-seat-number]", drawing, SVGGElement)) {
    const player = get(`[data-at="${seat.dataset.seatNumber}"]`, ring);
    drawShroud(seat, player.classList.contains("is-dead"), player.classList.contains("has-vote"));
    const words = all("[data-state]:not(:empty), .marker:not([hidden])", player).map((one) => one.textContent);
    const [top, bottom] = labelLines(get(".g-label", seat, SVGElement), words);
    const down = seat.transform.baseVal.getItem(0).matrix.f;
    beyond = Math.max(beyond, -(down + top), down + bottom - whole);
  }
  // Long labels above and below the circle make the picture higher.
  const high = whole + 2 * beyond;
  drawing.setAttribute("viewBox", `0 ${-beyond} ${drawing.viewBox.baseVal.width} ${high}`);
  ground.setAttribute("y", String(-beyond));
  ground.setAttribute("height", String(high));
}

/**
 * @param {SVGGElement} seat
 * @param {boolean} isDead
 * @param {boolean} hasVote
 */
function drawShroud(seat, isDead, hasVote) {
  for (const one of all(".g-shroud, .g-vote", seat, SVGElement)) one.remove();
  const r = Number(get(".g-disc", seat, SVGElement).getAttribute("r"));
  const shroud = `M${-0.45 * r} ${-1.05 * r}H${0.45 * r}V${0.08 * r}L0 ${-0.15 * r}L${-0.45 * r} ${0.08 * r}Z`;
  if (isDead) add(seat, "path", { class: "g-shroud", d: shroud });
  if (hasVote) add(seat, "circle", { class: "g-vote", cx: 0.78 * r, cy: 0.62 * r, r: 0.16 * r });
}

/**
 * Replaces what a label says below the player. Returns its top and bottom.
 * @param {SVGElement} label
 * @param {string[]} words
 */
function labelLines(label, words) {
  const before = all("text", label, SVGElement);
  const high = before.length * LEADING;
  const top = Number(before[0]?.getAttribute("y")) - BASELINE;
  const x = before[0]?.getAttribute("x") ?? 0;
  const letters = get("[data-short]", label, SVGElement).dataset.short;
  const line = new RegExp(`\\S.{0,${Number(letters) - 1}}(?=\\s|$)|\\S+`, "gu");
  for (const one of all(".g-mark", label, SVGElement)) one.remove();
  for (const text of words.flatMap((one) => one.match(line) ?? [])) add(label, "text", { class: "g-mark", x }, text);
  const after = all("text", label, SVGElement);
  const grown = after.length * LEADING;
  // Beside a token a label stays where it was in proportion; above one it grows upward.
  const isBeside = !label.classList.contains("g-middle");
  const start = isBeside ? (top * grown) / high : top < 0 ? top + high - grown : top;
  for (const [at, one] of after.entries()) one.setAttribute("y", String(start + LEADING * at + BASELINE));
  return /** @type {const} */ ([start, start + grown]);
}

/**
 * @param {SVGElement} place
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {string} [text]
 */
function add(place, name, attributes, text = "") {
  const one = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, String(value));
  one.textContent = text;
  place.append(one);
}

/**
 * Saves a drawing of the page under a name. Returns whether it succeeded.
 * @param {SVGSVGElement} drawing
 * @param {string} name
 */
export async function savePicture(drawing, name) {
  try {
    const image = new Image();
    const address = URL.createObjectURL(new Blob([await standalone(drawing)], { type: "image/svg+xml" }));
    image.src = address;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: SIZE, height: height(drawing) });
    canvas.getContext("2d")?.drawImage(image, 0, 0, SIZE, height(drawing));
    URL.revokeObjectURL(address);
    const file = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!(file instanceof Blob)) return false;
    const href = URL.createObjectURL(file);
    Object.assign(document.createElement("a"), { href, download: name.replace(/[\\/:*?"<>|]/g, "") }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
    return true;
  } catch {
    return false;
  }
}

/** @param {SVGSVGElement} drawing */
const height = ({ viewBox: { baseVal: box } }) => Math.round((SIZE * box.height) / box.width);

/**
 * The drawing as a file of its own: with the looks that the page gives it, its emblems, pictures and letters.
 * @param {SVGSVGElement} drawing
 */
async function standalone(drawing) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  copy.setAttribute("width", String(SIZE));
  copy.setAttribute("height", String(height(drawing)));
  copy.setAttribute("xmlns", SVG);
  const originals = all("*", drawing, SVGElement);
  for (const [place, one] of all("*", copy, SVGElement).entries()) {
    const looks = getComputedStyle(/** @type {Element} */ (originals[place]));
    for (const property of PROPERTIES) one.setAttribute(property, looks.getPropertyValue(property));
  }
  await Promise.all(all("use", copy, SVGElement).map(drawEmblem));
  await Promise.all(all("image", copy, SVGElement).map(embed));
  const faces = document.createElementNS(SVG, "style");
  faces.textContent = (await Promise.all(FONTS.map(([family, weight]) => face(family ?? "", weight ?? "")))).join("");
  copy.prepend(faces);
  return new XMLSerializer().serializeToString(copy);
}

/** @param {SVGElement} use */
async function drawEmblem(use) {
  const [address = "", id = ""] = (use.getAttribute("href") ?? "").split("#");
  const sheet = parsePage(await (await fetch(address)).text());
  const emblem = /** @type {Element} */ (get(`[id="${id}"]`, sheet, Element).cloneNode(true));
  emblem.setAttribute("fill", use.getAttribute("fill") ?? "");
  use.replaceWith(emblem);
}

/** @param {SVGElement} image */
async function embed(image) {
  image.setAttribute("href", await dataAddress(image.getAttribute("href") ?? ""));
}

/** @param {string} address */
async function dataAddress(address) {
  const body = await (await fetch(address)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = reject;
    reader.readAsDataURL(body);
  });
}

/**
 * The rule of a font of our style sheets, with the font inside.
 * @param {string} family
 * @param {string} weight
 */
async function face(family, weight) {
  const wanted = { normal: "400", bold: "700" }[weight];
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule)) continue;
      const { style } = rule;
      const isOne =
        style.getPropertyValue("font-family").includes(family) &&
        style.getPropertyValue("font-weight") === wanted &&
        !style.getPropertyValue("font-style").includes("italic");
      const address = /url\("?([^")]+)/.exec(style.getPropertyValue("src"))?.[1];
      if (!isOne || !address) continue;
      const font = await dataAddress(new URL(address, sheet.href ?? location.href).href);
      return `@font-face { font-family: "${family}"; font-weight: ${wanted}; src: url(${font}) }`;
    }
  }
  return "";
}
