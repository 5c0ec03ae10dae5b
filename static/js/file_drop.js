// Files dragged over the window and dropped anywhere in it.

/** @param {DragEvent} event */
const carriesFile = (event) => event.dataTransfer?.types.includes("Files") ?? false;

/**
 * Calls `over` when files enter the window (true) or leave it (false), and `drop` with those that were dropped.
 * @param {(isOver: boolean) => void} over
 * @param {(files: File[]) => void} drop
 */
export function acceptFiles(over, drop) {
  let depth = 0;
  /** @param {number} now */
  const enter = (now) => {
    depth = Math.max(0, now);
    over(depth > 0);
  };
  addEventListener("dragenter", (event) => carriesFile(event) && enter(depth + 1));
  addEventListener("dragleave", (event) => carriesFile(event) && enter(depth - 1));
  addEventListener("dragover", (event) => {
    if (!carriesFile(event) || !event.dataTransfer) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
  });
  addEventListener("drop", (event) => {
    if (!carriesFile(event) || !event.dataTransfer) return;
    event.preventDefault();
    enter(0);
    if (event.dataTransfer.files.length) drop([...event.dataTransfer.files]);
  });
}

/**
 * The same, with an overlay that says what dropping the files will do.
 * @param {string} words
 * @param {(files: File[]) => void} drop
 */
export function acceptFilesAnywhere(words, drop) {
  const overlay = Object.assign(document.createElement("div"), { className: "drop", hidden: true });
  overlay.append(Object.assign(document.createElement("p"), { textContent: words }));
  document.body.append(overlay);
  acceptFiles((isOver) => (overlay.hidden = !isOver), drop);
}

/**
 * Puts files into the field of a form.
 * @param {HTMLInputElement} field
 * @param {Iterable<File>} files
 */
export function putFiles(field, files) {
  const box = new DataTransfer();
  for (const file of files) box.items.add(file);
  field.files = box.files;
}
