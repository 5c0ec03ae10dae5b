// Values that stay on this device. A browser that stores nothing forgets them.

/**
 * The stored value; empty if there is none.
 * @param {"localStorage" | "sessionStorage"} where
 * @param {string} name
 */
export function stored(where, name) {
  try {
    return window[where].getItem(name) ?? "";
  } catch {
    return "";
  }
}

/**
 * Stores a value, or removes an empty one.
 * @param {"localStorage" | "sessionStorage"} where
 * @param {string} name
 * @param {string} value
 */
export function store(where, name, value) {
  try {
    if (value) window[where].setItem(name, value);
    else window[where].removeItem(name);
  } catch {
    // Storage may be switched off or full.
  }
}
