// Changes on their way to the server, one after the other. What cannot be sent is kept in this browser and sent when
// the connection is back; the server puts it together with what was changed meanwhile, and asks where it cannot.

const RETRY = 2000;
const PATIENCE = 20_000;
/** Of these, only the last one matters: a newer one takes the place of one that still waits. */
const LAST_COUNTS = new Set(["rename", "author"]);
const isSameThing = (one, other) => one.op === other.op && (other.only ? one.only === other.only : LAST_COUNTS.has(other.op));

export class Queue extends EventTarget {
  #name;
  #address;
  #isSending = false;
  #isHeld = false;
  #timer = 0;
  #memory = [];
  #parts;

  /** `parts`: what an answer holds: all that changes on the build page (1), or only that it is saved. */
  constructor(script, address, { parts = "1" } = {}) {
    super();
    this.#parts = parts;
    this.#name = `clockwright:${script}`;
    this.#address = address;
    addEventListener("online", () => this.send());
    // Another tab of the same script may have sent, or added, some.
    addEventListener("storage", (event) => event.key === this.#name && this.#tell("changed"));
  }

  get waiting() {
    try {
      return JSON.parse(localStorage.getItem(this.#name) ?? "[]");
    } catch {
      return this.#memory;
    }
  }

  set waiting(list) {
    this.#memory = list;
    try {
      if (list.length) localStorage.setItem(this.#name, JSON.stringify(list));
      else localStorage.removeItem(this.#name);
    } catch {
      // No storage in this browser: the list lives as long as the page.
    }
    this.#tell("changed");
  }

  /**
   * `change`: { op, fields, label, revision, keep, only }. With `keep`, its places count in that revision only. With
   * `only` (the name of a field, say) it takes the place of a waiting one of the same `only`.
   */
  add(change) {
    const list = this.waiting;
    const last = list.at(-1);
    // What was sent once may have arrived, though no answer came.
    const replaces = last && isSameThing(last, change) && !last.isSent;
    const fresh = { ...change, id: crypto.getRandomValues(new Uint32Array(2)).join("-") };
    this.waiting = replaces ? [...list.slice(0, -1), { ...fresh, revision: last.revision }] : [...list, fresh];
    this.send();
  }

  async send() {
    clearTimeout(this.#timer);
    if (this.#isSending || this.#isHeld || !this.waiting.length) return;
    this.#isSending = true;
    try {
      // Two tabs share one list; only one of them sends it. (Browsers offer locks on safe addresses only.)
      if (navigator.locks) await navigator.locks.request(this.#name, () => this.#sendAll());
      else await this.#sendAll();
    } finally {
      this.#isSending = false;
    }
  }

  /**
   * After a conflict: my change again on top of theirs, or not at all. `form` is the chosen one of both that came with
   * it: it says my change anew, for whom it is about may have another id by now. Gives whether mine was chosen.
   */
  decide(form) {
    const [first, ...rest] = this.waiting;
    const isMine = form.dataset.choice === "mine";
    this.#isHeld = false;
    const said = ["op", "back"].map((name) => [name, form.elements[name]?.value]);
    const again = { ...first, fields: said, revision: Number(form.dataset.revision), keep: false };
    if (first) this.waiting = isMine ? [again, ...rest] : rest;
    this.send();
    return isMine;
  }

  async #sendAll() {
    while (this.waiting.length && !this.#isHeld) {
      const [change, ...rest] = this.waiting;
      if (!change.isSent) this.waiting = [{ ...change, isSent: true }, ...rest];
      const answer = await this.#post(change);
      if (!answer || answer.status === 429 || answer.status >= 500) {
        this.#timer = setTimeout(() => this.send(), RETRY);
        this.#tell("stuck", { isOffline: !answer, words: answer?.words ?? "" });
        return;
      }
      this.#settle(change, answer);
    }
  }

  #settle(change, answer) {
    if (answer.status === 409) {
      this.#isHeld = true;
      this.#tell("conflict", answer);
      return;
    }
    const rest = this.waiting.filter((one) => one.id !== change.id);
    const isDone = answer.status === 200;
    // Those behind it were made on what it became; unless others' changes came in, which they have not seen. To the
    // thing that this one changed there are none of those, or it would be a conflict.
    const follows = (one) =>
      answer.revision && !one.keep && one.revision === change.revision && (!answer.isMerged || isSameThing(one, change));
    this.waiting = rest.map((one) => (isDone && follows(one) ? { ...one, revision: answer.revision } : one));
    this.#tell(isDone || answer.status === 422 ? "done" : "dropped", { ...answer, change });
  }

  async #post(change) {
    const body = new URLSearchParams([...change.fields, ["revision", change.revision]]);
    try {
      const answer = await fetch(this.#address, {
        method: "POST",
        body,
        headers: { "X-Parts": this.#parts },
        signal: AbortSignal.timeout(PATIENCE),
      });
      const part = new DOMParser().parseFromString(await answer.text(), "text/html");
      const saved = part.querySelector("#saved");
      const words = part.querySelector(".mistake")?.textContent.replace(/\s+/g, " ").trim() ?? "";
      const revision = Number(saved?.dataset.revision);
      return { status: answer.status, part, words, revision, isMerged: Boolean(saved?.dataset.merged) };
    } catch {
      return null;
    }
  }

  #tell(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
