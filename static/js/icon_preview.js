// Pictures as they would be, from the server: the latest wish wins, drafts while something is turned, then the fine one.

/** So long (ms) an older wish may take before a newer one cuts it off; and how long a hand must rest. */
const PATIENCE = 250;
const REST = 180;

export function painter(address, { show, fail }) {
  let running = null;
  let next = null;
  let rest = 0;

  async function run(wish) {
    const stop = new AbortController();
    running = { stop, since: performance.now() };
    try {
      const answer = await fetch(`${address}?${new URLSearchParams(wish)}`, { signal: stop.signal });
      const told = answer.headers.get("Content-Type")?.includes("json") ? await answer.json() : {};
      if (told.pictures) await ready(told.pictures);
      if (!stop.signal.aborted) told.pictures ? show(told.pictures) : fail(told.fault);
    } catch {
      if (!stop.signal.aborted) fail("");
    }
    if (stop.signal.aborted) return;
    running = null;
    const wanted = next;
    next = null;
    if (wanted) run(wanted);
  }

  /** Decoded before they are shown: nothing flickers. */
  const ready = (pictures) =>
    Promise.all(Object.values(pictures).map((src) => Object.assign(new Image(), { src }).decode().catch(() => {})));

  function ask(wish) {
    if (running && performance.now() - running.since > PATIENCE) {
      running.stop.abort();
      running = null;
    }
    if (running) next = wish;
    else run(wish);
  }

  return (wish, isDraft) => {
    clearTimeout(rest);
    if (isDraft) rest = setTimeout(ask, REST, wish);
    ask(isDraft ? { ...wish, draft: "1" } : wish);
  };
}
