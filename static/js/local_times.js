// Shows times in the reader's time zone; without this script they are in UTC.

import { all } from "./dom.js";

/** @type {Intl.DateTimeFormatOptions} */
const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

/** @param {Intl.DateTimeFormatOptions} options */
const format = (options) => new Intl.DateTimeFormat(document.documentElement.lang, options);

/** The time of day next to “Saved”. */
export function localTimes() {
  for (const one of all("#saved time", document, HTMLTimeElement)) {
    one.textContent = format(CLOCK).format(new Date(one.dateTime));
  }
}

const thisYear = new Date().getFullYear();

for (const moment of all("time[data-time]", document, HTMLTimeElement)) {
  const date = new Date(moment.dateTime);
  if (Number.isNaN(date.getTime())) continue;
  moment.title = date.toLocaleString();
  moment.textContent = format({
    day: "numeric",
    month: "short",
    ...CLOCK,
    ...(date.getFullYear() === thisYear ? {} : { year: "numeric" }),
  }).format(date);
}
