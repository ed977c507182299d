// Answers to an input of any size, and answers compared with those that are right.

import { $, debounced, make } from "./dom.js";
import { content, fileName, holdsFile, offer, setText } from "./files.js";
import { linkTo } from "./link.js";
import { attempt, output, parse, quietly, run } from "./program.js";
import { t } from "./words.js";

let relink, ownGame;
let seed = 1;

const textOf = (id) => (holdsFile(id) ? null : $(id).value);
const files = () => ({ "game.toml": ownGame() });
export const state = () => ({
  problem: $("problem-name").value, input: textOf("input"), expected: textOf("expected"), actual: textOf("actual"),
  game: /game\.toml$/.test($("problem-name").value) ? ownGame() : null,
});

export function init(changed, game) {
  relink = changed;
  ownGame = game;
  const typed = debounced(() => { relink(); quietly(refresh)(); }, 150);
  for (const id of ["problem-name", "input", "expected", "actual"]) $(id).addEventListener("input", typed);
  $("input").addEventListener("input", () => { if (holdsFile("input")) quietly(answer)(); });
  $("answer-run").onclick = quietly(answer);
  $("compare-run").onclick = quietly(compare);
  $("make-input").onclick = quietly(makeInput);
  $("validate").onclick = quietly(validate);
}

export async function begin({ problem = "poj2234", input, expected, actual }) {
  $("problem-name").value = problem;
  for (const [id, text] of Object.entries({ input, expected, actual })) if (text !== undefined) setText(id, text);
  if (input === undefined && !$("input").value) await makeInput();
  else await refresh();
}

export async function refresh() {
  if (!holdsFile("input")) await answer();
  if (!["input", "expected", "actual"].some(holdsFile)) await compare();
}

async function answer() {
  const problem = $("problem-name").value.trim();
  $("answer-download").hidden = true;
  await attempt($("answer-error"), $("answers"), async () => {
    const input = content("input");
    if (!input) {
      $("answers").textContent = t("Put test cases on the left: the answers appear here.");
      return;
    }
    const [result] = await run("answer", [{ args: [problem], stdin: input, files: files() }], input.size ?? 0);
    $("answers").textContent = result.out + (result.rest ? `\n${t("… and {rest} more bytes", { rest: result.rest })}` : "");
    offer("answer-download", result.blob ?? new Blob([result.out]), `${fileName(problem)}.ans`);
    $("speed").textContent = t("{milliseconds} ms", { milliseconds: Math.round(result.milliseconds) });
    $("answers").dataset.milliseconds = result.milliseconds;
    output(result);
    if (result.code !== 0) throw new Error(result.error.trim());
  });
}

async function makeInput() {
  await attempt($("answer-error"), $("answers"), async () => {
    const args = ["generate", "--shape=small", "--cases=5", `--seed=${seed++}`, "--", $("problem-name").value.trim()];
    let [result] = await run("generate", [{ args, files: files() }]);
    // A problem may have a single case.
    if (result.code !== 0) [result] = await run("generate", [{ args: args.filter((arg) => !/cases/.test(arg)), files: files() }]);
    setText("input", output(result));
  });
  relink();
  await refresh();
}

async function validate() {
  const input = content("input");
  const [result] = await run("validate", [{ args: ["validate", "--", $("problem-name").value.trim()], stdin: input, files: files() }], input.size ?? 0);
  $("answer-error").textContent = (result.out + result.error).trim().replace(/^bouton: /, "");
}

async function compare() {
  const problem = $("problem-name").value.trim();
  const [input, expected, actual] = ["input", "expected", "actual"].map(content);
  if (!input || (!expected && !actual)) {
    $("verdict").replaceChildren(make("p", { class: "soft" }, t("Put your program's answers here: they are compared with the right ones, or with those you expect.")));
    $("compare-error").textContent = "";
    return;
  }
  await attempt($("compare-error"), $("verdict"), async () => {
    const size = [input, expected, actual].reduce((sum, file) => sum + (file.size ?? 0), 0);
    let right = expected;
    if (!right) {
      const [answers] = await run("compare", [{ args: [problem], stdin: input, files: files() }], size);
      output(answers);
      right = answers.blob ?? answers.out;
    }
    const names = { ...files(), input, expected: right, ...(actual ? { actual } : {}) };
    const args = ["diff", "--json", "--", problem, "input", "expected", ...(actual ? ["actual"] : [])];
    const [result] = await run("compare", [{ args, files: names }], size);
    await showVerdict(parse(output(result)));
  });
}

const VERDICTS = { AC: "right", PE: "near" };

/** The verdict as a badge, and the first case that differs, its two lines side by side. */
async function showVerdict(found) {
  const badge = make("p", { class: "verdict" }, make("b", { class: `badge ${VERDICTS[found.verdict] ?? "wrong"}` }, found.verdict),
    found.different ? t("{different} of {cases} cases differ", { different: found.different, cases: found.cases }) : t("all {cases} cases agree", { cases: found.cases }));
  const { rule, piles } = found.position ?? {};
  const board = piles && make("a", { class: "button", href: await linkTo("play", { rule, piles: piles.join(" "), why: 1 }) }, t("See it on the board"));
  const more = found.case == null ? [] : [
    make("h4", {}, t("Case {number}", { number: found.case })),
    make("pre", { class: "case" }, found.input ?? ""),
    make("div", { class: "sides" }, side(t("Expected"), found.expected), side(t("Yours"), found.actual)),
    found.proof ? make("p", { class: "proof" }, found.proof.replace(/^expected [^\n]*[:：]\n/, "")) : null,
    board,
  ].filter(Boolean);
  $("verdict").replaceChildren(badge, ...more);
}

const side = (title, text) => make("figure", {}, make("figcaption", {}, title), make("pre", {}, text ?? "—"));
