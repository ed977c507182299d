// The judge problems: found by name, title or game; the statement set for reading, a solution, and data.

import { $, button, make } from "./dom.js";
import { fileName, number, offer } from "./files.js";
import { GAMES } from "./games.js";
import { attempt, output, parse, quietly, run, unpacked } from "./program.js";
import { current, t } from "./words.js";
import { ZH } from "./zh.js";

let relink, sources, list = [];
/** The languages of solutions: the name of each, and how its files end. */
const LANGUAGES = { c: ["C", "c"], cpp: ["C++", "cpp"], rust: ["Rust", "rs"], python: ["Python", "py"], java: ["Java", "java"] };
const shown = { id: "poj2234", source: "c" };

export const state = () => ({ id: shown.id, search: $("search").value, source: shown.source });

export function init(changed) {
  relink = changed;
  $("search").oninput = () => { filter(); relink(); };
  const read = (source) => quietly(() => { Object.assign(shown, { source }); $("copied").textContent = ""; return refresh(); });
  $("source-languages").replaceChildren(...Object.entries(LANGUAGES).map(([source, [title]]) => button(title, read(source),
    { "data-source": source })));
  $("copy").onclick = async () => {
    await navigator.clipboard.writeText($("source").textContent);
    $("copied").textContent = t("copied");
  };
  $("make-data").onclick = quietly(makeData);
}

/** Fills in what the program knows: problems, and shapes of data. */
export async function load() {
  const [problems] = await run("problems", [{ whole: true, args: ["list", "--json"] }]);
  list = parse(output(problems)).map((problem) => ({ ...problem, text: searched(problem) }));
  $("problem-names").replaceChildren(...list.flatMap(({ id, aliases, title }) => [id, ...aliases].map((value) => make("option", { value },
    title))), make("option", { value: "./game.toml" }));
}

/** What a problem is found by: all that is known of it, and the names of its game. */
function searched(problem) {
  const { written } = problem;
  const { name, other } = GAMES.find(({ rule }) => rule === written) ?? GAMES.find(({ rule }) => kind(rule) === kind(written))
    ?? GAMES.find(({ rule }) => rule === "kayles" && /and split|octal/.test(written)) ?? {};
  return [JSON.stringify(problem), name, name && ZH[name], other].join(" ").toLowerCase();
}

/** A rule without its numbers and names. */
const kind = (rule) => rule.replace(/\{.*\}/, "SET").replace(/\b([a-zA-Z]|\d+)\b/g, "N");

export async function begin({ id = "poj2234", search = "", source = "c" }) {
  Object.assign(shown, { id, source: Object.hasOwn(LANGUAGES, source) ? source : "c" });
  $("search").value = search;
  await refresh();
}

export async function refresh() {
  if (!list.length) await load();
  filter();
  for (const id of ["data-input", "data-answers"]) $(id).hidden = true;
  $("problem-answer").href = `#check?${new URLSearchParams({ problem: shown.id })}`;
  for (const tab of $("source-languages").children) tab.ariaPressed = tab.dataset.source === shown.source;
  await attempt($("problem-error"), $("reading"), async () => {
    sources ??= await (await unpacked("sources.json.gz")).json();
    const problem = parse(output((await run("problem", [{ whole: true, args: ["show", "--json", "--", shown.id] }]))[0]));
    $("statement").replaceChildren(...typeset(problem, "h1", "h2"));
    const shape = $("shape").value;
    $("shape").replaceChildren(...problem.shapes.map(({ shape, about }) => make("option", { value: shape }, `${shape}: ${about}`)));
    $("shape").value = shape || "random";
    $("source").textContent = [current(), "rest"].map((part) => sources[problem.id][shown.source][part]).join("");
    offer("source-download", new Blob([$("source").textContent]), `${fileName(shown.id)}.${LANGUAGES[shown.source][1]}`);
  });
  relink();
}

function filter() {
  const zh = document.documentElement.lang === "zh-CN";
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (problem) => words.every((word) => problem.text.includes(word));
  const item = (problem) => make("li", {},
    make("a", { href: `#problems?${new URLSearchParams({ id: problem.id, search: $("search").value })}`,
      "aria-current": problem.id === shown.id ? "true" : null }, zh && problem.title_zh ? problem.title_zh : problem.title),
    make("small", {}, [problem.judge, ...problem.aliases].join(", ")));
  const found = list.filter(fits);
  $("list").replaceChildren(...found.map(item));
  $("no-problem").hidden = found.length > 0;
  const current = $("list").querySelector("[aria-current]");
  if (current) $("list").scrollTop = current.offsetTop - $("list").offsetTop - $("list").clientHeight / 3;
}

/** Text in which powers are set as such. */
const prose = (text) => text.split(/\^(\d+)/).map((part, i) => (i % 2 ? make("sup", {}, part) : part));

const cells = (rows) => make("table", { class: "cells" },
  ...rows.map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, ...prose(cell))))));

/** A statement as the program gives it: headings, paragraphs, items of lists, tables; then limits, unless a table has
 * them, samples, and where else it is. */
export function typeset({ judge, title, statement, limits, samples, elsewhere, url }, first, second) {
  const block = ({ heading, item, text, table }) => (heading ? make(second, {}, heading) : table ? cells(table)
    : make("p", { class: item ? `item deep-${Math.min(item - 1, 3)}` : null }, ...prose(text)));
  const sample = ({ input, output }, i) => [
    make(second, {}, samples.length > 1 ? t("Sample {number}", { number: i + 1 }) : t("Sample")),
    make("div", { class: "sides" }, figure(t("Input"), input), figure(t("Output"), output))];
  return [
    title ? make(first, {}, judge ? `${judge}: ${title}` : title) : "", ...statement.map(block),
    ...(statement.some(({ table }) => table?.[0].length > 1) ? []
      : [make(second, {}, t("Limits")), make("p", {}, ...prose(limits.join(t(", "))))]), ...samples.flatMap(sample),
    ...(elsewhere.length ? [make(second, {}, t("The same problem elsewhere")), make("p", {}, ...elsewhere.flatMap(({ judge, id }, i) =>
      [i ? t(", ") : "", make("a", { href: `#problems?${new URLSearchParams({ id })}` }, judge)]))] : []),
    ...(url ? [make("p", {}, make("a", { href: url, rel: "noreferrer" }, url))] : []),
  ];
}

export const figure = (caption, text) => make("figure", {}, make("figcaption", {}, caption), make("pre", {}, text ?? "—"));

async function makeData() {
  await attempt($("problem-error"), $("reading"), async () => {
    const cases = $("cases").value.trim();
    number("seed");
    if (cases) number("cases");
    const args = ["generate", `--seed=${$("seed").value.trim()}`, `--shape=${$("shape").value}`, ...(cases ? [`--cases=${cases}`] : []),
      "--", shown.id];
    const [input] = await run("data", [{ args }]);
    output(input);
    const stdin = input.blob ?? new Blob([input.out]);
    const [answers] = await run("data", [{ args: [shown.id], stdin }], stdin.size);
    output(answers);
    offer("data-input", stdin, `${fileName(shown.id)}.in`);
    offer("data-answers", answers.blob ?? new Blob([answers.out]), `${fileName(shown.id)}.ans`);
  });
}

