// Changes on their way to the server, one after the other. What cannot be sent is kept in this browser and sent when
// the connection is back; the server puts it together with what was changed meanwhile, and asks where it cannot.

import { leaving } from "./leaving.js";
import { untilReleased } from "./press.js";

const RETRY = 2000;
const PATIENCE = 20_000;
/** Of these, only the last one matters: a newer one takes the place of one that still waits. */
const LAST_COUNTS = new Set(["rename", "author"]);
const isSameThing = (one, other) => one.op === other.op && (other.only ? one.only === other.only : LAST_COUNTS.has(other.op));

export class Queue extends EventTarget {
  #name;
  #address;
  #isSending = false;
  /** The id of the change about which its author is asked; nothing is sent until then. */
  #held = "";
  #timer = 0;
  /** The list where the browser has no room for it. */
  #memory = null;
  #parts;
  /** What this page shows: what was changed on it, and what waited when it was opened. */
  #shown;
  #others;

  /** `parts`: what an answer holds: all that changes on the build page (1), or only that it is saved. */
  constructor(script, address, { parts = "1" } = {}) {
    super();
    this.#parts = parts;
    this.#name = `clockwright:${script}`;
    this.#address = address;
    this.#shown = new Set(this.waiting.map((one) => one.id));
    this.#others = new BroadcastChannel(this.#name);
    this.#others.onmessage = ({ data }) => this.#hear(data);
    addEventListener("online", () => this.send());
    leaving(this);
    addEventListener("storage", (event) => event.key === this.#name && this.#look());
  }

  get waiting() {
    if (this.#memory) return this.#memory;
    try {
      return JSON.parse(localStorage.getItem(this.#name) ?? "[]");
    } catch {
      return [];
    }
  }

  set waiting(list) {
    this.#memory = null;
    try {
      if (list.length) localStorage.setItem(this.#name, JSON.stringify(list));
      else localStorage.removeItem(this.#name);
    } catch {
      // No storage in this browser, or it is full: the list lives as long as the page.
      this.#memory = list;
    }
    this.#tell("changed");
  }

  /**
   * `change`: { op, fields, label, revision, keep, only }. With `keep`, its places count in that revision only. With
   * `only` (the name of a field, say) it takes the place of a waiting one of the same `only`.
   */
  add(change) {
    const list = this.waiting;
    // It was made on top of what waits of the same thing; not where another tab did that, which is not seen here.
    const shown = list.filter((one) => this.#shown.has(one.id));
    const before = shown.findLast((one) => isSameThing(one, change));
    const id = crypto.getRandomValues(new Uint32Array(2)).join("-");
    const fresh = { ...change, id, revision: before?.revision ?? change.revision, seen: shown.map((one) => one.id) };
    // What was sent once may have arrived, though no answer came.
    const replaces = before && before === list.at(-1) && !before.isSent;
    this.#shown.add(id);
    this.waiting = [...(replaces ? list.slice(0, -1) : list), fresh];
    this.send();
  }

  /** The last revision that this tab knows of: a page that was asked for while a change was saved may be older. */
  get newest() {
    try {
      return Number(sessionStorage.getItem(this.#name));
    } catch {
      return 0;
    }
  }

  #note(revision) {
    try {
      sessionStorage.setItem(this.#name, Math.max(revision, this.newest));
    } catch {
      // No storage in this browser: a page that is behind shows it at the next save.
    }
  }

  async send() {
    clearTimeout(this.#timer);
    if (this.#isSending || this.#held || !this.waiting.length) return;
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
    const list = this.waiting;
    const asked = list.find((one) => one.id === this.#held);
    const isMine = form.dataset.choice === "mine";
    this.#held = "";
    const said = ["op", "back"].map((name) => [name, form.elements[name]?.value]);
    const again = { ...asked, fields: said, revision: Number(form.dataset.revision), keep: false };
    // What was typed since into the same field comes on top of mine, or is asked about in its turn.
    const behind = (one) => (this.#follows(one, asked, false) ? { ...one, revision: again.revision } : one);
    if (asked && isMine) this.waiting = list.map((one) => (one === asked ? again : behind(one)));
    else if (asked) this.waiting = list.filter((one) => one !== asked);
    this.send();
    return isMine;
  }

  async #sendAll() {
    while (this.waiting.length && !this.#held) {
      const [change, ...rest] = this.waiting;
      if (!change.isSent) this.waiting = [{ ...change, isSent: true }, ...rest];
      const answer = await this.#post(change);
      await untilReleased();
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
      this.#held = change.id;
      this.#tell("conflict", answer);
      return;
    }
    const rest = this.waiting.filter((one) => one.id !== change.id);
    const isDone = answer.status === 200;
    const goesOn = (one) => isDone && answer.revision && this.#follows(one, change, !answer.isMerged);
    this.waiting = rest.map((one) => (goesOn(one) ? { ...one, revision: answer.revision } : one));
    if (isDone && answer.revision) this.#note(answer.revision);
    this.#say(isDone || answer.status === 422 ? "done" : "dropped", answer, change);
    const { part, ...told } = answer;
    this.#others.postMessage({ answer: told, change });
  }

  /**
   * Whether a change was made on what another became. Where others' changes came in as well, which it has not seen, only
   * one of the same thing was: to that there are none of theirs, or it would be a conflict.
   */
  #follows(one, change, isAlone) {
    const isSeen = one.seen?.includes(change.id) ?? true;
    return isSeen && !one.keep && one.revision === change.revision && (isAlone || isSameThing(one, change));
  }

  /** Another tab has sent some: those of this page are done here, too. */
  #hear({ answer, change }) {
    if (!this.#shown.has(change.id)) return;
    const part = new DOMParser().parseFromString(answer.text, "text/html");
    this.#say(answer.status === 200 || answer.status === 422 ? "done" : "dropped", { ...answer, part }, change);
  }

  /** Another tab may have sent some, added some, or answered what is asked here. */
  #look() {
    if (this.#held && !this.waiting.some((one) => one.id === this.#held)) {
      this.#held = "";
      document.getElementById("conflict")?.remove();
      this.send();
    }
    this.#tell("changed");
  }

  async #post(change) {
    const body = new URLSearchParams([...change.fields, ["revision", change.revision]]);
    if (change.isSent) body.set("again", "1");
    try {
      const answer = await fetch(this.#address, {
        method: "POST",
        body,
        headers: { "X-Parts": this.#parts },
        signal: AbortSignal.timeout(PATIENCE),
      });
      const text = await answer.text();
      const part = new DOMParser().parseFromString(text, "text/html");
      const saved = part.querySelector("#saved");
      // Somebody else's page (of a network that wants a password first, say) has saved nothing.
      if (answer.ok && !saved) return null;
      const words = part.querySelector(".mistake")?.textContent.replace(/\s+/g, " ").trim() ?? "";
      const revision = Number(saved?.dataset.revision);
      return { status: answer.status, text, part, words, revision, isMerged: Boolean(saved?.dataset.merged) };
    } catch {
      return null;
    }
  }

  /** `isForeign`: another tab made it. `isUnseen`: there is more in it than this page shows. */
  #say(name, answer, change) {
    const isForeign = !this.#shown.has(change.id);
    this.#tell(name, { ...answer, change, isForeign, isUnseen: answer.isMerged || isForeign });
  }

  #tell(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
