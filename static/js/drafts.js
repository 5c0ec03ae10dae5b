// Drafts survive a crash of the browser: the fields of one page, in this browser's storage.

/** @typedef {{ value: unknown, revision: number }} Draft */

export class Drafts {
  #key;

  /** @param {string} page the address of the page */
  constructor(page) {
    this.#key = `clockwright:draft:${page}`;
  }

  /** @returns {Record<string, Draft>} */
  get all() {
    try {
      return JSON.parse(localStorage.getItem(this.#key) ?? "{}");
    } catch {
      return {};
    }
  }

  /** @param {Record<string, Draft>} drafts */
  #store(drafts) {
    try {
      if (Object.keys(drafts).length) localStorage.setItem(this.#key, JSON.stringify(drafts));
      else localStorage.removeItem(this.#key);
    } catch {
      // No storage in this browser: drafts last as long as the page.
    }
  }

  /**
   * Stores the value of a field. The revision is that of the first draft: the one its author began to edit.
   * @param {string} name
   * @param {unknown} value
   * @param {number} revision
   */
  put(name, value, revision) {
    const { all } = this;
    this.#store({ ...all, [name]: { value, revision: all[name]?.revision ?? revision } });
  }

  /** @param {string} name */
  remove(name) {
    const { [name]: gone, ...rest } = this.all;
    if (gone !== undefined) this.#store(rest);
  }

  clear() {
    this.#store({});
  }
}
