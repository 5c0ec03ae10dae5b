// A tap on a character's name opens what it does, and how to run it, in a dialog. Without scripts it is a page.

import { around, find, get } from "./dom.js";
import { fetchPage } from "./fetch_page.js";

/** @param {string} close the words of the button that closes the dialog */
export function watchNames(close) {
  const dialog = document.createElement("dialog");
  dialog.className = "explain-dialog";
  dialog.setAttribute("aria-labelledby", "explanation-name");

  /** @type {HTMLElement | null} */
  let style = null;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button small close";
  button.textContent = close;
  button.addEventListener("click", () => dialog.close());
  // The back button closes the dialog instead of leaving the page.
  let isLeaving = false;
  addEventListener("popstate", () => {
    if (!dialog.open && !isLeaving) return;
    const top = scrollY;
    dialog.close();
    isLeaving = false;
    // Browsers scroll to the fragment of the address again.
    requestAnimationFrame(() => scrollTo({ top, behavior: "instant" }));
  });
  dialog.addEventListener("close", () => {
    if (!history.state?.explains) return;
    isLeaving = true;
    history.back();
  });
  // A press beside the dialog closes it as well.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());

  document.addEventListener("click", async (event) => {
    const link = around(event.target, "a[data-explain]");
    if (
      !(link instanceof HTMLAnchorElement) ||
      event.button ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    const page = await fetchPage(link.href);
    const found = page && find("#explanation", page);
    if (!found) return void location.assign(link.href);
    // The style of the explanation comes with it, once.
    if (!style) document.head.append((style = get("link[href*=explain]", page)));
    // What scrolls can be reached by key.
    found.tabIndex = 0;
    dialog.replaceChildren(button, found);
    if (!dialog.isConnected) document.body.append(dialog);
    if (dialog.open) return;
    history.pushState({ explains: true }, "");
    dialog.showModal();
  });
}
