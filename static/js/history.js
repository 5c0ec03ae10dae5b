// The choice of a revision to compare with is sent at once; local times.

import { all } from "./dom.js";
import "./local_times.js";

for (const form of all("[data-submits]", document, HTMLFormElement)) {
  form.addEventListener("change", () => form.requestSubmit());
}
