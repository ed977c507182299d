// A game of one's own: its file is coloured and explained as one types, and what the program makes of it stands beside.

import { $, button, debounced, make } from "./dom.js";
import { number, offer } from "./files.js";
import { linkTo } from "./link.js";
import { typeset } from "./problems.js";
import { attempt, output, parse, quietly, run } from "./program.js";
import { k, t } from "./words.js";

const GALLERY = [
  [k("Take 1, 3 or 4"), "take {1,3,4}", "{ n:1..20 / a:1..100*n / ! }+", "a", "Alice|Bob"],
  [k("Who wins, with a count of cases"), "misere nim", "T:1..20 / { n:1..10 / a:1..100*n / ! }*T", "a",
    "Case {case}: first|Case {case}: second"],
  [k("Which move wins"), "nim", "{ n:1..20 / a:1..100*n / ! }+", "a", "YES/{pile} {take}|NO"],
  [k("Two piles, until zeros"), "wythoff", "{ a:1..1000 b:1..1000 / ! }0", "a b", "1|0"],
  [k("A set from the input"), "take s", "{ k:1..10 / s:1..50*k / n:1..20 / a:1..100*n / ! }+", "a", "W|L"],
];
const text = ([title, rule, input, piles,
  answer]) => `# ${t(title)}\nrule   = "${rule}"\ninput  = "${input}"\npiles  = "${piles}"\nanswer = "${answer}"\n`;

/** The tokens of `input` and `answer`, and what each says. */
const TOKENS = {
  input: [
    [/[A-Za-z_]\w*(:[\w^+-]+\.\.[\w^+-]+)?\*\w+/y, "list", k("A list: so many numbers, within these limits.")],
    [/[A-Za-z_]\w*(:[\w^+-]+\.\.[\w^+-]+)?/y, "name", k("A number, and its limits: from..to.")],
    [/\{/y, "group", k("A group begins: what is in it comes again and again.")],
    [/\}\+/y, "group", k("The group comes until the input ends.")],
    [/\}0/y, "group", k("The group comes until a line of zeros.")],
    [/\}\*\w+/y, "group", k("The group comes so many times.")],
    [/!/y, "mark", k("Here one test case is complete, and its answer is printed.")],
    [/\//y, "mark", k("The line ends.")],
  ],
  answer: [
    [/\{\w+\}/y, "name", k("A value is printed here: {case}, {count}, {grundy}, {pile}, {take}, {size}, {left} or {after}.")],
    [/\|/y, "group", k("Left: if the first player wins. Right: if not.")],
    [/\//y, "mark", k("The line ends.")],
    [/[_ ]/y, "mark", k("A space.")],
    [/\.\.\./y, "group", k("All winning moves are printed, not only the first.")],
    [/any /y, "group", k("Any winning move is accepted.")],
  ],
};
const KEYS = {
  rule: k("What a move is."), input: k("What is read, and the limits."), piles: k("The names of the piles in the input."),
    answer: k("What is printed for a case."),
  title: k("The name of the game."), title_zh: k("The name of the game in Chinese."), limits: k("Limits of their own."),
};

/** A longer game in a link is cut: each of its letters may have a colour. */
const LONGEST = 20_000;
let relink, mistake = null;
export const game = () => $("game").value;
export const state = () => ({ game: game(), seed: $("own-seed").value });

export function init(changed) {
  relink = changed;
  const typed = debounced(() => { relink(); quietly(refresh)(); });
  $("game").addEventListener("input", () => { mistake = null; paint(); typed(); });
  $("own-seed").addEventListener("input", typed);
  $("game").addEventListener("scroll", () => { $("paint").scrollTop = $("game").scrollTop; $("paint").scrollLeft = $("game").scrollLeft; });
  document.addEventListener("selectionchange", () => { if (document.activeElement === $("game")) explain(); });
}

export async function begin({ game = text(GALLERY[0]), seed = "1" }) {
  game = game.slice(0, LONGEST);
  if (!$("game").value || game !== text(GALLERY[0])) $("game").value = game;
  $("own-seed").value = seed;
  await refresh();
}

