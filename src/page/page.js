// The page: reads what somebody types, asks the program, and shows what it says. It knows no rule of any game.

import { WORDS } from "./words.js";

const $ = (id) => document.getElementById(id);
const PARTS = ["explain", "answer", "compare", "problem", "own"];
/** The fields of each part that are in the URL. */
const FIELDS = {
  explain: { rule: "rule", piles: "piles", sizes: "sizes" },
  answer: { problem: "answer-problem", input: "input" },
  compare: { problem: "compare-problem", input: "compare-input", expected: "expected", actual: "actual" },
  problem: { search: "search", seed: "seed", cases: "cases", shape: "shape" },
  own: { game: "game", seed: "own-seed" },
};
const EXAMPLES = [["nim", "14 21 39"], ["nim", "1 2 3"], ["misere nim", "1 1 3"], ["take {1,3,4}", "10 7 5"],
  ["kayles", "7 5"], ["moore 2", "3 5 6"], ["wythoff", "5 9"], ["hill 2", "3 7 12"]];
const GAME = `# Take 1, 3 or 4 stones from a pile.
rule   = "take {1,3,4}"
input  = "{ n:1..20 / a:1..100*n / ! }+"
piles  = "a"
answer = "Alice|Bob"
`;
/** Longer texts are not in the URL, and longer files not in a text field. */
const MAX_IN_URL = 6000, MAX_SHOWN = 64 << 10;

// ---- words ----

let language = "en";
const say = (key, values = {}) =>
  WORDS[key][language === "zh" ? 1 : 0].replace(/\{(\w+)\}/g, (_, name) => values[name]);

function translate() {
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = say(element.dataset.t);
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", say(element.dataset.label));
  }
  $("language").textContent = say("other");
  $("language").lang = language === "zh" ? "en" : "zh-CN";
}

function make(name, text, attributes = {}) {
  const element = document.createElement(name);
  element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

// ---- the program ----

class Canceled extends Error {}

let module;
/** What each part is waiting for, and a worker that waits for the next task. */
const tasks = new Map();
let spare = null;

function newWorker() {
  const worker = new Worker("worker.js", { type: "module" });
  if (module) worker.postMessage({ module });
  return worker;
}

/** Runs commands one after the other; a part that asks again ends what it asked before. */
function run(part, requests, size = 0) {
  tasks.get(part)?.cancel();
  const worker = spare ?? newWorker();
  spare = null;
  const env = { LANG: language === "zh" ? "zh_CN.UTF-8" : "en_US.UTF-8" };
  const files = { "game.toml": $("game").value };
  return new Promise((resolve, reject) => {
    const end = () => {
      tasks.delete(part);
      clearTimeout(shown);
      if (tasks.size === 0) $("busy").hidden = true;
    };
    const start = performance.now();
    const shown = setTimeout(() => {
      $("busy").hidden = false;
      $("speed").textContent = "";
      $("progress").removeAttribute("value");
    }, 300);
    tasks.set(part, {
      cancel() {
        worker.terminate();
        end();
        reject(new Canceled());
      },
    });
    worker.onmessage = ({ data }) => {
      if (data.read !== undefined) {
        const seconds = (performance.now() - start) / 1000;
        const [done, all, speed] = [data.read, size, data.read / seconds].map((n) => Math.round(n / 1e6));
        if (size > 0) $("progress").value = Math.min(1, data.read / size);
        $("speed").textContent = say("read", { done, all, speed });
        return;
      }
      end();
      if (spare) worker.terminate();
      else spare = worker;
      if (data.results) resolve(data.results);
      else reject(new Error(data.failure));
    };
    worker.onerror = (event) => {
      end();
      reject(new Error(event.message));
    };
    worker.postMessage({ requests: requests.map((request) => ({ env, ...request, files: { ...files, ...request.files } })) });
  });
}

/** Calls `work`, and shows what goes wrong in the element `where`. */
async function attempt(where, work) {
  $(where).textContent = "";
  try {
    await work();
  } catch (error) {
    $(where).textContent = error instanceof Canceled ? "" : error.message;
  }
}

/** The output of a command that must succeed. */
function output({ code, out, error }) {
  if (code > 1 || (code === 1 && !out)) throw new Error(error.trim() || `exit code ${code}`);
  return out;
}

async function load() {
  // It starts while the program is being loaded.
  spare = newWorker();
  const response = await fetch("bouton.wasm.gz");
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  let bytes = new Uint8Array(await response.arrayBuffer());
  // Some servers declare the file as compressed; then it is not any more.
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    bytes = await new Response(stream).arrayBuffer();
  }
  module = await WebAssembly.compile(bytes);
  spare.postMessage({ module });
}

