// A link leads away when what was just written is at home, so that the next page (the print, say) has it.

const PATIENCE = 2000;

const isPlain = (event) => !event.defaultPrevented && !event.button && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
const isHere = (link) => link.hash && link.href.split("#")[0] === location.href.split("#")[0];
const isOurs = (link) => link.origin === location.origin && !link.target && !link.hasAttribute("download") && !isHere(link);

export function leaving(queue) {
  let wait = null;
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    // Who asks twice is in a hurry: what waits is kept in the browser.
    if (!link || wait || !isPlain(event) || !isOurs(link) || !queue.waiting.length) return;
    event.preventDefault();
    wait = new AbortController();
    const { signal } = wait;
    const stay = () => {
      wait?.abort();
      wait = null;
    };
    const go = () => {
      if (signal.aborted) return;
      stay();
      location.assign(link.href);
    };
    queue.addEventListener("changed", () => queue.waiting.length || go(), { signal });
    queue.addEventListener("stuck", go, { signal });
    queue.addEventListener("conflict", stay, { signal });
    queue.addEventListener("dropped", stay, { signal });
    setTimeout(go, PATIENCE);
  });
}
