// The form that brings a set: files dropped into it, the chosen ones named, one press at a time.

const form = document.querySelector("[data-moving]");
const chooser = form.elements.namedItem("file");
const field = form.querySelector("[data-dropping]");
const list = form.querySelector("[data-chosen]");
const button = form.querySelector("button");
const SHOWN = 12;

const name = () => {
  const files = [...chooser.files];
  const words = files.slice(0, SHOWN).map((file) => file.name);
  if (files.length > SHOWN) words.push(`+ ${files.length - SHOWN}`);
  list.replaceChildren(...words.map((word) => Object.assign(document.createElement("li"), { textContent: word })));
  list.hidden = files.length === 0;
};

chooser.addEventListener("change", name);

// What is dropped joins what was chosen; a file of the same name takes the place of the one before.
const add = (dropped) => {
  const files = new Map([...chooser.files, ...dropped].map((file) => [file.name, file]));
  const box = new DataTransfer();
  for (const file of files.values()) box.items.add(file);
  chooser.files = box.files;
  name();
};

const carries = (event) => event.dataTransfer?.types.includes("Files");

for (const kind of ["dragenter", "dragover"]) {
  addEventListener(kind, (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    field.classList.add("is-over");
  });
}
addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) field.classList.remove("is-over");
});
addEventListener("drop", (event) => {
  if (!carries(event)) return;
  event.preventDefault();
  field.classList.remove("is-over");
  add(event.dataTransfer.files);
});

form.addEventListener("submit", (event) => {
  if (form.dataset.sent !== undefined) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "";
  button.dataset.label = button.textContent;
  button.textContent = form.dataset.working;
});

addEventListener("pageshow", (event) => {
  name();
  if (!event.persisted) return;
  delete form.dataset.sent;
  if (button.dataset.label) button.textContent = button.dataset.label;
});
name();
