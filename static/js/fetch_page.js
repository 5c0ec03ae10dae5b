// Fetches pages, and parts of pages, as documents.

import { untilReleased } from "./pointer_hold.js";

/** @param {string} text */
export const parsePage = (text) => new DOMParser().parseFromString(text, "text/html");

/**
 * Fetches a page, and waits until no pointer is held down; null if there is none (offline, refused, unchanged).
 * @param {string} address
 * @param {RequestInit} [request]
 */
export async function fetchPage(address, request) {
  try {
    const answer = await fetch(address, request);
    if (answer.status !== 200) return null;
    const page = parsePage(await answer.text());
    await untilReleased();
    return page;
  } catch {
    return null;
  }
}

/**
 * Makes a `fetchPage` of which only the latest request counts: it aborts the one before, which never resolves.
 * @returns {typeof fetchPage}
 */
export function newestPage() {
  let newest = new AbortController();
  return async (address, request) => {
    newest.abort();
    const { signal } = (newest = new AbortController());
    const page = await fetchPage(address, { ...request, signal });
    return signal.aborted ? new Promise(() => {}) : page;
  };
}

/**
 * The file name of a download, if the server gave one.
 * @param {Response} answer
 */
export function nameOf(answer) {
  const disposition = answer.headers.get("Content-Disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded ? decodeURIComponent(encoded) : /filename="?([^";]+)"?/i.exec(disposition)?.[1];
}
