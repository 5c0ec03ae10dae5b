// Says that a file is being made, and what went wrong where it was not. Without this file the links do all by themselves.

const making = new WeakSet();

async function make(link, told) {
  told.textContent = told.dataset.making;
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const words = page.querySelector(".mistake bdi, .mistake h1 + p")?.textContent.replace(/\s+/g, " ").trim();
      throw new Error(words || told.dataset.failed);
    }
    const name = /filename\*=UTF-8''([^;]+)/i.exec(answer.headers.get("Content-Disposition"))?.[1];
    const plain = /filename="?([^";]+)"?/i.exec(answer.headers.get("Content-Disposition"))?.[1];
    const address = URL.createObjectURL(await answer.blob());
    const way = Object.assign(document.createElement("a"), { href: address, download: name ? decodeURIComponent(name) : (plain ?? "published.zip") });
    way.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    told.textContent = told.dataset.done;
  } catch (error) {
    told.textContent = error instanceof TypeError ? told.dataset.failed : error.message;
  }
}

for (const link of document.querySelectorAll("[data-make]")) {
  const told = link.closest("section").querySelector("[data-told]");
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    // Two files of one section would tell of each other.
    if (making.has(told)) return;
    making.add(told);
    link.setAttribute("aria-busy", "true");
    await make(link, told);
    making.delete(told);
    link.removeAttribute("aria-busy");
  });
}
