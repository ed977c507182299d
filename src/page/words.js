// Sentences in the reader's language: the English is the key of the Chinese, which scripts/page takes from
// src/words/zh.toml.

import { ZH } from "./zh.js";

let language = "en";
export const current = () => language;

/** A sentence in the reader's language, with values for the names in braces. */
export const t = (english, values = {}) =>
  ((language === "zh" && Object.hasOwn(ZH, english) && ZH[english]) || english)
    .replace(/\{(\w+)\}/g, (all, name) => (Object.hasOwn(values, name) ? values[name] : null) ?? all);

/** Marks a sentence that is translated when it is shown. */
export const k = (english) => english;

export const commas = (values) => values.join(t(", "));

/** Numbers one of which is chosen, or which all are there. */
export const oneOf = (numbers, areAll = false) => (numbers.length < 2 ? numbers.join("")
  : t(areAll ? k("{some} and {last}") : k("{some} or {last}"), { some: commas(numbers.slice(0, -1)), last: numbers.at(-1) }));

/** Speaks a language from now on; elements with `data-t` hold a sentence, `data-label` is one for assistive technology. */
export function speak(name) {
  language = name === "zh" ? "zh" : "en";
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  for (const element of document.querySelectorAll("[data-t]")) {
    element.dataset.t ||= element.textContent;
    element.textContent = t(element.dataset.t);
  }
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", t(element.dataset.label));
  for (const element of document.querySelectorAll("[data-hint]")) element.placeholder = t(element.dataset.hint);
}