// ---- the URL ----

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

async function pack(text) {
  if (text.length <= 60) return text.startsWith("~") ? `~${text}` : text;
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return "~." + btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

async function unpack(text) {
  if (!text.startsWith("~.")) return text.replace(/^~~/, "~");
  const letters = atob(text.slice(2).replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = await through(Uint8Array.from(letters, (c) => c.charCodeAt(0)), new DecompressionStream("deflate-raw"));
  return new TextDecoder().decode(bytes);
}

let part = "explain";
let chosenProblem = "poj2234";

async function writeUrl() {
  const at = part;
  const state = new URLSearchParams();
  if (at === "problem") state.set("id", chosenProblem);
  for (const [name, id] of Object.entries(FIELDS[at])) {
    const value = dropped.has(id) ? "" : $(id).value;
    const text = value.length > 10 * MAX_IN_URL ? "" : await pack(value);
    if (text && text.length <= MAX_IN_URL) state.set(name, text);
  }
  if (/game\.toml$/.test(state.get("problem") ?? "")) state.set("game", await pack($("game").value));
  state.set("lang", language);
  if (at === part) history.replaceState(null, "", `#${at}?${state}`);
}

async function readUrl() {
  const [name, query = ""] = location.hash.slice(1).split("?");
  part = PARTS.includes(name) ? name : "explain";
  const state = new URLSearchParams(query);
  language = state.get("lang") ?? language;
  translate();
  if (state.has("id")) chosenProblem = state.get("id");
  for (const [field, id] of [...Object.entries(FIELDS[part]), ["game", "game"]]) {
    if (!state.has(field)) continue;
    const value = await unpack(state.get(field)).catch(() => "");
    if ($(id).value !== value) {
      detach(id);
      $(id).value = value;
      if (id === "piles" || id === "rule") moves.length = 0;
    }
  }
  for (const id of PARTS) $(id).hidden = id !== part;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === `#${part}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${say(part)} – Bouton`;
  await update();
}

/** Shows the part again. */
function update() {
  if (!module) return;
  writeUrl();
  return { explain, answer: () => answer(false), compare, problem: problems, own }[part]();
}

function debounced(action, milliseconds) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds);
  };
}

// ---- explain and play ----

/** The moves played: who, and the piles before and after. */
const moves = [];
/** What is left of each pile that the player has chosen to take from; the pile that has the focus. */
let chosen = new Map();
let focused = 0;
let position = null;

const pilesOf = (id) => $(id).value.split(/[\s,]+/).filter(Boolean);
const solve = (...args) => ({ args: ["solve", `--rule=${$("rule").value}`, ...args], whole: true });

function showSvg(where, text) {
  // The page has its own colors; its policy forbids styles within.
  const plain = text.replace(/<style>[^<]*<\/style>/, "");
  const root = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
  $(where).replaceChildren(document.importNode(root, true));
  return $(where).firstElementChild;
}

async function explain() {
  chosen = new Map();
  table();
  await attempt("explain-error", async () => {
    const piles = ["--", ...pilesOf("piles")];
    const results = await run("explain", [solve("--json", "--play", ...piles), solve(...piles), solve("--svg=-", ...piles)]);
    position = null;
    const [json, words, svg] = results.map(output);
    position = JSON.parse(json);
    $("words").textContent = words;
    URL.revokeObjectURL($("svg").href);
    $("svg").href = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    prepare(showSvg("picture", svg));
    showMoves();
  });
  $("picture").classList.toggle("old", position === null);
  $("reply").disabled = !position?.play.length;
}

/** Makes the piles of a picture operable. */
function prepare(svg) {
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", svg.querySelector("title").textContent);
  svg.querySelector("title").remove();
  const piles = [...svg.querySelectorAll(".live .pile")];
  focused = Math.min(focused, Math.max(0, piles.length - 1));
  piles.forEach((pile, i) => {
    pile.setAttribute("role", "slider");
    pile.setAttribute("tabindex", i === focused ? 0 : -1);
    pile.setAttribute("aria-valuemin", 0);
    pile.setAttribute("aria-valuemax", pile.dataset.size);
    pile.setAttribute("aria-label", say("pileLabel", { n: pile.dataset.pile, size: pile.dataset.size }));
  });
  showSolution();
  showChosen();
}

