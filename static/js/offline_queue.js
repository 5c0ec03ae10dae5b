// The offline queue: sends changes to the server one after the other. Unsent ones are stored in this browser until
// the connection is back; the server merges them with newer changes, and reports a conflict if it cannot.

import { valueIn } from "./dom.js";
import { parsePage } from "./fetch_page.js";
import { shownPieces } from "./morph.js";
import { untilReleased } from "./pointer_hold.js";
import { QueueStorage } from "./queue_storage.js";
import { saveBeforeLeaving } from "./save_before_leaving.js";

/**
 * A change made by a page. With `keep`, it is valid in its revision only (it refers to positions). With `only` (such as
 * the name of a field) it replaces a queued one with the same `only`.
 * @typedef {object} NewChange
 * @property {string} op
 * @property {[string, string][]} fields the fields of its form
 * @property {string} label its name in messages to the author
 * @property {number} revision the one that it is based on
 * @property {boolean} [keep]
 * @property {string} [only]
 */
/** @typedef {NewChange & { id: string, seen: string[], isSent?: boolean }} Change */
/** @typedef {{ status: number, text: string, words: string, revision: number, isMerged: boolean }} PlainAnswer */
/** @typedef {PlainAnswer & { part: Document }} Answer */
/**
 * The result of a change. `isForeign`: another tab made it. `isUnseen`: it includes changes not shown on this page.
 * @typedef {Answer & { change: Change, isForeign: boolean, isUnseen: boolean }} Outcome
 */
/** @typedef {{ done: Outcome, dropped: Outcome, conflict: Answer, stuck: { isOffline: boolean, words: string }, changed: {}, elsewhere: {} }} Events */

const RETRY = 2000;
const TIMEOUT = 20_000;
/**
 * @param {Pick<Change, "op" | "only">} one
 * @param {Pick<Change, "op" | "only">} other
 */
const isSameThing = (one, other) => one.op === other.op && Boolean(other.only) && one.only === other.only;

export class OfflineQueue extends EventTarget {
  #name;
  #address;
  #isSending = false;
  /** The id of the change that is in conflict; nothing is sent until its author has chosen. */
  #conflicting = "";
  #timer = 0;
  /** @type {string} */
  #parts;
  #list;
  /** Ids of unsaved changes that this page shows: made on it, or queued when it was opened. */
  #shown;
  #others;

