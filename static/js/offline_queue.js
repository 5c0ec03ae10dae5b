// Changes on their way to the server, one after the other. What cannot be sent is kept in this browser and sent when
// the connection is back; the server puts it together with what was changed meanwhile, and asks where it cannot.

import { leaving } from "./save_before_leaving.js";
import { untilReleased } from "./pointer_hold.js";
import { Waiting } from "./queue_storage.js";

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
  #parts;
  #list;
  /** What this page shows, and does not know to be saved: what was changed on it, and what waited when it was opened. */
  #shown;
  #others;

  /** `parts`: what an answer holds: all that changes on the build page (1), or only that it is saved. */
  constructor(script, address, { parts = "1" } = {}) {
    super();
    this.#parts = parts;
    this.#name = `clockwright:${script}`;
    this.#address = address;
    this.#list = new Waiting(script);
    this.#shown = new Set(this.waiting.map((one) => one.id));
    this.#others = new BroadcastChannel(this.#name);
    this.#others.onmessage = ({ data }) => this.#hear(data);
    addEventListener("online", () => this.send());
    leaving(this);
    addEventListener("storage", (event) => this.#list.owns(event.key) && this.#look());
  }

  get waiting() {
    return this.#list.all;
  }

  /**
   * `change`: { op, fields, label, revision, keep, only }. With `keep`, its places count in that revision only. With
   * `only` (the name of a field, say) it takes the place of a waiting one of the same `only`.
   */
  add(change) {
    const list = this.waiting;
    // It was made on top of what waits of the same thing; not where another tab did that, which is not seen here.
    const before = list.findLast((one) => this.#shown.has(one.id) && isSameThing(one, change));
    const id = this.#list.freshId();
    this.#list.put({ ...change, id, revision: before?.revision ?? change.revision, seen: [...this.#shown] });
    this.#shown.add(id);
    // What was sent once may have arrived, though no answer came.
    if (before && before === list.at(-1) && !before.isSent) {
      this.#list.remove(before.id);
      this.#shown.delete(before.id);
    }
    this.#tell("changed");
    this.send();
  }

  /** The last revision that was saved from here: a page that was asked for while a change was saved may be older. */
  get newest() {
    return Math.max(0, ...this.#list.told.map((one) => one.revision));
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
    const asked = this.waiting.find((one) => one.id === this.#held);
    const isMine = form.dataset.choice === "mine";
    this.#held = "";
    const said = ["op", "back"].map((name) => [name, form.elements[name]?.value]);
    const again = { ...asked, fields: said, revision: Number(form.dataset.revision), keep: false };
    if (asked && isMine) {
      // What was typed since into the same field comes on top of mine, or is asked about in its turn.
      this.#goOn(asked, again.revision, false);
      this.#list.put(again);
    } else if (asked) {
      this.#list.remove(asked.id);
    }
    this.#tell("changed");
    this.send();
    return isMine;
  }

  async #sendAll() {
    for (let next = this.waiting[0]; next && !this.#held; next = this.waiting[0]) {
      const change = this.#caughtUp(next);
      this.#list.put({ ...change, isSent: true });
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
    const isDone = answer.status === 200;
    if (isDone && answer.revision) {
      this.#list.tell(change, answer);
      this.#goOn(change, answer.revision, !answer.isMerged);
    }
    this.#list.remove(change.id);
    this.#tell("changed");
    this.#say(isDone || answer.status === 422 ? "done" : "dropped", answer, change);
    const { part, ...told } = answer;
    this.#others.postMessage({ answer: told, change });
  }

  /** What was made on a change is now one of the revision that it has become. */
  #goOn(change, revision, isAlone) {
    for (const one of this.waiting) if (this.#follows(one, change, isAlone)) this.#list.put({ ...one, revision });
  }

  /** A change as of the newest revision that it was made on: another tab may have sent what it follows, unheard. */
  #caughtUp(change) {
    return this.#list.told.reduce(
      (one, told) => (this.#follows(one, told.change, !told.isMerged) ? { ...one, revision: told.revision } : one),
      change,
    );
  }

  /**
   * Whether a change was made on what another became. Where others' changes came in as well, which it has not seen, only
   * one of the same thing was: to that there are none of theirs, or it would be a conflict.
   */
  #follows(one, change, isAlone) {
    return one.seen.includes(change.id) && !one.keep && one.revision === change.revision && (isAlone || isSameThing(one, change));
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
    const isForeign = !this.#shown.delete(change.id);
    this.#tell(name, { ...answer, change, isForeign, isUnseen: answer.isMerged || isForeign });
  }

  #tell(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