function showSolution() {
  const svg = $("picture").firstElementChild;
  if (!svg) return;
  const show = $("solution").checked;
  $("picture").classList.toggle("hidden-solution", !show);
  const { width, height } = svg.viewBox.baseVal;
  const full = svg.dataset.full ??= height;
  const shown = show ? full : svg.dataset.short;
  svg.setAttribute("viewBox", `0 0 ${width} ${shown}`);
  svg.setAttribute("height", shown);
}

function showChosen() {
  const piles = pilesOf("piles");
  const texts = [];
  for (const pile of $("picture").querySelectorAll(".live .pile")) {
    const size = BigInt(pile.dataset.size);
    const left = chosen.get(+pile.dataset.pile) ?? size;
    for (const stone of pile.querySelectorAll(".stone")) {
      stone.classList.toggle("chosen", left < size && BigInt(stone.dataset.left) >= left);
    }
    const names = say("pileLabel", { n: pile.dataset.pile, size });
    const text = say("chosen", { piles: names, take: size - left, left });
    pile.setAttribute("aria-valuenow", size - left);
    pile.setAttribute("aria-valuetext", text);
    pile.classList.toggle("changed", left < size);
    if (left < size) texts.push(text);
  }
  for (const cell of $("picture").querySelectorAll(".live .cell")) {
    cell.classList.toggle("chosen", [...chosen.values()].includes(BigInt(cell.dataset.left)));
  }
  $("chosen").textContent = texts.join("; ");
  $("to").value = piles.map((pile, i) => String(chosen.get(i + 1) ?? pile)).join(" ");
}

/** Chooses that a move leaves so many of a pile; as many as there are: that it does not touch it. */
function choose(pile, left) {
  const size = BigInt(pile.dataset.size);
  const least = left < 0n ? 0n : left;
  if (least >= size) chosen.delete(+pile.dataset.pile);
  else chosen.set(+pile.dataset.pile, least);
  showChosen();
}

function focus(index) {
  const piles = [...$("picture").querySelectorAll(".live .pile")];
  if (!piles[index]) return;
  piles[focused]?.setAttribute("tabindex", -1);
  focused = index;
  piles[index].setAttribute("tabindex", 0);
  piles[index].focus();
}

$("picture").addEventListener("click", ({ target }) => {
  if (!target.closest(".live")) return;
  const piles = [...$("picture").querySelectorAll(".live .pile")];
  const pile = target.closest(".pile") ?? (target.closest(".cell") && piles[focused]);
  if (!pile) return;
  focus(piles.indexOf(pile));
  const left = target.dataset.left;
  if (left !== undefined) choose(pile, BigInt(left));
});

$("picture").addEventListener("keydown", (event) => {
  const pile = event.target.closest(".pile");
  if (!pile) return;
  const size = BigInt(pile.dataset.size);
  const left = chosen.get(+pile.dataset.pile) ?? size;
  const keys = {
    ArrowUp: () => focus(focused - 1),
    ArrowDown: () => focus(focused + 1),
    ArrowLeft: () => choose(pile, left - 1n),
    ArrowRight: () => choose(pile, left + 1n),
    PageDown: () => choose(pile, left - 10n),
    PageUp: () => choose(pile, left + 10n),
    Home: () => choose(pile, 0n),
    End: () => choose(pile, size),
    Enter: () => $("move").requestSubmit(),
  };
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});

$("move").addEventListener("submit", (event) => {
  event.preventDefault();
  const hadFocus = document.activeElement?.closest(".pile");
  attempt("explain-error", async () => {
    const [before, after] = [pilesOf("piles"), pilesOf("to")];
    const [result] = await run("play", [solve("--json", "--play", `--to=${after.join(" ")}`, "--", ...before)]);
    const next = JSON.parse(output(result));
    moves.push({ by: "you", before, after, over: next.play.length === 0, winner: next.winner });
    $("piles").value = after.join(" ");
    if (next.play.length > 0) reply(next);
    await update();
    if (hadFocus) focus(focused);
  });
});

