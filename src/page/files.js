// Text fields into which a file may be put instead, of any size; and downloads.

import { $ } from "./dom.js";
import { t } from "./words.js";

/** The largest file that a text field shows. */
const MAX_SHOWN = 64 << 10;
const files = new Map();

/** What a field holds: its text, or the file that is put in it. */
export const content = (id) => files.get(id) ?? $(id).value;
export const holdsFile = (id) => files.has(id);

export function setText(id, text) {
  detach(id);
  $(id).value = text;
}

function detach(id) {
  if (!files.delete(id)) return;
  $(id).readOnly = false;
  $(id).value = "";
}

async function put(id, file) {
  detach(id);
  if (file.size <= MAX_SHOWN) $(id).value = await file.text();
  else {
    files.set(id, file);
    $(id).value = t("{name}, {size} MB. Delete removes it.", { name: file.name, size: (file.size / 1e6).toFixed(1) });
    $(id).readOnly = true;
  }
  $(id).dispatchEvent(new Event("input"));
}

export function init() {
  for (const input of document.querySelectorAll("input[type=file]")) {
    input.onchange = () => {
      if (input.files[0]) put(input.dataset.for, input.files[0]);
      input.value = "";
    };
  }
  for (const area of document.querySelectorAll("textarea.drop")) {
    area.addEventListener("dragover", (event) => event.preventDefault());
    area.addEventListener("drop", (event) => {
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      put(area.id, event.dataTransfer.files[0]);
    });
    area.addEventListener("keydown", (event) => {
      if (!files.has(area.id) || !["Backspace", "Delete"].includes(event.key)) return;
      detach(area.id);
      area.dispatchEvent(new Event("input"));
    });
  }
}

export function offer(id, blob, name) {
  URL.revokeObjectURL($(id).href);
  Object.assign($(id), { href: URL.createObjectURL(blob), download: name, hidden: false });
}

/** A name for files: of a problem, or of one's own. */
export const fileName = (problem) => problem.replace(/^.*\//, "").replace(/[^\w.-]/g, "") || "bouton";

/** The number in a field; an error in the page's words if there is none. */
export function number(id) {
  const text = $(id).value.trim();
  if (!/^\d{1,19}$/.test(text)) throw new Error(t("{name}: expected a number, found {text}",
    { name: $(id).labels[0].firstElementChild.textContent, text }));
  return text;
}
