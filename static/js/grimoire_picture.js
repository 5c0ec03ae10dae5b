// The Grimoire as a PNG file, made in the browser: the names of the players go nowhere.

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
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const originals = all("*", drawing, SVGElement);
  for (const [place, one] of all("*", copy, SVGElement).entries()) {
    const looks = getComputedStyle(/** @type {Element} */ (originals[place]));
    for (const property of PROPERTIES) one.setAttribute(property, looks.getPropertyValue(property));
  }
  await Promise.all(all("use", copy, SVGElement).map(drawEmblem));
  await Promise.all(all("image", copy, SVGElement).map(embed));
  const faces = document.createElementNS("http://www.w3.org/2000/svg", "style");
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
