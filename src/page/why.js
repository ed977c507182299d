// Why a move wins, in steps that one can touch. Values, columns and lost positions are what the program says of the
// position; here they are drawn.

import { Board } from "./board.js";
import { button, make } from "./dom.js";
import { Canceled, describe } from "./program.js";
import { commas, k, t } from "./words.js";

/** The colour of a block of 2^n stones: the same in a picture and in a sum. */
const colour = (block) => `p${Math.log2(Number(block)) % 8}`;
const text = (words, values) => make("p", {}, t(words, values));
let asked = 0;

export function hideWhy(element) {
  asked++;
  element.hidden = true;
  element.replaceChildren();
}

/** Shows a step for a position; `preview` is the move that is chosen on the board. */
export function showWhy(element, now, { step, preview, rule, go, choose }) {
  const mine = ++asked;
  const steps = stepsOf(now, rule);
  const at = Math.min(step, steps.length);
  const { title, draw } = steps[at - 1];
  const body = make("div", { class: "step" });
  const dots = steps.map((other, i) => button(String(i + 1), () => go(i + 1), { "aria-label": t(other.title), "aria-current": i + 1 === at ? "step" : null }));
  const hadFocus = element.contains(document.activeElement) && document.activeElement.className;
  element.replaceChildren(
    make("header", {}, make("h2", {}, t(title)), make("nav", { class: "dots", "aria-label": t("steps") }, ...dots)),
    body,
    make("p", { class: "tools" }, at > 1 ? button(t("Back"), () => go(at - 1), { class: "back" }) : null,
      at < steps.length ? button(t("Next"), () => go(at + 1), { class: "next main" }) : null,
      button(t("Close"), () => go(0), { class: "close" })));
  element.hidden = false;
  if (hadFocus) (element.querySelector(`.${hadFocus.split(" ")[0]}`) ?? element.querySelector(".close"))?.focus();
  draw({ body, now, preview, rule, choose, isCurrent: () => mine === asked });
}

function stepsOf({ board }, rule) {
  const isNim = /^(misere )?nim$/.test(rule);
  const steps = [];
  if (isNim && board.piles.every((pile) => pile <= 1_000_000)) steps.push({ title: k("Two equal rows"), draw: mirror });
  if (board.values.length && !isNim) steps.push({ title: k("What a row counts"), draw: values });
  if (board.lost.length) steps.push({ title: k("Where nobody wants to move"), draw: lost });
  if ((board.kind === "coins" || board.kind === "hill") && board.rows.length) steps.push({ title: k("The gaps count"), draw: gaps });
  if (board.columns.length && board.sum) {
    steps.push({ title: k("Blocks of 1, 2, 4, 8"), draw: blocks }, { title: k("Partners cancel"), draw: partners }, { title: k("Make every column even"), draw: even });
    if (board.sum === "xor") steps.push({ title: k("The same with numbers"), draw: binary });
  }
  if (rule === "misere nim") steps.push({ title: k("How it ends"), draw: misere });
  steps.push({ title: k("The winning moves"), draw: winning });
  return steps;
}

// ---- mirroring ----

/** Two equal rows, on a board of their own: the program answers. */
function mirror({ body, isCurrent }) {
  const small = make("div", {});
  const status = make("p", { role: "status" });
  const start = () => describe("mirror", [{ rule: "nim", piles: [4, 4] }]).then(([now]) => isCurrent() && show(now)).catch(ignored);
  const board = new Board(small, { changed: (move) => move && play(move), refused: () => {} });
  const show = (now) => board.show(now.board, now.board.legal.length > 0);
  const play = async (move) => {
    board.enabled = false;
    try {
      const [now] = await describe("mirror", [{ rule: "nim", piles: board.board.piles, to: move.after }]);
      await board.leave(move);
      board.show(now.board);
      const { reply } = now.board;
      const [after] = await describe("mirror", [{ rule: "nim", piles: now.board.piles, to: reply.after }]);
      await board.leave(reply);
      if (!isCurrent()) return;
      show(after);
      status.textContent = after.board.legal.length ? t("It took as many from the other row: both are equal again.") : t("The last stone was the partner's. Whoever must move at two equal rows loses.");
    } catch (error) {
      ignored(error);
    }
  };
  body.append(text("Here are two equal rows. Take what you like: the other player does in the other row what you do in this one. Try it."), small, status, button(t("Again"), start));
  start();
}

function ignored(error) {
  if (!(error instanceof Canceled)) throw error;
}

// ---- blocks and columns ----

