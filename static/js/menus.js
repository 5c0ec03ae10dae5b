// Menus (details.more) close when something else is used, and by Escape. Near the end of the window they open upward.

import { all, around, get } from "./dom.js";

const openMenus = () => all("details.more[open]", document, HTMLDetailsElement);
addEventListener("click", (event) => {
  const used = around(event.target, "details.more");
  for (const menu of openMenus()) if (menu !== used) menu.open = false;
});
addEventListener(
  "toggle",
  ({ target }) => {
    if (!(target instanceof HTMLDetailsElement) || !target.matches("details.more[open]")) return;
    const menu = get(".menu", target);
    menu.classList.remove("is-above");
    const { bottom, height } = menu.getBoundingClientRect();
    const above = target.getBoundingClientRect().top;
    menu.classList.toggle("is-above", bottom > innerHeight && above > height);
  },
  true,
);
addEventListener("keydown", (event) => {
  const [menu] = openMenus();
  if (event.key !== "Escape" || !menu) return;
  menu.open = false;
  get("summary", menu).focus();
});