export async function refresh() {
  $("gallery").replaceChildren(...GALLERY.map((entry) => button(t(entry[0]), () => { $("game").value = text(entry);
    $("game").dispatchEvent(new Event("input")); })));
  mistake = null;
  offer("game-download", new Blob([game()]), "game.toml");
  await attempt($("own-error"), $("own-results"), async () => {
    const files = { "game.toml": game() };
    $("own-play").hidden = true;
    const generate = ["generate", `--seed=${number("own-seed")}`, "--shape=small"];
    const [words, some, more] = await run("own", [{ args: ["show", "--json", "./game.toml"], files },
      { args: [...generate, "--cases=5", "./game.toml"], files }, { args: [...generate, "./game.toml"], files }]);
    const place = /^bouton: \S*?:(\d+):(\d+): /.exec(words.error);
    if (place) mistake = { line: Number(place[1]), column: Number(place[2]) };
    const statement = parse(output(words));
    const input = output(some.code === 0 ? some : more);
    const [answers] = await run("own", [{ args: ["./game.toml"], stdin: input, files }]);
    $("own-words").replaceChildren(...typeset(statement, "h3", statement.title ? "h4" : "h3"));
    $("own-input").textContent = input;
    $("own-answers").textContent = output(answers);
    // Of a case that is answered wrong, the program says by which rule its piles are played.
    const wrong = { ...files, input, right: answers.out, wrong: "?\n" };
    const [found] = await run("own", [{ args: ["diff", "--json", "./game.toml", "input", "right", "wrong"], files: wrong }]);
    const { position } = parse(output(found));
    $("own-play").hidden = !position;
    if (position) $("own-play").href = await linkTo("play", { rule: position.rule, piles: position.piles.join(" ") });
  });
  $("game").setAttribute("aria-invalid", mistake !== null);
  paint();
}

/** The lines, each as pieces `{ text, kind, says, at }`. */
function pieces() {
  let at = 0;
  return game().split("\n").map((line) => {
    const start = at;
    at += line.length + 1;
    return line.trimStart().startsWith("#") ? [{ text: line, kind: "comment", at: start }] : inLine(line, start);
  });
}

function inLine(line, start) {
  const found = /^(\s*)([\w.]+)(\s*=\s*)("?)(.*?)("?\s*(?:#.*)?)$/.exec(line);
  if (!found) return [{ text: line, at: start }];
  const [, indent, key, equals, quote, value, end] = found;
  const about = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
  const list = [];
  const add = (text, kind, says) => { if (text) list.push({ text, kind, says, at: start + list.reduce((sum, piece) => sum
    + piece.text.length, 0) }); };
  add(indent);
  add(key, "key", about);
  add(equals + quote);
  const tokens = Object.hasOwn(TOKENS, key) ? TOKENS[key] : [[/[^]+/y, key === "rule" ? "name" : "", about]];
  for (let at = 0; at < value.length;) {
    const [match, kind, says] = tokens.map(([pattern, kind, says]) => {
      pattern.lastIndex = at;
      return [pattern.exec(value)?.[0], kind, says];
    }).find(([match]) => match) ?? [value[at], "", key === "answer" ? k("Printed as it is.") : undefined];
    add(match, kind, says);
    at += match.length;
  }
  add(end);
  return list;
}

/** Colours the text, and underlines the mistake from its column to the end of the token. */
function paint() {
  const lines = pieces().map((line, i) => {
    const bytes = (text) => new TextEncoder().encode(text).length;
    let column = 1;
    return make("span", { class: mistake?.line === i + 1 ? "bad-line" : null }, ...line.map(({ text, kind }) => {
      const start = column;
      column += bytes(text);
      const isBad = mistake?.line === i + 1 && ((mistake.column >= start && mistake.column < column)
        || (mistake.column >= column && text === line.at(-1).text));
      return make("span", { class: `${kind ?? ""}${isBad ? " bad" : ""}` }, text);
    }), "\n");
  });
  $("paint").replaceChildren(...lines);
  explain();
}

function explain() {
  const at = $("game").selectionStart;
  const piece = pieces().flat().findLast((piece) => piece.at <= at && at <= piece.at + piece.text.length && piece.says);
  $("token").textContent = piece ? `${piece.text}  –  ${t(piece.says)}` : t("Put the cursor on a word: what it says stands here.");
}
