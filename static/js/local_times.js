// Shows times in the reader's time zone; without this script they are in UTC.

import { all } from "./dom.js";

/** @type {Intl.DateTimeFormatOptions} */
const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

const { lang } = document.documentElement;
/**
 * Dates begin with the day: “22 Nov”.
 * @param {Intl.DateTimeFormatOptions} options
 */
const format = (options) => new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, options);

/** The time of day next to “Saved”. */
export function localTimes() {
  for (const one of all("#saved time", document, HTMLTimeElement)) {
    one.textContent = format(CLOCK).format(new Date(one.dateTime));
  }
}

const DAY = 86_400_000;
const now = new Date();
const words = document.body.dataset;

/**
 * “Today”, “Yesterday”, “22 Nov”, or with the year if it is another one.
 * @param {Date} date
 */
function dayOf(date) {
  const age = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / DAY);
  if (age === 0 && words.today) return words.today;
  if (age === 1 && words.yesterday) return words.yesterday;
  const year = date.getFullYear() === now.getFullYear() ? {} : { year: /** @type {const} */ ("numeric") };
  return format({ day: "numeric", month: "short", ...year }).format(date);
}

/** The moments and days of the page. */
export function localMoments() {
  for (const moment of all("time[data-time], time[data-day], time[data-clock]", document, HTMLTimeElement)) {
    const date = new Date(moment.dateTime);
    if (Number.isNaN(date.getTime())) continue;
    const { day, clock } = moment.dataset;
    const time = format(CLOCK).format(date);
    moment.title = day === undefined ? date.toLocaleString() : date.toLocaleDateString();
    moment.textContent = clock !== undefined ? time : day !== undefined ? dayOf(date) : `${dayOf(date)}, ${time}`;
  }
}
localMoments();
