// Storage of the offline queue in this browser. Each change has its own key, and each step writes one key:
// two tabs that write at the same moment do not overwrite each other.

/** @typedef {import("./offline_queue.js").Change} Change */

/** How many past changes are stored for other tabs. */
const REMEMBERED = 8;

/**
 * The result of a change.
 * @typedef {object} Past
 * @property {{ id: string, op: string, only?: string, revision: number }} change
 * @property {number} revision
 * @property {boolean} isMerged
 */

export class QueueStorage {
  #prefix;
  #past;
  /**
   * Changes that do not fit in the browser's storage last as long as the page.
   * @type {Map<string, Change>}
   */
  #memory = new Map();
  #time = 0;

  /** @param {string} script its id */
  constructor(script) {
    this.#prefix = `clockwright:${script}:`;
    this.#past = `clockwright-told:${script}`;
  }

  /**
   * Whether a key of the browser's storage belongs to this queue (`null`: everything was deleted).
   * @param {string | null} name
   */
  owns(name) {
    return name?.startsWith(this.#prefix) ?? true;
  }

  /** The changes, in the order in which they were made. */
  get all() {
    /** @type {Map<string, Change>} */
    const found = new Map();
    try {
      for (const name of Object.keys(localStorage).filter((one) => this.owns(one))) {
        const one = read(name);
        if (one) found.set(one.id, one);
      }
    } catch {
      // No storage in this browser.
    }
    for (const [id, one] of this.#memory) found.set(id, one);
    return [...found.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** An id that sorts after those of all queued changes. */
  freshId() {
    const last = this.all.at(-1);
    this.#time = Math.max(Date.now(), this.#time + 1, last ? parseInt(last.id, 36) + 1 : 0);
    return `${this.#time.toString(36).padStart(9, "0")}-${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  }

  /** @param {Change} change */
  put(change) {
    try {
      localStorage.setItem(this.#prefix + change.id, JSON.stringify(change));
      this.#memory.delete(change.id);
    } catch {
      this.#memory.set(change.id, change);
    }
  }

  /** @param {string} id */
  remove(id) {
    this.#memory.delete(id);
    try {
      localStorage.removeItem(this.#prefix + id);
    } catch {
      // No storage in this browser.
    }
  }

  /**
   * The latest results; another tab may not have received them yet.
   * @returns {Past[]}
   */
  get past() {
    return read(this.#past) ?? [];
  }

  /**
   * @param {Change} change
   * @param {{ revision: number, isMerged: boolean }} answer
   */
  remember({ id, op, only, revision: before }, { revision, isMerged }) {
    const one = { change: { id, op, only, revision: before }, revision, isMerged };
    try {
      localStorage.setItem(this.#past, JSON.stringify([...this.past, one].slice(-REMEMBERED)));
    } catch {
      // There is no room: the other tabs receive the result anyway, a moment later.
    }
  }
}

/** @param {string} name */
function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}
