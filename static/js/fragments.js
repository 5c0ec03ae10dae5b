// Lazy loading: [data-load] is the address of the fragment that replaces the element. A <details> loads its
// [data-fragment] when it is first opened; a link loads into the [data-fragment] next to it.

import { all, around, find } from "./dom.js";
import { fetchPage, newestPage } from "./fetch_page.js";

const REQUEST = { headers: { "X-Fragment": "true" } };

/** Only the last list that was asked for opens. */
const newestOffers = newestPage();

/** @type {WeakMap<HTMLElement, { timer: number, load: typeof fetchPage }>} */
const loading = new WeakMap();

/** Loads all [data-load] elements; one that reappears in the meantime is loaded again. */
export function loadFragments() {
  for (const place of all("[data-load]:not(details, a)")) {
    const { timer, load } = loading.get(place) ?? { timer: 0, load: newestPage() };
    clearTimeout(timer);
    const address = place.dataset.load ?? "";
    const delay = Number(place.dataset.delay ?? 0);
    place.removeAttribute("data-load");
    loading.set(place, { load, timer: setTimeout(replace, delay, place, address, load) });
  }
}

/**
 * @param {HTMLElement} place
 * @param {string} address
 * @param {typeof fetchPage} [load]
 */
async function replace(place, address, load = fetchPage) {
  const page = place.isConnected && (await load(address, REQUEST));
  if (page && !place.hasAttribute("data-load")) place.replaceWith(...page.body.children);
  return Boolean(page);
}

/** @param {HTMLElement} details */
async function opened(details) {
  const place = find("[data-fragment]", details);
  const address = details.dataset.load;
  if (!address || !place || !(details instanceof HTMLDetailsElement) || !details.open) return;
  details.removeAttribute("data-load");
  details.setAttribute("aria-busy", "true");
  const isLoaded = await replace(place, address);
  details.removeAttribute("aria-busy");
  if (!isLoaded) details.dataset.load = address;
}

document.addEventListener("toggle", (event) => event.target instanceof HTMLElement && opened(event.target), true);

document.addEventListener("click", async (event) => {
  const link = around(event.target, "a[data-load]");
  const place = link?.parentElement && find("[data-fragment]", link.parentElement);
  if (!(link instanceof HTMLAnchorElement) || !place || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const page = await newestOffers(link.href, REQUEST);
  if (!page) return;
  // One list to choose from at a time: its ids are on the page once.
  for (const other of all(".offers:not(:empty)")) other.replaceChildren();
  place.replaceChildren(...page.body.childNodes);
  // A list to choose from opens in view, with the caret in its field.
  find("[data-filter]", place)?.focus({ preventScroll: true });
  place.scrollIntoView({ block: "nearest" });
});

for (const one of all("details[data-load][open]")) opened(one);
loadFragments();
