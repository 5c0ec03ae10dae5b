// Autosave: changes on a page go into the offline queue, typed fields after a pause; changes saved elsewhere
// are merged into the page, except for fields that somebody is writing in.

import { all, byId, find, wordsOf } from "./dom.js";
import { fetchPage } from "./fetch_page.js";
import { watchRevision } from "./live.js";
import { localTimes } from "./local_times.js";
import { morphParts, updateLiveRegion } from "./morph.js";
import { OfflineQueue } from "./offline_queue.js";
import { showToasts } from "./toast.js";

/** @typedef {import("./offline_queue.js").NewChange} NewChange */
/** @typedef {import("./offline_queue.js").Outcome} Outcome */
/** @typedef {Document | DocumentFragment} Root */

/**
 * A field that saves itself. `saved` is the JSON that the server has, or will have from the queue; `base` the revision
 * that the reader saw, if others have changed the field since (else 0): it lets the server detect a conflict.
 * @typedef {object} Field
 * @property {string} name its `only` in the queue
 * @property {(root: Root) => unknown} read its value on a page; undefined if the page lacks it
 * @property {(value: any) => void} write
 * @property {(value: any) => Pick<NewChange, "op" | "fields" | "label">} change
 * @property {string} saved
 * @property {number} base
 * @property {boolean} [isTogether] whether the server put the reader's text and another person's together
 * @property {(() => boolean)} [hasFocus] whether somebody is writing in it: it is not overwritten then
 * @property {HTMLElement} [element] behind it stands, while it is not overwritten, that it was changed elsewhere
 */

/**
 * The specifics of a page.
 * @typedef {object} Page
 * @property {HTMLElement} element has `data-waits` while something is not saved yet
 * @property {string} script the id of the script
 * @property {string} address where changes are sent
 * @property {number} [pause] milliseconds after a key
 * @property {string} [parts] what a response to a change contains
 * @property {boolean} [sendsSteps] the page sends Undo and Redo itself, as changes
 * @property {(isForced: boolean) => string} [source] the address of the saved page
 * @property {(fresh: Document) => boolean | void} [take] merges all but the fields; false: not now
 * @property {() => void} [refreshed]
 * @property {(outcome: Outcome, field?: Field, seen?: number) => boolean} [done] a change was saved or refused; returns whether to fetch the page
 * @property {(field: Field) => void} [unchanged] a field is back to its saved value
 * @property {(isMine: boolean, form: HTMLFormElement) => void} [decided] after a conflict
 */

/** The longest wait for changes to be saved, in milliseconds. */
const TIMEOUT = 5000;
/** How much of another person's text is shown beside a field. */
const LONGEST_QUOTE = 300;

