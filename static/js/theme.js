// Shows a theme at once; the server stores it for the next page.

import { all, get, wordsOf } from "./dom.js";

/**
 * Changes the theme of the page, and which button of the masthead is shown. Returns that button.
 * @param {string} theme
 */
export function showTheme(theme) {
  document.documentElement.dataset.theme = theme;
  const buttons = all("button", get("[data-themes]"));
  for (const one of buttons) one.hidden = wordsOf(one).shownFor !== theme;
  return buttons.find((one) => !one.hidden);
}

/** The theme after the current one: the first change of “like the system” is one that is seen. */
export function nextTheme() {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const order = isDark ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
  return order[(order.indexOf(document.documentElement.dataset.theme ?? "") + 1) % order.length];
}