/** The rows as blocks of powers of two, those of one size below each other; `dim` says which are paired off. */
function picture(board, { fade = false, sums = false } = {}) {
  const { columns, rows } = board;
  const few = columns.slice(-10);
  const cells = rows.slice(0, 24).map((row, r) => [
    make("th", { scope: "row" }, shortLabel(row)),
    ...few.map((column) => {
      const has = column.rows.includes(r + 1);
      const lone = column.left > 0 && column.rows.slice(-Number(column.left)).includes(r + 1);
      const stones = Math.min(16, Number(column.block));
      const block = () => make("span", { class: `block ${colour(column.block)}${fade && !lone ? " faded" : ""}${fade && lone ? " lone" : ""}`, title: t("a block of {block}", { block: column.block }) },
        ...(column.block <= 16 ? Array.from({ length: stones }, () => make("i")) : [String(column.block)]));
      return make("td", { "data-block": column.block }, has ? block() : "");
    })]);
  const lamps = few.map((column) => {
    const odd = column.left > 0;
    const word = board.sum === "xor" ? (odd ? t("odd") : t("even")) : String(column.left);
    return make("td", { class: odd ? "lamp lit" : "lamp" }, make("b", {}, String(column.rows.length)), make("small", {}, word));
  });
  const table = make("table", { class: "blocks" }, make("thead", {}, make("tr", {}, make("td"), ...few.map((column) => make("th", { scope: "col", class: colour(column.block) }, String(column.block))))),
    make("tbody", {}, ...cells.map((row) => make("tr", {}, ...row))),
    sums ? make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, t("how many")), ...lamps)) : null);
  // Touching a block shows the others of its size.
  table.addEventListener("pointerover", ({ target }) => {
    const { block } = target.closest("td")?.dataset ?? {};
    for (const cell of table.querySelectorAll("td[data-block]")) cell.classList.toggle("near", cell.dataset.block === block);
  });
  return make("div", { class: "scroll" }, table);
}

/** The number that a label of the program starts with, or all of it. */
const shortLabel = ({ label, number }) => (label.length > 8 ? `${label.match(/\d+/)?.[0] ?? ""} → ${number}` : label);

function blocks({ body, now }) {
  const { board } = now;
  body.append(text("Cut every row into blocks of 1, 2, 4, 8 … stones, the largest first. Each size comes at most once in a row: there is only one way."), picture(board));
  if (board.values.length && board.rows.some((row) => row.label !== String(row.number))) body.append(text("Here a row is as long as what it counts."));
}

function partners({ body, now }) {
  const { board } = now;
  const lone = board.columns.filter((column) => column.left > 0);
  body.append(board.sum === "xor"
    ? text("Two blocks of the same size are like two equal rows: each is the other's partner, and they cancel. What has no partner lights up.")
    : text("Whoever moves may change several rows, so larger groups cancel: {sum}. What is left over lights up.", { sum: board.sum }),
    picture(board, { fade: true, sums: true }),
    lone.length ? text("Without a partner: {blocks}. Whoever moves now can change that.", { blocks: commas(lone.map(({ block }) => t("a block of {block}", { block }))) })
      : text("Every block has a partner. Whatever one takes now, something is left without one."));
}

function even({ body, now, preview, rule, isCurrent }) {
  body.append(text("Choose stones on the board: the columns show what would be left. If every column is even after your move, the other player has to break it, and you can mend it each time."));
  const place = make("div", {});
  const status = make("p", { role: "status" });
  body.append(place, status);
  const show = ({ board }, isAfter) => {
    place.replaceChildren(picture(board, { fade: true, sums: true }));
    const odd = board.columns.some((column) => column.left > 0);
    status.textContent = isAfter ? (odd ? t("After this move: not yet. Some column is odd.") : t("After this move every column is even."))
      : (odd ? t("Now: some column is odd.") : t("Now every column is even: any move breaks it."));
  };
  show(now, false);
  if (preview) describe("preview", [{ rule, piles: now.board.piles, last: now.board.last, to: preview.after }]).then(([after]) => isCurrent() && show(after, true)).catch(ignored);
}

function binary({ body, now }) {
  const { board } = now;
  const line = (label, bits, kind) => make("tr", { class: kind ?? null }, make("th", { scope: "row" }, label), ...bits);
  const cell = (column, on) => make("td", { class: on ? colour(column.block) : "zero" }, on ? "1" : "0");
  const rows = board.rows.slice(0, 24).map((row, r) => line(shortLabel(row), board.columns.map((column) => cell(column, column.rows.includes(r + 1)))));
  const sum = board.columns.reduce((all, column) => all + (column.left > 0 ? BigInt(column.block) : 0n), 0n);
  body.append(text("A 1 for each block, a 0 where there is none: that is the row as a binary number. A column is 1 below the line if it has an odd number of 1s. Programmers call this “xor”; for games its name is the nim-sum."),
    make("div", { class: "scroll" }, make("table", { class: "binary" }, make("thead", {}, line("", board.columns.map((column) => make("th", { class: colour(column.block) }, String(column.block))))),
      make("tbody", {}, ...rows), make("tfoot", {}, line(t("nim-sum"), board.columns.map((column) => cell(column, column.left > 0)))))),
    text("The nim-sum is {sum}. It is 0 exactly if every column is even.", { sum }));
}

// ---- values ----

