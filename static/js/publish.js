// Says that the ZIP is being made, and what went wrong where it was not. Without this file the link does all by itself.

const link = document.querySelector("[data-make]");
const told = document.querySelector("[data-told]");
let isMaking = false;

link.addEventListener("click", async (event) => {
  event.preventDefault();
  if (isMaking) return;
  isMaking = true;
  link.setAttribute("aria-busy", "true");
  told.textContent = told.dataset.making;
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const words = page.querySelector(".mistake")?.textContent.replace(/\s+/g, " ").trim();
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
  } finally {
    isMaking = false;
    link.removeAttribute("aria-busy");
  }
});
