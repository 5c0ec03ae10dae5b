// Moments in the reader's own time; without this they stand in UTC.

const nowYear = new Date().getFullYear();

for (const moment of document.querySelectorAll("time[data-time]")) {
  const date = new Date(moment.dateTime);
  if (Number.isNaN(date.getTime())) continue;
  const isThisYear = date.getFullYear() === nowYear;
  moment.title = date.toLocaleString();
  moment.textContent = new Intl.DateTimeFormat(document.documentElement.lang, {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...(isThisYear ? {} : { year: "numeric" }),
  }).format(date);
}