  /**
   * @param {string} script its id
   * @param {string} address where changes are sent
   * @param {string} parts what a response contains: all changed parts of the build page ("1"), or only the saved state
   */
  constructor(script, address, parts) {
    super();
    this.#parts = parts;
    this.#name = `clockwright:${script}`;
    this.#address = address;
    this.#list = new QueueStorage(script);
    this.#shown = new Set(this.waiting.map((one) => one.id));
    this.#others = new BroadcastChannel(this.#name);
    this.#others.onmessage = ({ data }) => this.#hear(data);
    addEventListener("online", () => this.send());
    saveBeforeLeaving(this);
    addEventListener("storage", (event) => this.#list.owns(event.key) && this.#look());
  }

  /**
   * @template {keyof Events} Name
   * @param {Name} name
   * @param {(detail: Events[Name]) => void} work
   * @param {AddEventListenerOptions} [options]
   */
  on(name, work, options) {
    this.addEventListener(name, (event) => work(/** @type {CustomEvent} */ (event).detail), options);
  }

  /** The change that waits until its author has chosen. */
  get contested() {
    return this.waiting.find((one) => one.id === this.#conflicting);
  }

  get waiting() {
    return this.#list.all;
  }

  /** @param {NewChange} change */
  add(change) {
    const list = this.waiting;
    // It is based on the queued change of the same thing, unless another tab made that one, which is not visible here.
    const before = list.findLast((one) => this.#shown.has(one.id) && isSameThing(one, change));
    const id = this.#list.freshId();
    this.#list.put({ ...change, id, revision: before?.revision ?? change.revision, seen: [...this.#shown] });
    this.#shown.add(id);
    // A change that was sent may have been saved, though no response came.
    if (before && before === list.at(-1) && !before.isSent) {
      this.#list.remove(before.id);
      this.#shown.delete(before.id);
    }
    this.#tell("changed", {});
    this.send();
  }

  /** The latest revision saved from here: a page requested during a save may be older. */
  get newest() {
    return Math.max(0, ...this.#list.past.map((one) => one.revision));
  }

  async send() {
    clearTimeout(this.#timer);
    if (this.#isSending || this.#conflicting || !this.waiting.length) return;
    this.#isSending = true;
    try {
      // Two tabs share one queue; only one of them sends it. (Browsers offer locks in secure contexts only.)
      if (navigator.locks) await navigator.locks.request(this.#name, () => this.#sendAll());
      else await this.#sendAll();
    } finally {
      this.#isSending = false;
    }
  }

  /**
   * Resolves a conflict: repeats my change on top of theirs (or one that keeps both), or drops it. `form` is the chosen one
   * in the response: it has the change anew, since its character may have another id by now. Returns whether mine is kept.
   * @param {HTMLFormElement} form
   */
  decide(form) {
    const mine = this.waiting.find((one) => one.id === this.#conflicting);
    const isMine = form.dataset.choice !== "theirs";
    this.#conflicting = "";
    if (mine && isMine) {
      const revision = Number(form.dataset.revision);
      const fields = /** @type {[string, string][]} */ (["op", "back"].map((name) => [name, valueIn(form, name)]));
      // What was typed since into the same field is based on mine, or has a conflict of its own.
      if (form.dataset.choice === "mine") this.#rebase(mine, revision, false);
      this.#list.put({ ...mine, fields, revision, keep: false });
    } else if (mine) {
      this.#list.remove(mine.id);
    }
    this.#tell("changed", {});
    this.send();
    return isMine;
  }

  async #sendAll() {
    for (let next = this.waiting[0]; next && !this.#conflicting; next = this.waiting[0]) {
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

  /**
   * @param {Change} change
   * @param {Answer} answer
   */
  #settle(change, answer) {
    if (answer.status === 409) {
      this.#conflicting = change.id;
      this.#tell("conflict", answer);
      return;
    }
    const isDone = answer.status === 200;
    if (isDone && answer.revision) {
      this.#list.remember(change, answer);
      this.#rebase(change, answer.revision, !answer.isMerged);
    }
    this.#list.remove(change.id);
    this.#tell("changed", {});
    this.#say(isDone || answer.status === 422 ? "done" : "dropped", answer, change);
    const { part: _, ...told } = answer; // a document cannot be sent to another tab
    this.#others.postMessage({ answer: told, change });
  }

  /**
   * Rebases the changes that follow a change onto its revision.
   * @param {Change} change
   * @param {number} revision
   * @param {boolean} isAlone whether no changes by others were merged into it
   */
  #rebase(change, revision, isAlone) {
    for (const one of this.waiting) if (this.#follows(one, change, isAlone)) this.#list.put({ ...one, revision });
  }

  /**
   * A change rebased onto the latest revision it follows: another tab may have sent its predecessor in the meantime.
   * @param {Change} change
   */
  #caughtUp(change) {
    return this.#list.past.reduce(
      (one, past) => (this.#follows(one, past.change, !past.isMerged) ? { ...one, revision: past.revision } : one),
      change,
    );
  }

  /**
   * Whether a change is based on another. If others' changes were merged into that one, unseen by this one, only
   * one of the same thing is: of that there are no changes by others, or it would be a conflict.
   * @param {Change} one
   * @param {import("./queue_storage.js").Past["change"]} change
   * @param {boolean} isAlone
   */
  #follows(one, change, isAlone) {
    return (
      one.seen.includes(change.id) &&
      !one.keep &&
      one.revision === change.revision &&
      (isAlone || isSameThing(one, change))
    );
  }

  /**
   * Handles a change sent by another tab: if this page shows it, it is done here, too; else it is news.
   * @param {{ answer: PlainAnswer, change: Change }} message
   */
  #hear({ answer, change }) {
    // This message can come before the other tab's removal from the shared storage does: the change would still be waiting here.
    this.#list.remove(change.id);
    if (!this.#shown.has(change.id)) {
      if (answer.status === 200) this.#tell("elsewhere", {});
      return;
    }
    const part = parsePage(answer.text);
    this.#say(answer.status === 200 || answer.status === 422 ? "done" : "dropped", { ...answer, part }, change);
  }

  /** Another tab may have sent or added changes, or resolved the conflict that is shown here. */
  #look() {
    if (this.#conflicting && !this.waiting.some((one) => one.id === this.#conflicting)) {
      this.#conflicting = "";
      document.getElementById("conflict")?.remove();
      this.send();
    }
    this.#tell("changed", {});
  }

  /**
   * @param {Change} change
   * @returns {Promise<Answer | null>}
   */
  async #post(change) {
    const body = new URLSearchParams([...change.fields, ["revision", String(change.revision)]]);
    if (change.isSent) body.set("again", "1");
    if (this.#parts === "1") body.set("pieces", shownPieces());
    try {
      const answer = await fetch(this.#address, {
        method: "POST",
        body,
        headers: { "X-Parts": this.#parts },
        signal: AbortSignal.timeout(TIMEOUT),
      });
      const text = await answer.text();
      const part = parsePage(text);
      const saved = part.getElementById("saved");
      // A page from elsewhere (a Wi-Fi login, for example) has saved nothing.
      if (answer.ok && !saved) return null;
      const words = part.querySelector(".mistake")?.textContent.replace(/\s+/g, " ").trim() ?? "";
      const revision = Number(saved?.dataset.revision);
      return { status: answer.status, text, part, words, revision, isMerged: Boolean(saved?.dataset.merged) };
    } catch {
      return null;
    }
  }

  /**
   * @param {"done" | "dropped"} name
   * @param {Answer} answer
   * @param {Change} change
   */
  #say(name, answer, change) {
    const isForeign = !this.#shown.delete(change.id);
    this.#tell(name, { ...answer, change, isForeign, isUnseen: answer.isMerged || isForeign });
  }

  /**
   * @template {keyof Events} Name
   * @param {Name} name
   * @param {Events[Name]} detail
   */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
