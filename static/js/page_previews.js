// Pictures of pages being rendered: a placeholder, a retry when the press is busy, and the
// remaining pages as soon as their number is known.

import { all, find, get, wordsOf } from "./dom.js";
import { fetchPage } from "./fetch_page.js";

const TRIES = 6;
const PAUSE = 3000;

/** @param {ParentNode} part */
export function watchPages(part) {
  for (const page of all("figure[data-page]", part)) watch(page);
}

/** @param {HTMLElement} page */
function watch(page) {
  const picture = get("img", page, HTMLImageElement);
  let tries = 0;

  const show = async () => {
    // Loaded does not mean decoded: the placeholder remains until the picture can replace it at once.
    await picture.decode().catch(() => {});
    page.removeAttribute("aria-busy");
    page.dataset.state = "ready";
    delete page.dataset.waiting;
    bringFurtherPages(page);
  };

  const retry = () => {
    tries += 1;
    if (tries > TRIES) {
      page.dataset.state = "failed";
      delete page.dataset.waiting;
      get("figcaption", page).textContent = wordsOf(document.body).failed;
      return;
    }
    setTimeout(() => {
      const address = new URL(picture.src);
      address.searchParams.set("try", String(tries));
      picture.removeAttribute("srcset");
      picture.src = address.href;
    }, PAUSE * tries);
  };

  if (picture.complete && picture.naturalWidth > 0) {
    show();
    return;
  }
  page.dataset.state = "loading";
  page.dataset.waiting = wordsOf(document.body).loading;
  page.setAttribute("aria-busy", "true");
  picture.addEventListener("load", show);
  picture.addEventListener("error", retry);
  if (picture.complete) retry();
}

/** @param {HTMLElement} first */
async function bringFurtherPages(first) {
  const section = /** @type {HTMLElement | null} */ (first.closest("[data-more]"));
  if (!section) return;
  const address = wordsOf(section).more;
  section.removeAttribute("data-more");
  const fresh = await fetchPage(address);
  if (!fresh) return;
  const pages = get("[data-pages]", section);
  const found = all("figure[data-page]", fresh);
  const caption = found[0] && find("figcaption", found[0]);
  if (caption) get("figcaption", pages).replaceWith(caption);
  pages.append(...found.slice(1));
  found.slice(1).forEach(watch);
  const notices = find(".notices", fresh);
  if (notices) showNotices(notices, pages);
}

/**
 * Shows notices after the pages, or once for all documents where the page has a list for them.
 * @param {HTMLElement} notices
 * @param {HTMLElement} pages
 */
function showNotices(notices, pages) {
  const common = find("[data-notices]");
  if (!common) {
    pages.after(notices);
    return;
  }
  const known = new Set(all("li", common).map((one) => one.textContent));
  common.append(...all("li", notices).filter((one) => !known.has(one.textContent)));
  common.hidden = false;
}
