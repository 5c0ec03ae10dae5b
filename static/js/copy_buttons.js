// Buttons that copy what stands in a field. They show themselves: without this file nobody needs them.

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  const label = button.innerHTML;
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy"); // where the page has no right to the clipboard, as over plain http
    }
    button.textContent = button.dataset.copied;
    setTimeout(() => {
      button.innerHTML = label;
    }, 1600);
  });
}