/** Plays the program's best move. */
function reply({ play }) {
  const last = play.length === 1;
  moves.push({ by: "program", before: pilesOf("piles"), after: play[0].after.map(String), over: last });
  $("piles").value = play[0].after.join(" ");
}

function showMoves() {
  const line = ({ by, before, after }) => make("li", `${say(by)}: ${before.join(" ")} → ${after.join(" ")}`);
  $("log").replaceChildren(...moves.map(line));
  $("undo").disabled = moves.length === 0;
  const last = moves.at(-1);
  // The program says who wins when no move is left: "first" is the player who would have to move.
  const isOver = last && position.play.length === 0;
  const youMove = last?.by === "program";
  const youWin = (position.winner === "first") === youMove;
  $("over").textContent = isOver ? say(youWin ? "won" : "lost") : "";
}

$("reply").addEventListener("click", () => {
  if (!position?.play.length) return;
  reply(position);
  update();
});

$("undo").addEventListener("click", () => {
  let move;
  do move = moves.pop(); while (move && move.by === "program" && moves.length > 0);
  if (move) $("piles").value = move.before.join(" ");
  update();
});

$("solution").addEventListener("change", showSolution);

function table() {
  attempt("table-error", async () => {
    $("table").textContent = "";
    $("plot").replaceChildren();
    const sizes = `--table=${$("sizes").value.trim()}`;
    const [words, svg] = (await run("table", [solve(sizes), solve(sizes, "--svg=-")])).map(output);
    $("table").textContent = words;
    showSvg("plot", svg);
  });
}

async function rules() {
  const [result] = await run("rules", [{ args: ["list", "--rules", "--json"] }]);
  const list = JSON.parse(output(result));
  $("rules").replaceChildren(...list.flatMap(({ rule, misere }) =>
    [rule, ...(misere ? [`misere ${rule}`] : [])].map((value) => make("option", "", { value }))));
  $("all-rules").replaceChildren(...list.flatMap((rule) =>
    [make("dt", rule.rule), make("dd", language === "zh" ? rule.move_zh : rule.move)]));
  $("examples").replaceChildren($("examples").firstElementChild, ...EXAMPLES.map(([rule, piles]) =>
    make("a", `${rule}: ${piles}`, { href: `#explain?${new URLSearchParams({ rule, piles })}` })));
}

// ---- texts and files ----

/** The files in the place of what text fields hold. */
const dropped = new Map();

function detach(id) {
  if (!dropped.delete(id)) return;
  $(id).readOnly = false;
  $(id).value = "";
}

const content = (id) => dropped.get(id) ?? $(id).value;

async function attach(id, file) {
  detach(id);
  if (file.size <= MAX_SHOWN) {
    $(id).value = await file.text();
  } else {
    dropped.set(id, file);
    $(id).value = `${file.name}: ${(file.size / 1e6).toFixed(1)} MB`;
    $(id).readOnly = true;
  }
  if (id === "input") answer(true);
  else update();
}

for (const chooser of document.querySelectorAll("input[type=file]")) {
  chooser.addEventListener("change", () => {
    if (chooser.files[0]) attach(chooser.dataset.for, chooser.files[0]);
    chooser.value = "";
  });
}
for (const area of document.querySelectorAll(".drop")) {
  area.addEventListener("dragover", (event) => event.preventDefault());
  area.addEventListener("drop", (event) => {
    const file = event.dataTransfer.files[0];
    if (!file) return;
    event.preventDefault();
    attach(area.id, file);
  });
  // A file goes when somebody deletes it.
  area.addEventListener("keydown", (event) => {
    if (dropped.has(area.id) && ["Backspace", "Delete"].includes(event.key)) detach(area.id);
  });
}

function link(id, blob, name) {
  URL.revokeObjectURL($(id).href);
  $(id).href = URL.createObjectURL(blob);
  $(id).download = name;
  $(id).hidden = false;
}

// ---- answer ----

