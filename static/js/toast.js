// What a page says of its changes on their way: what waits, what could not be saved, what two changed at the same time.

const MOST = 8;

export function telling(queue) {
  const waiting = document.getElementById("waiting");
  const words = waiting.dataset;
  const say = (text) => {
    if (waiting.textContent !== text) waiting.textContent = text;
    waiting.hidden = false;
  };

  queue.addEventListener("stuck", ({ detail }) => {
    const list = queue.waiting.map((one) => one.label);
    const shown = list.slice(0, MOST).join(" · ") + (list.length > MOST ? " …" : "");
    say(`${detail.isOffline ? words.offline : words.refused} ${shown} ${detail.words}`);
  });
  queue.addEventListener("dropped", ({ detail }) => {
    say(`${words.dropped} ${detail.change.label}. ${detail.words}`);
    waiting.dataset.stays = "";
  });
  queue.addEventListener("conflict", ({ detail }) => {
    const place = document.getElementById("conflict-place");
    place.replaceChildren(detail.part.getElementById("conflict"));
    place.firstElementChild.focus();
  });
  queue.addEventListener("changed", () => {
    const count = queue.waiting.length;
    if (!count && waiting.dataset.stays === undefined) waiting.hidden = true;
    if (count) delete waiting.dataset.stays;
  });
}
