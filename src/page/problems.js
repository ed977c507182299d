// The judge problems: found by name, title or game; the statement set for reading, a solution, and data.

import { $, make } from "./dom.js";
import { fileName, offer } from "./files.js";
import { attempt, output, parse, quietly, run } from "./program.js";
import { t } from "./words.js";

let relink, list = [];
const ENDS = { c: "c", cpp: "cpp", rust: "rs" };
const shown = { id: "poj2234" };

export const state = () => ({ id: shown.id, search: $("search").value, source: $("source-language").value });

export function init(changed) {
  relink = changed;
  $("search").oninput = () => { filter(); relink(); };
  $("source-language").onchange = quietly(refresh);
  $("copy").onclick = async () => {
    await navigator.clipboard.writeText($("source").textContent);
    $("copied").textContent = t("copied");
  };
  $("make-data").onclick = quietly(makeData);
}

/** Fills in what the program knows: problems, and shapes of data. */
export async function load() {
  const [problems, help] = (await run("problems", [{ whole: true, args: ["list", "--json"] }, { args: ["generate", "--help"] }])).map(output);
  list = parse(problems);
  $("problem-names").replaceChildren(...list.flatMap(({ id, aliases, title }) => [id, ...aliases].map((value) => make("option", { value }, title))), make("option", { value: "./game.toml" }));
  // The help lists a shape a line, and goes on below the sentence.
  const shapes = help.replace(/\n {11}/g, " ").matchAll(/^ {2}([a-z]+) {2,}(.+)$/gm);
  $("shape").replaceChildren(...[...shapes].map(([, value, about]) => make("option", { value }, `${value}: ${about}`)));
}

export async function begin({ id = "poj2234", search = "", source = "c" }) {
  Object.assign(shown, { id });
  $("search").value = search;
  if (source in ENDS) $("source-language").value = source;
  await refresh();
}

export async function refresh() {
  if (!list.length) await load();
  filter();
  for (const id of ["data-input", "data-answers"]) $(id).hidden = true;
  $("problem-answer").href = `#check?${new URLSearchParams({ problem: shown.id })}`;
  const lang = $("source-language").value;
  await attempt($("problem-error"), $("reading"), async () => {
    const [statement, source] = (await run("problem", [{ whole: true, args: ["show", "--", shown.id] }, { whole: true, args: ["source", `--lang=${lang}`, "--", shown.id] }])).map(output);
    $("statement").replaceChildren(...typeset(statement));
    $("source").textContent = source;
    offer("source-download", new Blob([source]), `${fileName(shown.id)}.${ENDS[lang]}`);
  });
  relink();
}

function filter() {
  const zh = document.documentElement.lang === "zh-CN";
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (problem) => words.every((word) => JSON.stringify(problem).toLowerCase().includes(word));
  const item = (problem) => make("li", {},
    make("a", { href: `#problems?${new URLSearchParams({ id: problem.id, search: $("search").value })}`, "aria-current": problem.id === shown.id ? "true" : null }, zh && problem.title_zh ? problem.title_zh : problem.title),
    make("small", {}, [problem.judge, ...problem.aliases].join(", ")));
  const found = list.filter(fits);
  $("list").replaceChildren(...found.map(item));
  $("no-problem").hidden = found.length > 0;
  const current = $("list").querySelector("[aria-current]");
  if (current) $("list").scrollTop = current.offsetTop - $("list").offsetTop - $("list").clientHeight / 3;
}

/** A line of a statement: powers are set as such, and what only a command line understands is left out. */
function prose(line) {
  const said = line.trim().replace(/^- /, "").replace(/ *\(bouton show \S+\)/, "").replace(/^bouton source \S+ +(.)/, (_, first) => first.toUpperCase());
  return said.split(/\^(\d+)/).map((part, i) => (i % 2 ? make("sup", {}, part) : part));
}

/** A line that stands alone: a link, an item of a list, or words. */
function single(line) {
  if (/^\s*https?:\S+$/.test(line)) return make("p", { class: "line" }, make("a", { href: line.trim(), rel: "noreferrer" }, line.trim()));
  const depth = line.search(/\S/) / 2;
  return make("p", { class: /^\s*- /.test(line) ? `line item deep-${Math.min(depth, 3)}` : "line" }, ...prose(line));
}

/** A statement as headings, paragraphs and samples: blocks stand between empty lines, and a heading on a line of its own. */
export function typeset(text) {
  const blocks = text.trim().split(/\n{2,}/).map((block) => block.split("\n"));
  const isWide = (c) => /[^\x00-\x7f]/.test(c ?? "");
  const join = (lines) => lines.reduce((all, line) => (isWide(all.at(-1)) && isWide(line[0]) ? all + line : `${all} ${line}`));
  return blocks.flatMap((lines, i) => {
    if (i === 0 && lines.length === 1) return [make("h2", {}, lines[0])];
    const isHeading = lines.length > 1 && lines[0].length < 24 && !/[.。:：]$/.test(lines[0]);
    const rest = isHeading ? lines.slice(1) : lines;
    const heading = isHeading ? [make("h3", {}, lines[0])] : [];
    if (/^(Sample|样例)/.test(lines[0])) return [...heading, make("pre", {}, rest.join("\n"))];
    if (rest.some((line) => /^( {2}|- |https?:)/.test(line))) return [...heading, ...rest.map(single)];
    return [...heading, make("p", {}, ...prose(join(rest)))];
  });
}

async function makeData() {
  await attempt($("problem-error"), $("reading"), async () => {
    const cases = $("cases").value.trim();
    const args = ["generate", `--seed=${$("seed").value.trim()}`, `--shape=${$("shape").value}`, ...(cases ? [`--cases=${cases}`] : []), "--", shown.id];
    const [input] = await run("data", [{ args }]);
    output(input);
    const stdin = input.blob ?? new Blob([input.out]);
    const [answers] = await run("data", [{ args: [shown.id], stdin }], stdin.size);
    output(answers);
    offer("data-input", stdin, `${fileName(shown.id)}.in`);
    offer("data-answers", answers.blob ?? new Blob([answers.out]), `${fileName(shown.id)}.ans`);
  });
}