export class Autosave {
  /** @type {Field[]} */
  fields = [];
  /** @type {Map<Field, number>} */
  #timers = new Map();
  /** Grows with every change and every save: a page requested before is stale. */
  #generation = 0;
  /** What stands behind fields that were changed elsewhere.
   * @type {Map<Field, HTMLElement>} */
  #notes = new Map();
  /** Whether a field was changed elsewhere while somebody was writing in it. */
  #isBehind = false;
  /** The name of the field of which both versions are kept: it shows them once they are saved. */
  #both = "";
  /** A revision in which this page does not exist: its character is gone, for example. */
  #unavailable = 0;
  #page;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    this.queue = new OfflineQueue(page.script, page.address, page.parts ?? "saved");
    showToasts(this.queue);
    this.queue.on("done", (outcome) => this.#done(outcome));
    this.queue.on("changed", () => this.#showWaiting());
    this.queue.on("conflict", () => this.#ask());
    this.queue.on("elsewhere", () => this.refresh({ news: -1 }));
    // On the way down: browsers do not let the submit event of a form inside another one bubble.
    document.addEventListener("submit", (event) => this.#decide(event), { capture: true });
    document.addEventListener("submit", (event) => this.#undo(event));
    // Closing, reloading or leaving saves the latest input: the queue is in the browser's storage.
    addEventListener("pagehide", () => this.flush());
    addEventListener("visibilitychange", () => (document.visibilityState === "hidden" ? this.flush() : this.refresh()));
    addEventListener("pageshow", (event) => event.persisted && this.refresh());
    // A field that was left shows what was changed in it elsewhere.
    addEventListener("focusout", () => this.#isBehind && setTimeout(() => this.refresh({ isForced: true })));
  }

  /** The revision that the page shows. */
  get revision() {
    return Number(byId("saved").dataset.revision);
  }

  /** Sends what is queued from an earlier visit, once the page has shown it. */
  start() {
    localTimes();
    if (this.queue.newest > this.revision) this.refresh({ isForced: true });
    this.queue.send();
    watchRevision((revision) => {
      const isKnown = revision === this.revision || revision === this.#unavailable;
      return isKnown ? undefined : this.refresh({ news: revision });
    });
  }

  /** @param {Omit<NewChange, "revision"> & { revision?: number }} change */
  add(change) {
    this.#generation += 1;
    this.queue.add({ ...change, revision: change.revision ?? this.revision });
  }

  /**
   * Begins to track a field. `sent` is the page as the server sent it, whatever was typed since.
   * @param {Omit<Field, "saved" | "base">} field
   * @param {Root} sent
   */
  track(field, sent) {
    const tracked = { ...field, saved: JSON.stringify(field.read(sent)), base: 0 };
    this.fields.push(tracked);
    return tracked;
  }

  /**
   * Whether a field differs from what is saved or queued.
   * @param {Field} field
   */
  isDirty(field) {
    return JSON.stringify(field.read(document)) !== field.saved;
  }

  /**
   * The last change of a field that the server does not have yet.
   * @param {Field} field
   */
  waitingOf(field) {
    return this.queue.waiting.findLast((one) => one.only === field.name);
  }

  /**
   * Saves a field after a pause.
   * @param {Field} field
   * @param {number} [pause] in milliseconds
   */
  soon(field, pause = this.#page.pause) {
    clearTimeout(this.#timers.get(field));
    this.#timers.set(
      field,
      setTimeout(() => this.save(field), pause),
    );
    this.#showWaiting();
  }

  /**
   * Cancels a save that `soon` has scheduled.
   * @param {Field} field
   */
  cancel(field) {
    clearTimeout(this.#timers.get(field));
    this.#timers.delete(field);
  }

  /**
   * Adds the value of a field to the queue.
   * @param {Field} field
   */
  save(field) {
    this.cancel(field);
    if (this.isDirty(field)) {
      const value = field.read(document);
      field.saved = JSON.stringify(value);
      this.add({ ...field.change(value), revision: field.base || this.revision, only: field.name });
      field.base = 0;
    } else {
      this.#page.unchanged?.(field);
    }
    this.#showWaiting();
  }

  /** Saves at once what is scheduled for after a pause. */
  flush() {
    for (const field of [...this.#timers.keys()]) this.save(field);
  }

  /**
   * Fetches and merges the saved page. Unforced, it does nothing while changes are queued: their responses suffice.
   * @param {{ isForced?: boolean, isOwn?: boolean, news?: number, seen?: number }} [options] isOwn: the reader's change
   * changed other fields too, which may have the focus; news: the revision that the server has now,
   * perhaps an older one (Undo), or -1; seen: the revision that the fields of this page are of
   * @returns {Promise<void>}
   */
  async refresh({ isForced = false, isOwn = false, news = 0, seen = this.revision } = {}) {
    const { source } = this.#page;
    if (!source || (!isForced && (this.queue.waiting.length || this.#timers.size))) return;
    const before = this.#generation;
    const fresh = await fetchPage(source(isForced));
    const saved = fresh && find("#saved", fresh);
    if (!saved) this.#unavailable = news;
    if (!saved) return;
    // Something was saved in the meantime: the response is stale.
    if (before !== this.#generation) return this.refresh({ isForced, isOwn, news, seen });
    const revision = Number(saved.dataset.revision);
    if ((!news && revision < this.revision) || (!isForced && revision === this.revision)) return;
    if (this.#page.take?.(fresh) === false) return;
    this.#isBehind = false;
    this.mergeFields(fresh, seen, isOwn);
    if (revision !== this.revision) updateLiveRegion(byId("saved"), saved);
    localTimes();
    this.#page.refreshed?.();
  }

  /**
   * Three-way merge of every field: the reader's changes remain, as changes of the value they were based on.
   * @param {Document} fresh
   * @param {number} seen the revision that the fields of this page are of
   * @param {boolean} [isOwn] whether fields with the focus are overwritten too
   */
  mergeFields(fresh, seen, isOwn) {
    const waiting = new Set(this.queue.waiting.map((one) => one.only));
    for (const field of this.fields) {
      const value = field.read(fresh);
      if (value === undefined || waiting.has(field.name)) continue;
      const theirs = JSON.stringify(value);
      const isKept = this.isDirty(field) || (!isOwn && !field.isTogether && field.hasFocus?.());
      if (theirs !== field.saved && isKept) {
        this.#isBehind ||= !this.isDirty(field);
        field.base ||= seen;
        this.#tellElsewhere(field, value);
        continue;
      }
      if (theirs === field.saved) this.#settle(field);
      else this.#take(field, value);
    }
  }

  /**
   * Shows the value of a field that was saved elsewhere.
   * @param {Field} field
   * @param {any} value
   */
  #take(field, value) {
    this.#settle(field);
    keepCaret(field.element, () => field.write(value));
    field.saved = JSON.stringify(field.read(document));
  }

  /**
   * The field is based on what is saved now.
   * @param {Field} field
   */
  #settle(field) {
    field.base = 0;
    field.isTogether = false;
    const note = this.#notes.get(field);
    const hadFocus = note?.contains(document.activeElement);
    note?.remove();
    this.#notes.delete(field);
    if (hadFocus) field.element?.focus();
  }

  /**
   * Says beside a field that it was changed elsewhere, with a button that shows their value in it.
   * @param {Field} field
   * @param {any} value
   */
  #tellElsewhere(field, value) {
    if (!field.element) return;
    const words = wordsOf(byId("waiting"));
    const note = Object.assign(document.createElement("p"), { className: "elsewhere-note" });
    note.setAttribute("role", "status");
    const theirs = document.createElement("q");
    // Some fields are several, as pairs of a name and a value.
    const text = Array.isArray(value)
      ? value.map((one) => (Array.isArray(one) ? one[1] : "")).join(" ")
      : String(value);
    theirs.textContent = text.trim().slice(0, LONGEST_QUOTE) || "–";
    const button = Object.assign(document.createElement("button"), {
      type: "button",
      className: "button small",
      textContent: words.takeTheirs,
    });
    button.addEventListener("click", () => {
      this.cancel(field);
      this.#take(field, value);
      this.#page.unchanged?.(field);
      this.#showWaiting();
      field.element?.focus();
    });
    note.append(words.elsewhere, " ", theirs, " ", button);
    this.#notes.get(field)?.remove();
    this.#notes.set(field, note);
    field.element.after(note);
  }

  /** @param {Outcome} outcome */
  #done(outcome) {
    this.#generation += 1;
    const seen = this.revision;
    const isWhole = morphParts(outcome.part);
    if (outcome.isUnseen) for (const field of this.fields) field.base ||= seen;
    const field = outcome.isForeign ? undefined : this.fields.find((one) => one.name === outcome.change.only);
    if (field && outcome.status !== 422) this.#settle(field);
    // The server put both texts together: the field shows that, also while somebody is writing in it. (A page that gets
    // its parts with the answer shows it already.)
    const isMerged = field && !this.#page.parts && outcome.status === 200;
    const isTogether = isMerged && (outcome.isMerged || field.name === this.#both);
    if (isTogether && !this.isDirty(field)) field.isTogether = true;
    if (field?.name === this.#both) this.#both = "";
    const isStale = this.#page.done?.(outcome, field, seen) ?? outcome.isUnseen;
    if (isStale || isTogether || !isWhole) this.refresh({ isForced: true, seen });
  }

  /** The question about a field stands at that field; somebody who is writing there is not interrupted. */
  #ask() {
    const field = this.fields.find((one) => one.name === this.queue.contested?.only);
    if (!field?.element) return byId("conflict").focus();
    this.#notes.get(field)?.remove();
    this.#notes.delete(field);
    const conflict = byId("conflict");
    field.element.after(conflict);
    if (!field.hasFocus?.()) conflict.focus({ preventScroll: true });
    conflict.scrollIntoView({ block: "nearest" });
  }

  /** @param {SubmitEvent} event */
  #decide(event) {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.dataset.choice) return;
    event.preventDefault();
    byId("conflict").remove();
    for (const note of this.#notes.values()) note.remove();
    this.#notes.clear();
    if (form.dataset.choice === "both") this.#both = this.queue.contested?.only ?? "";
    const isMine = this.queue.decide(form);
    if (this.#page.decided) this.#page.decided(isMine, form);
    else if (!isMine) this.refresh({ isForced: true });
  }

  /**
   * Undo leads to a new page: what was typed is saved first, and is what is undone then.
   * @param {SubmitEvent} event
   */
  async #undo(event) {
    const { target, submitter } = event;
    if (this.#page.sendsSteps || event.defaultPrevented) return;
    if (!(target instanceof HTMLFormElement) || target.id !== "steps") return;
    if (target.dataset.ready !== undefined) return;
    event.preventDefault();
    await this.saveAll();
    stampForms(this.revision);
    // A response may have replaced the form, and the button in it.
    const form = byId("steps", HTMLFormElement);
    const page = form.elements.namedItem("back");
    if (page instanceof HTMLInputElement) page.value = location.pathname;
    form.dataset.ready = "";
    form.requestSubmit(byId(submitter?.id ?? "undo"));
    delete form.dataset.ready;
  }

  /** Saves every field, and waits until the server has them, but not for long. */
  async saveAll() {
    for (const field of this.fields) this.save(field);
    const until = Date.now() + TIMEOUT;
    // At least one turn: a form cannot be sent again while its submit event is handled.
    do await new Promise((done) => setTimeout(done, 40));
    while (this.queue.waiting.length && Date.now() < until);
  }

  #showWaiting() {
    this.#page.element.toggleAttribute("data-waits", this.#timers.size > 0 || this.queue.waiting.length > 0);
  }
}

/**
 * Changes the text of a field, and leaves the caret between the same words.
 * @param {HTMLElement | undefined} element
 * @param {() => void} write
 */
function keepCaret(element, write) {
  const isText =
    element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === "text");
  if (!isText || element !== document.activeElement) return write();
  const before = element.value.slice(0, element.selectionStart ?? 0);
  const after = element.value.slice(element.selectionStart ?? 0);
  write();
  const { value } = element;
  const place = !value.startsWith(before) && value.endsWith(after) ? value.length - after.length : before.length;
  element.setSelectionRange(place, place);
}

/**
 * Writes the revision of the page into its forms, for those that are sent without the queue.
 * @param {number} revision
 */
export function stampForms(revision) {
  for (const one of all('input[name="revision"]', document, HTMLInputElement)) one.value = String(revision);
}
