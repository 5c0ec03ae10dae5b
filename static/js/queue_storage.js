// Changes that wait to be saved, kept in this browser. Each lies under a name of its own, and each step writes one name:
// two tabs that write at the same moment take nothing from each other.

const REMEMBERED = 8;

export class Waiting {
  #prefix;
  #told;
  /** What the browser has no room for lives as long as the page. */
  #memory = new Map();
  #time = 0;

  constructor(script) {
    this.#prefix = `clockwright:${script}:`;
    this.#told = `clockwright-told:${script}`;
  }

  /** Whether a name in the browser's storage is one of these (`null`: all of it was thrown away). */
  owns(name) {
    return name?.startsWith(this.#prefix) ?? true;
  }

  /** The changes, in the order in which they were made. */
  get all() {
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

  /** An id that comes after those of all that wait. */
  freshId() {
    const last = this.all.at(-1);
    this.#time = Math.max(Date.now(), this.#time + 1, last ? parseInt(last.id, 36) + 1 : 0);
    return `${this.#time.toString(36).padStart(9, "0")}-${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  }

  put(change) {
    try {
      localStorage.setItem(this.#prefix + change.id, JSON.stringify(change));
      this.#memory.delete(change.id);
    } catch {
      this.#memory.set(change.id, change);
    }
  }

  remove(id) {
    this.#memory.delete(id);
    try {
      localStorage.removeItem(this.#prefix + id);
    } catch {
      // No storage in this browser.
    }
  }

  /** What became of the last ones: { change, revision, isMerged }; another tab may not have heard of it yet. */
  get told() {
    return read(this.#told) ?? [];
  }

  tell({ id, op, only, revision: before }, { revision, isMerged }) {
    const one = { change: { id, op, only, revision: before }, revision, isMerged };
    try {
      localStorage.setItem(this.#told, JSON.stringify([...this.told, one].slice(-REMEMBERED)));
    } catch {
      // There is no room: the other tabs hear of it all the same, a moment later.
    }
  }
}

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}
