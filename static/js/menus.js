// Menus (details.more) close when something else is used, and by Escape.

import { all, around, get } from "./dom.js";

const openMenus = () => all("details.more[open]", document, HTMLDetailsElement);
addEventListener("click", (event) => {
  const used = around(event.target, "details.more");
  for (const menu of openMenus()) if (menu !== used) menu.open = false;
});
addEventListener("keydown", (event) => {
  const [menu] = openMenus();
  if (event.key !== "Escape" || !menu) return;
  menu.open = false;
  get("summary", menu).focus();
});