/** A name for files: of a problem, or of one's own. */
const fileName = (problem) => problem.replace(/^.*\//, "").replace(/[^\w.-]/g, "") || "bouton";

async function answer(isAsked) {
  if (dropped.has("input") && !isAsked) return;
  const problem = $("answer-problem").value.trim();
  $("answer-download").hidden = true;
  await attempt("answer-error", async () => {
    const input = content("input");
    const [result] = await run("answer", [{ args: [problem], stdin: input }], input.size ?? 0);
    $("answers").textContent = result.out + (result.rest ? `\n${say("more", { n: result.rest })}` : "");
    link("answer-download", result.blob ?? new Blob([result.out]), `${fileName(problem)}.ans`);
    $("speed").textContent = say("took", { ms: Math.round(result.milliseconds) });
    $("answers").dataset.milliseconds = result.milliseconds;
    if (result.code !== 0) throw new Error(result.error.trim());
  });
}

$("answer-run").addEventListener("click", () => answer(true));
let nextSeed = 1;
$("answer-generate").addEventListener("click", () => attempt("answer-error", async () => {
  const args = ["generate", "--shape=small", "--cases=5", `--seed=${nextSeed++}`, "--", $("answer-problem").value.trim()];
  let [result] = await run("generate", [{ args }]);
  // A problem may have a single case.
  if (result.code !== 0) [result] = await run("generate", [{ args: args.filter((arg) => !/cases/.test(arg)) }]);
  detach("input");
  $("input").value = output(result);
  await update();
}));
$("validate").addEventListener("click", () => attempt("answer-error", async () => {
  const input = content("input");
  const [result] = await run("validate", [{ args: ["validate", "--", $("answer-problem").value.trim()], stdin: input }], input.size ?? 0);
  throw new Error((result.out + result.error).trim());
}));

// ---- compare ----

async function compare() {
  const problem = $("compare-problem").value.trim();
  $("verdict").textContent = "";
  if (!content("expected") && !content("actual")) return;
  await attempt("compare-error", async () => {
    const files = { input: content("compare-input"), expected: content("expected"), actual: content("actual") };
    const size = Object.values(files).reduce((sum, file) => sum + (file.size ?? 0), 0);
    if (!files.expected) {
      const [right] = await run("compare", [{ args: [problem], stdin: files.input }], size);
      output(right);
      files.expected = right.blob ?? right.out;
    }
    const args = ["diff", "--", problem, "input", "expected", ...(files.actual ? ["actual"] : [])];
    const [result] = await run("compare", [{ args, files }], size);
    $("verdict").textContent = output(result);
  });
}

$("compare-run").addEventListener("click", compare);

// ---- problems ----

let list = [];

async function loadProblems() {
  const results = await run("problems", [{ args: ["list", "--json"] }, { args: ["generate", "--shape=help"] }, { args: ["--version"] }]);
  const [json, shapes, version] = results.map(output);
  list = JSON.parse(json);
  $("version").textContent = version;
  $("problems").replaceChildren(...list.flatMap(({ id, aliases, title }) =>
    [id, ...aliases].map((value) => make("option", title, { value }))), make("option", "", { value: "./game.toml" }));
  $("shape").replaceChildren(...shapes.trim().split("\n").map((line) => make("option", line.replace(/ +/, ": "), { value: line.split(" ")[0] })));
}

async function problems() {
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (problem) => words.every((word) => JSON.stringify(problem).toLowerCase().includes(word));
  const item = (problem) => {
    const title = language === "zh" ? problem.title_zh : problem.title;
    const link = make("a", `${problem.judge}: ${title}`, { href: `#problem?id=${problem.id}` });
    if (problem.id === chosenProblem) link.setAttribute("aria-current", "true");
    const li = make("li", "");
    li.append(link, make("small", [problem.id, ...problem.aliases].join(", ")));
    return li;
  };
  $("list").replaceChildren(...list.filter(fits).map(item));
  // Only the list is scrolled, not the page.
  const current = $("list").querySelector("[aria-current]");
  if (current) $("list").scrollTop = current.offsetTop - $("list").offsetTop - $("list").clientHeight / 3;
  const id = chosenProblem;
  for (const [link, part] of [["problem-answer", "answer"], ["problem-explain", "compare"]]) {
    $(link).href = `#${part}?${new URLSearchParams({ problem: id })}`;
  }
  for (const link of ["data-input", "data-answers"]) $(link).hidden = true;
  await attempt("problem-error", async () => {
    const lang = $("source-language").value;
    const [statement, source] = (await run("problem", [
      { args: ["show", `--lang=${language}`, "--", id] },
      { args: ["source", `--lang=${lang}`, "--", id] },
    ])).map(output);
    $("statement").textContent = statement;
    $("source").textContent = source;
    link("source-download", new Blob([source]), `${fileName(id)}.${{ c: "c", cpp: "cpp", rust: "rs" }[lang]}`);
  });
}

$("source-language").addEventListener("change", () => problems());
$("copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText($("source").textContent);
  $("copied").textContent = say("copied");
});
$("make-data").addEventListener("click", () => attempt("problem-error", async () => {
  const cases = $("cases").value.trim();
  const args = ["generate", `--seed=${$("seed").value.trim()}`, `--shape=${$("shape").value}`,
    ...(cases ? [`--cases=${cases}`] : []), "--", chosenProblem];
  const [input] = await run("data", [{ args }]);
  output(input);
  const stdin = input.blob ?? new Blob([input.out]);
  const [answers] = await run("data", [{ args: [chosenProblem], stdin }], stdin.size);
  output(answers);
  link("data-input", stdin, `${fileName(chosenProblem)}.in`);
  link("data-answers", answers.blob ?? new Blob([answers.out]), `${fileName(chosenProblem)}.ans`);
}));

