// The pictures of pages while they are made: a quiet placeholder, another try when the press is busy, and the
// further pages as soon as it is known how many there are.

const TRIES = 6;
const PAUSE = 3000;

export function watchPages(part, failed) {
  for (const page of part.querySelectorAll("figure[data-page]")) watch(page, failed);
}

function watch(page, failed) {
  const picture = page.querySelector("img");
  let tries = 0;

  const ready = async () => {
    // Loaded is not yet drawn: the placeholder stays until the picture can take its place at once.
    await picture.decode().catch(() => {});
    page.removeAttribute("aria-busy");
    page.dataset.state = "ready";
    bringFurtherPages(page.closest("[data-more]"), failed);
  };

  const again = () => {
    tries += 1;
    if (tries > TRIES) {
      page.dataset.state = "failed";
      page.querySelector("figcaption").textContent = failed;
      return;
    }
    setTimeout(() => {
      const address = new URL(picture.src);
      address.searchParams.set("try", tries);
      picture.removeAttribute("srcset");
      picture.src = address;
    }, PAUSE * tries);
  };

  if (picture.complete && picture.naturalWidth > 0) {
    ready();
    return;
  }
  page.dataset.state = "loading";
  page.setAttribute("aria-busy", "true");
  picture.addEventListener("load", ready);
  picture.addEventListener("error", again);
  if (picture.complete) again();
}

async function bringFurtherPages(section, failed) {
  if (!section) return;
  const address = section.dataset.more;
  delete section.dataset.more;
  section.removeAttribute("data-more");
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const pages = section.querySelector("[data-pages]");
  const found = [...fresh.querySelectorAll("figure[data-page]")];
  const caption = found[0]?.querySelector("figcaption");
  if (caption) pages.querySelector("figcaption").replaceWith(caption);
  pages.append(...found.slice(1));
  for (const page of found.slice(1)) watch(page, failed);
  const notices = fresh.querySelector(".notices");
  if (notices) pages.after(notices);
}
