// Elements, made without markup: text stays text wherever it comes from.

export const $ = (id) => document.getElementById(id);

/** An element with attributes, listeners (`onclick`) and children; `null` children are left out. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

export const button = (text, onclick, attributes = {}) => make("button", { type: "button", onclick, ...attributes }, text);

/** Calls `work` when nothing has happened for so many milliseconds. */
export function debounced(work, milliseconds = 120) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, milliseconds);
  };
}

const isStill = matchMedia("(prefers-reduced-motion: reduce)");
export const pause = (milliseconds) => new Promise((done) => setTimeout(done, isStill.matches ? 0 : milliseconds));