// ---- a game of one's own ----

let mistake = null;

async function own() {
  mistake = null;
  await attempt("own-error", async () => {
    const game = "./game.toml";
    URL.revokeObjectURL($("game-download").href);
    $("game-download").href = URL.createObjectURL(new Blob([$("game").value]));
    const [words, some, more] = await run("own", [
      { args: ["show", `--lang=${language}`, game] },
      { args: ["generate", `--seed=${$("own-seed").value.trim()}`, "--shape=small", "--cases=5", game] },
      { args: ["generate", `--seed=${$("own-seed").value.trim()}`, "--shape=small", game] },
    ]);
    const place = /^bouton: \S*:(\d+):(\d+): /.exec(words.error);
    if (place) mistake = { line: +place[1], column: +place[2] };
    $("own-words").textContent = output(words).trim();
    const input = some.code === 0 ? some : more;
    $("own-input").textContent = output(input);
    const [answers] = await run("own", [{ args: [game], stdin: input.out }]);
    $("own-answers").textContent = output(answers);
  });
  const count = $("game").value.split("\n").length;
  const number = (_, i) => (mistake?.line === i + 1 ? `✗ ${i + 1}` : `${i + 1}`);
  $("lines").textContent = Array.from({ length: count }, number).join("\n");
  $("game").setAttribute("aria-invalid", mistake !== null);
  $("to-error").hidden = mistake === null;
}

$("to-error").addEventListener("click", () => {
  const lines = $("game").value.split("\n");
  const start = lines.slice(0, mistake.line - 1).join("\n").length + (mistake.line > 1 ? 1 : 0);
  const line = new TextEncoder().encode(lines[mistake.line - 1] ?? "");
  const at = start + new TextDecoder().decode(line.slice(0, mistake.column - 1)).length;
  $("game").focus();
  $("game").setSelectionRange(at, start + (lines[mistake.line - 1] ?? "").length);
});
$("game").addEventListener("scroll", () => { $("lines").scrollTop = $("game").scrollTop; });

// ---- start ----

$("cancel").addEventListener("click", () => {
  for (const task of [...tasks.values()]) task.cancel();
  $("state").textContent = say("canceled");
});
$("language").addEventListener("click", async () => {
  language = language === "zh" ? "en" : "zh";
  translate();
  await update();
  await rules();
});
const typed = debounced(update, 120);
for (const fields of Object.values(FIELDS)) {
  for (const id of Object.values(fields)) $(id).addEventListener("input", typed);
}
for (const id of ["rule", "piles"]) $(id).addEventListener("input", () => { moves.length = 0; });
addEventListener("hashchange", readUrl);

async function start() {
  if (navigator.language.toLowerCase().startsWith("zh")) language = "zh";
  $("state").textContent = say("loading");
  $("game").value = GAME;
  $("input").value = "2 45 45\n3 3 6 9\n";
  $("compare-input").value = "2 45 45\n3 3 6 9\n3 1 2 4\n";
  $("actual").value = "No\nYes\nNo\n";
  await readUrl();
  try {
    await load();
  } catch (error) {
    $("state").textContent = say("failed") + error.message;
    return;
  }
  performance.mark("loaded");
  await update();
  performance.mark("answered");
  $("state").textContent = "";
  document.body.dataset.ready = "true";
  await loadProblems();
  await rules();
  if (part === "problem") await problems();
  navigator.serviceWorker?.register("service.js").catch(() => {});
}

start();
