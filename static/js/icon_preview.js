// Live previews from the server: the latest request wins; drafts while a control is moved, then full quality.

/** How long (ms) an older request may take before a newer one aborts it; and the pause before full quality. */
const TIMEOUT = 250;
const REST = 180;

/** @typedef {Record<string, string>} Pictures their addresses, by version */

/**
 * @param {string} address
 * @param {{ show: (pictures: Pictures) => void, fail: (message: string) => void }} page
 */
export function previewer(address, { show, fail }) {
  /** @type {{ stop: AbortController, since: number } | null} */
  let running = null;
  /** @type {Record<string, string> | null} */
  let next = null;
  let rest = 0;

  /** @param {Record<string, string>} wanted */
  async function run(wanted) {
    const stop = new AbortController();
    running = { stop, since: performance.now() };
    try {
      const answer = await fetch(`${address}?${new URLSearchParams(wanted)}`, { signal: stop.signal });
      const found = answer.headers.get("Content-Type")?.includes("json") ? await answer.json() : {};
      if (found.pictures) await decoded(found.pictures);
      if (!stop.signal.aborted) found.pictures ? show(found.pictures) : fail(found.fault);
    } catch {
      if (!stop.signal.aborted) fail("");
    }
    if (stop.signal.aborted) return;
    running = null;
    const queued = next;
    next = null;
    if (queued) run(queued);
  }

  /**
   * Decodes pictures before they are shown, to avoid flicker.
   * @param {Pictures} pictures
   */
  const decoded = (pictures) =>
    Promise.all(
      Object.values(pictures).map((src) =>
        Object.assign(new Image(), { src })
          .decode()
          .catch(() => {}),
      ),
    );

  /** @param {Record<string, string>} wanted */
  function request(wanted) {
    if (running && performance.now() - running.since > TIMEOUT) {
      running.stop.abort();
      running = null;
    }
    if (running) next = wanted;
    else run(wanted);
  }

  /**
   * @param {Record<string, string>} wanted
   * @param {boolean} isDraft
   */
  return (wanted, isDraft) => {
    clearTimeout(rest);
    if (isDraft) rest = setTimeout(request, REST, wanted);
    request(isDraft ? { ...wanted, draft: "1" } : wanted);
  };
}
