// Answers to an input of any size, and answers compared with those that are right.

import { $, debounced, make } from "./dom.js";
import { content, fileName, holdsFile, offer, setText } from "./files.js";
import { linkTo } from "./link.js";
import { figure } from "./problems.js";
import { attempt, complaint, output, parse, quietly, run } from "./program.js";
import { t } from "./words.js";

let relink, ownGame, seed = 1;

const textOf = (id) => (holdsFile(id) ? null : $(id).value);
const ownFiles = () => ({ "game.toml": ownGame() });
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

/** What fails if this is no problem: the program would take the names of its commands as such. */
const knowing = (problem) => ({ args: ["show", "--json", "--", problem], files: ownFiles() });

async function answer() {
  const problem = $("problem-name").value.trim();
  $("answer-download").hidden = true;
  $("valid").textContent = "";
  await attempt($("answer-error"), $("answers"), async () => {
    const input = content("input");
    if (!input) $("answers").textContent = t("Put test cases on the left: the answers appear here.");
    const answering = input ? [{ args: [problem], stdin: input, files: ownFiles() }] : [];
    const [known, result] = await run("answer", [knowing(problem), ...answering], input.size ?? 0);
    output(known);
    if (!result) return;
    $("answers").textContent = result.out + (result.rest ? `\n${t("… and {rest} more bytes", { rest: result.rest })}` : "");
    offer("answer-download", result.blob ?? new Blob([result.out]), `${fileName(problem)}.ans`);
    $("speed").textContent = t("{milliseconds} ms", { milliseconds: Math.round(result.milliseconds) });
    $("answers").dataset.milliseconds = result.milliseconds;
    output(result);
    if (result.code !== 0) throw new Error(complaint(result.error));
  });
}

async function makeInput() {
  await attempt($("answer-error"), $("answers"), async () => {
    const args = ["generate", "--shape=small", "--cases=5", `--seed=${seed++}`, "--", $("problem-name").value.trim()];
    let [result] = await run("generate", [{ args, files: ownFiles() }]);
    // A problem may have a single case.
    if (result.code !== 0) [result] = await run("generate", [{ args: args.filter((arg) => !/cases/.test(arg)), files: ownFiles() }]);
    setText("input", output(result));
  });
  relink();
  await refresh();
}

async function validate() {
  const input = content("input");
  await attempt($("answer-error"), $("answers"), async () => {
    const args = ["validate", "--json", "--", $("problem-name").value.trim()];
    const [result] = await run("validate", [{ args, stdin: input, files: ownFiles() }], input.size ?? 0);
    const { valid, cases, line, column, message } = parse(output(result));
    if (!valid) throw new Error(`${line}:${column}: ${message}`);
    $("valid").textContent = t("The limits are met; cases: {cases}", { cases });
  });
}

async function compare() {
  const problem = $("problem-name").value.trim();
  const [input, expected, actual] = ["input", "expected", "actual"].map(content);
  if (!input || (!expected && !actual)) {
    $("verdict").replaceChildren(make("p", { class: "soft" }, t("Put your program's answers here: they are compared with the right ones, " +
      "or with those you expect.")));
    $("compare-error").textContent = "";
    return;
  }
  await attempt($("compare-error"), $("verdict"), async () => {
    const size = [input, expected, actual].reduce((sum, file) => sum + (file.size ?? 0), 0);
    const [known, answers] = await run("compare", [knowing(problem), { args: [problem], stdin: input, files: ownFiles() }], size);
    [known, answers].forEach(output);
    const right = answers.blob ?? answers.out;
    // Explanations call the files by their names.
    const names = { input: t("the input"), right: t("the right answer"), expected: t("the expected answer"), actual: t("your answer") };
    const texts = { [names.input]: input, [names.right]: right, [names.expected]: expected, [names.actual]: actual };
    const diff = (...files) => ({ args: ["diff", "--json", "--", problem, names.input, ...files], files: { ...ownFiles(), ...texts } });
    const pairs = !expected ? [[names.right, names.actual]] : !actual ? [[names.right, names.expected]]
      : [[names.right, names.actual], [names.right, names.expected]];
    const found = (await run("compare", pairs.map((pair) => diff(...pair)), size)).map((result) => parse(output(result)));
    const titles = { expected: t("Expected"), actual: t("Yours") };
    await showVerdict(found[0], actual ? titles.actual : titles.expected);
    if (found[0].likely?.length) {
      const { args: [command, , ...rest], files } = diff(...pairs[0]);
      const [{ out }] = await run("compare", [{ args: [command, ...rest], files }], size);
      $("verdict").append(make("p", { class: "proof" }, out.split("\n").filter((line) => line.startsWith(t("likely: "))).join("\n")));
    }
    if (found[1]?.different) {
      const wrong = t("Of the answers that you expect, {wrong} of {cases} are wrong.", { wrong: found[1].different,
        cases: found[1].cases });
      $("verdict").append(make("p", { class: "error" }, wrong));
      if (!found[0].different) await showFirst(found[1], titles.expected);
    }
  });
}

const VERDICTS = { AC: "right", PE: "near" };

/** The verdict as a badge, and the first case that differs. */
async function showVerdict(found, whose) {
  const badge = make("b", { class: `badge ${VERDICTS[found.verdict] ?? "wrong"}` }, found.verdict);
  const words = found.different ? t("{different} of {cases} cases differ", { different: found.different, cases: found.cases })
    : t("all {cases} cases agree", { cases: found.cases });
  $("verdict").replaceChildren(make("p", { class: "verdict" }, badge, words));
  await showFirst(found, whose);
}

/** The first case that differs, its two lines side by side. */
async function showFirst(found, whose) {
  if (found.case == null) return;
  const { rule, piles } = found.position ?? {};
  $("verdict").append(make("h3", {}, t("Case {number}", { number: found.case })), make("pre", { class: "case" }, found.input ?? ""),
    make("div", { class: "sides" }, figure(t("Right"), found.expected), figure(whose, found.actual)),
    found.proof ? make("p", { class: "proof" }, found.proof) : "",
    piles ? make("a", { class: "button", href: await linkTo("play", { rule, piles: piles.join(" "), why: 1 }) }, t("See it on the board"))
      : "");
}