function values({ body, now }) {
  body.append(text("A row counts as the smallest number that none of its moves leads to. So it behaves like a row of so many stones in Nim. Tap a row."));
  const said = make("div", { class: "said", role: "status" });
  const chips = now.board.values.map((value) => button(String(value.pile), () => explainValue(said, value), { class: "chip", "aria-label": t("a row of {pile}", { pile: value.pile }) }));
  body.append(make("p", { class: "chips" }, ...chips), said);
  explainValue(said, now.board.values.find((value) => value.pile > 0) ?? now.board.values[0]);
}

/** Says what a pile counts, and why. */
export function explainValue(element, { pile, grundy, reaches }) {
  const reached = reaches.slice(0, 24);
  element.replaceChildren(
    make("p", {}, reaches.length ? t("A row of {pile} counts as {grundy}: its moves lead to {values}, and {grundy} is the first number that is missing.", { pile, grundy, values: commas(reached.map((reach) => reach.grundy)) })
      : t("A row of {pile} counts as 0: no move is left.", { pile })),
    make("ol", { class: "ladder" }, ...Array.from({ length: Math.min(Number(grundy) + 2, 26) }, (_, n) => {
      const reach = reaches.find((reach) => reach.grundy == n);
      return make("li", { class: reach ? "reached" : n == grundy ? "missing" : "" }, make("b", {}, String(n)), make("small", {}, reach ? `→ ${reach.after.join(" + ")}` : n == grundy ? t("missing") : ""));
    })));
}

function lost({ body, now }) {
  const { board } = now;
  const isPair = board.lost[0].length === 2;
  const here = board.piles.map(Number).sort((a, b) => a - b);
  body.append(isPair ? text("In these positions whoever moves loses, if the other one plays well. From everywhere else, some move leads into one of them: that is the move to make.")
    : text("With so many stones at the beginning, whoever moves first loses. Each number is a sum of some that stand far enough apart; the smallest of them is what to take."));
  if (isPair && now.board.lost.every(([a, b]) => b - a < 12) && board.lost.length < 14) {
    body.append(make("div", { class: "scroll" }, make("table", { class: "pairs" },
      make("tbody", {}, ...[[t("smaller"), (pair) => pair[0]], [t("larger"), (pair) => pair[1]], [t("apart"), (pair) => pair[1] - pair[0]]].map(([label, of]) =>
        make("tr", {}, make("th", { scope: "row" }, label), ...board.lost.map((pair) => make("td", { class: pair[0] === here[0] && pair[1] === here[1] ? "lone" : "" }, String(of(pair))))))))),
      text("They are 0, 1, 2, 3 … apart, and every number comes once: the smaller one is always the first that is not yet there."));
  } else if (!isPair) body.append(make("p", { class: "chips" }, ...board.lost.map(([pile]) => make("b", { class: pile == board.piles[0] ? "chip lone" : "chip" }, String(pile)))));
  if (isPair) {
    const top = 15;
    const set = new Set(board.lost.flatMap(([a, b]) => [`${a},${b}`, `${b},${a}`]));
    const grid = Array.from({ length: top + 1 }, (_, y) => make("tr", {}, ...Array.from({ length: top + 1 }, (_, x) => {
      const isHere = here.length === 2 && board.piles[0] == x && board.piles[1] == y;
      return make("td", { class: `${set.has(`${x},${y}`) ? "lost" : ""}${isHere ? " here" : ""}`, title: `${x} ${y}` }, isHere ? "●" : "");
    })));
    body.append(make("div", { class: "scroll" }, make("table", { class: "grid", role: "img", "aria-label": t("lost positions as a map") }, make("tbody", {}, ...grid))), text("The same as a map, one row to the right and the other down: dark fields are lost, the dot is here."));
  }
  body.append(make("p", {}, now.board.reason));
}

function gaps({ body, now }) {
  body.append(text("Pair them off from the far end. Only the gap within a pair matters: if somebody widens a gap, the other one closes it again. So the gaps are rows of Nim."),
    make("ul", { class: "gaps" }, ...now.board.rows.map(({ label, number }) => make("li", {}, `${label}: `, make("b", {}, String(number))))));
}

function misere({ body }) {
  body.append(text("Whoever takes the last stone loses. Even so, play as if the last stone won, as long as two rows or more have more than one stone."),
    text("The only difference comes at the end: with the move after which no row has more than one stone, leave an odd number of rows, not an even one. The other player then takes the last."));
}

function winning({ body, now, choose }) {
  const { board, moves, more } = now;
  body.append(now.winner === "first" ? text("Whoever moves now can win.") : text("Whoever moves now loses, if the other one plays well."));
  body.append(make("p", { class: "reason" }, board.reason));
  const list = moves.slice(0, 12).map((move) => {
    const legal = board.legal.find((other) => other.after.join(" ") === move.after.join(" "));
    const words = `${board.piles.join(" ")} → ${move.after.join(" ")}`;
    return make("li", {}, legal ? button(words, () => choose(legal)) : words);
  });
  const rest = moves.length - list.length + Number(more ?? 0);
  body.append(make("ul", { class: "moves" }, ...list));
  if (rest > 0) body.append(text("and {rest} more", { rest }));
}

