// Why a move wins, in steps that one can touch. Which steps there are, and all that they show of the position, is what the
// program says; here it is drawn.

import { Board } from "./board.js";
import { button, make } from "./dom.js";
import { Canceled, describe } from "./program.js";
import { commas, k, oneOf, t } from "./words.js";

/** The colour of a block of 2^n stones: the same in a picture and in a sum. */
const colour = (block) => `p${Math.log2(Number(block)) % 8}`;
const text = (words, values) => make("p", {}, t(words, values));
const scroll = (...children) => make("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": t("a picture") }, ...children);
let asked = 0;

/** The steps that the page can draw: the title, which may depend on what the program says of the step, and the picture. */
const STEPS = {
  end: [() => t("How it ends"), drawEnd],
  values: [() => t("What a row counts"), drawValues],
  mirror: [({ piles: [a, b] }) => (a === b ? t("Two equal rows") : t("Two rows that count the same")), drawMirror],
  pairs: [() => t("Where nobody wants to move"), drawPairs],
  numbers: [() => t("Where nobody wants to move"), drawNumbers],
  gaps: [(_, { kind }) => (kind === "stones" ? t("What counts") : t("The gaps count")), drawGaps],
  blocks: [() => t("Blocks of 1, 2, 4, 8"), drawBlocks],
  break: [() => t("Taking from a block"), drawBreak],
  columns: [({ modulus }) => (modulus === 2 ? t("Partners cancel") : t("Groups of {modulus} cancel", { modulus })), drawColumns],
  balance: [({ modulus }) => (modulus === 2 ? t("Make every column even") : t("Make every column divisible by {modulus}", { modulus })),
    drawBalance],
  binary: [() => t("The same with numbers"), drawBinary],
  moves: [() => t("The winning moves"), drawMoves],
};

export function hideWhy(element) {
  asked++;
  element.hidden = true;
  element.replaceChildren();
}

/**
 * Shows a step for a position; `preview` is the move that is chosen on the board, `missed` says which losing move was played
 * from here, and `choose`, if moves can be made, chooses one.
 */
export function showWhy(element, now, { step, preview, rule, missed, isHopeless, go, resume, choose }) {
  const mine = ++asked;
  const steps = now.board.steps.filter(({ step }) => step in STEPS);
  const at = Math.min(step, steps.length);
  const its = steps[at - 1];
  const [title, draw] = STEPS[its.step];
  const body = make("div", { class: "step", "data-step": its.step });
  const said = make("p", { class: "said", role: "status" });
  const context = { its, body, said, now, rule, choose, isOnly: steps.length === 1, isCurrent: () => mine === asked };
  const dot = (other, i) => button(String(i + 1), () => go(i + 1),
    { "aria-label": `${i + 1}: ${STEPS[other.step][0](other, now.board)}`, "aria-current": i + 1 === at ? "step" : null });
  const hadFocus = element.contains(document.activeElement) ? document.activeElement.className.split(" ")[0] || "current" : null;
  element.replaceChildren(
    make("header", {}, make("h2", {}, title(its, now.board)), make("nav", { class: "dots", "aria-label": t("steps") }, ...steps.map(dot))),
    ...(missed ? [make("div", { class: "missed" }, make("p", {}, make("b", {}, t("Here you could still have won.")), " ",
      t("You played: {words}.", { words: missed })),
      winningMoves(now, choose), button(t("Play on from here"), resume, { class: "resume" }))] : []),
    ...(isHopeless ? [text("You made no mistake: whoever moves first in this position loses if the other one plays well. Let the program " +
      "begin.")] : []),
    body, said,
    make("p", { class: "tools" }, at > 1 ? button(t("Back"), () => go(at - 1), { class: "back" }) : null,
      at < steps.length ? button(t("Next"), () => go(at + 1), { class: "next main" }) : null,
      button(t("Close"), () => go(0), { class: "close" })));
  element.hidden = false;
  if (hadFocus) (element.querySelector(hadFocus === "current" ? ".dots [aria-current]" : `.${hadFocus}`)
    ?? element.querySelector(".close")).focus();
  draw(context);
  if (!preview) return;
  const { piles, last, taken, legal } = now.board;
  const say = (wins, after) => {
    said.dataset.wins = wins;
    said.textContent = (after && context.preview?.(after, wins)) ?? (wins ? t("This move wins.")
      : t("This move loses, if the other player plays well."));
  };
  const known = legal.find((move) => move.after.join(" ") === preview.after.join(" "));
  if (known && !context.preview) return say(known.wins);
  describe("preview", [{ rule, piles, last, taken, to: preview.after }]).then(([after]) => {
    if (context.isCurrent()) say(after.winner === "second", after);
  }).catch((error) => { if (!ignored(error) && context.isCurrent()) said.textContent = t("The rules forbid this move."); });
}

const ignored = (error) => error instanceof Canceled;

// ---- mirroring ----

/** Two rows that count the same, on a board of their own: the program answers. */
function drawMirror({ its: { piles }, body, rule, isCurrent }) {
  const small = make("div", {});
  const status = make("p", { role: "status" });
  const areEqual = piles[0] === piles[1];
  const lay = (position) => describe("mirror", [position]).then(([now]) => now);
  const board = new Board(small, { changed: (move) => move && play(move), refused: (words) => { status.textContent = words; } });
  const start = () => lay({ rule, piles }).then((now) => isCurrent() && board.show(now.board, true)).catch(ignored);
  const play = async (move) => {
    board.enabled = false;
    try {
      const now = await lay({ rule, piles: board.board.piles, to: move.after });
      await board.leave(move);
      board.show(now.board);
      const { reply } = now.board;
      const after = await lay({ rule, piles: now.board.piles, to: reply.after });
      await board.leave(reply);
      if (!isCurrent()) return;
      const isLeft = after.board.legal.length > 0;
      board.show(after.board, isLeft);
      status.textContent = !isLeft ? t("The last move was the other player's: whoever must move first here loses.")
        : areEqual ? t("The other row answers: again each row has a partner that counts the same.")
          : t("The answer: again the rows count the same.");
    } catch (error) {
      ignored(error);
    }
  };
  body.append(areEqual
    ? text("Here are two equal rows. Take what you like: the other player does in the other row what you do in this one. Try it.")
    : text("These rows look different, but count the same. If you make one count less, the other player makes the other one count as " +
      "much. If you make one count more, that is taken back. So the rows cancel, as equal rows of Nim do. Try it."),
    small, status, button(t("Again"), start));
  start();
}

// ---- blocks and columns ----

/** The rows as blocks of powers of two, those of one size below each other; `fade` says which are paired off. */
function picture(board, { fade = false, modulus = 2 } = {}) {
  const few = board.columns.slice(-10);
  const block = ({ block, left, rows }, row) => {
    const lone = left > 0 && rows.slice(-Number(left)).includes(row);
    const state = fade ? (lone ? " lone" : " faded") : "";
    return make("span", { class: `block ${colour(block)}${state}`, title: t("a block of {block}", { block }) },
      ...(block <= 16 ? Array.from({ length: Number(block) }, () => make("i")) : [String(block)]));
  };
  const cells = board.rows.slice(0, 24).map((row, r) => make("tr", {}, make("th", { scope: "row" }, shortLabel(board, r)),
    ...few.map((column) => make("td", { "data-block": column.block }, column.rows.includes(r + 1) ? block(column, r + 1) : ""))));
  const lamp = ({ rows, left }) => make("td", { class: left > 0 ? "lamp lit" : "lamp" }, make("b", {}, String(rows.length)),
    make("small", {}, modulus > 2 ? t("{left} over", { left }) : left > 0 ? t("odd") : t("even")));
  const table = make("table", { class: "blocks" },
    make("thead", {}, make("tr", {}, make("td"),
      ...few.map(({ block }) => make("th", { scope: "col", class: colour(block) }, String(block))))),
    make("tbody", {}, ...cells),
    fade ? make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, t("how many")), ...few.map(lamp))) : null);
  // Touching a block shows the others of its size.
  table.addEventListener("pointerover", ({ target }) => {
    const { block } = target.closest("td")?.dataset ?? {};
    for (const cell of table.querySelectorAll("td[data-block]")) cell.classList.toggle("near", cell.dataset.block === block);
  });
  return scroll(table);
}

/** A row of the table: the size of a pile and what it counts, or which row it is and its number. */
function shortLabel({ rows, values, piles }, r) {
  const { label, number } = rows[r];
  if (values.length && rows.length === piles.length) return piles[r] == number ? String(number) : `${piles[r]} → ${number}`;
  return label;
}

function drawBlocks({ body, now: { board } }) {
  body.append(text("Cut every row into blocks of 1, 2, 4, 8 … stones, the largest first. Each size comes at most once in a row: there is " +
    "only one way."), picture(board));
  if (board.rows.some((row, r) => row.number !== board.piles[r]) || board.rows.length !== board.piles.length) {
    body.append(text("Here a row is as long as what it counts."));
  }
}

/** A block, from which one takes. */
function drawBreak({ its: { block, lefts }, body }) {
  const left = make("p", { class: "left", role: "status" });
  const draw = (size) => make("span", { class: `block ${colour(size)}` }, ...Array.from({ length: size }, () => make("i")));
  const show = (take) => left.replaceChildren(t("Take {take} of {block}:", { take, block }), " ", ...lefts[take - 1].map(draw),
    lefts[take - 1].length ? "" : t("nothing is left"));
  body.append(text("What happens to a block when you take from it? Try a block of {block}.", { block }),
    make("p", { class: "chips" }, ...lefts.map((_, i) => button(String(i + 1), () => show(i + 1), { class: "chip",
      "aria-label": t("take {take}", { take: i + 1 }) }))), left,
    text("It falls apart into smaller blocks, and of each smaller size you can leave one or none, as you like. So whoever takes from the " +
      "largest block that stands alone can mend all smaller columns in the same move."));
  show(1);
}

const isBalanced = ({ columns }) => columns.every(({ left }) => left == 0);

function drawColumns({ its: { modulus }, body, now: { board } }) {
  const one = ({ block, left }) => (modulus === 2 ? t("a block of {block}", { block })
    : t("{left} of the blocks of {block}", { left, block }));
  const lone = board.columns.filter(({ left }) => left > 0).map(one);
  body.append(modulus === 2
    ? text("Two blocks of the same size are like two equal rows: each is the other's partner, and they cancel. What has no partner " +
      "lights up.")
    : text("One move may change up to {most} rows. So it takes {modulus} blocks of the same size to cancel, not two: what you do to some " +
      "of them, the other player does to the rest. What is left over lights up.", { most: modulus - 1, modulus }),
    picture(board, { fade: true, modulus }),
    lone.length ? text("Left over: {blocks}. Whoever moves now can change that.", { blocks: commas(lone) })
      : text("Nothing is left over. Whatever one takes now, something will be."));
}

function drawBalance(context) {
  const { its: { modulus }, body, now: { board }, choose } = context;
  const isXor = modulus === 2;
  const place = make("div", {}, picture(board, { fade: true, modulus }));
  const hasEnd = board.steps.some(({ step }) => step === "end");
  body.append(isXor ? text("If every column is even after your move, the other player has to break it, and you can mend it each time.")
    : text("If every column is divisible by {modulus} after your move, the other player has to break it, and you can mend it each time.",
      { modulus }),
    hasEnd ? text("That holds as long as large rows are left: “How it ends” explains the last move of this kind.") : "",
    text(choose ? k("Choose a move on the board: the columns show what would be left.") : k("The columns of this position:")), place,
    isBalanced(board) ? (isXor ? text("Now every column is even: any move breaks it.") : text("Now every column is divisible by " +
      "{modulus}: any move breaks it.", { modulus }))
      : (isXor ? text("Now some column is odd.") : text("Now some column is not divisible by {modulus}.", { modulus })));
  context.preview = ({ board: after }, wins) => {
    place.replaceChildren(picture(after, { fade: true, modulus }));
    if (wins) {
      return !isBalanced(after) ? t("This move wins, though not every column is in order: it is the end that counts.")
        : isXor ? t("After this move every column is even: it wins.") : t("After this move every column is divisible by {modulus}: it " +
          "wins.", { modulus });
    }
    return isBalanced(after) ? t("This move loses, though every column is in order: it is the end that counts.")
      : isXor ? t("Not yet: after this move some column is odd, and it loses.") : t("Not yet: after this move some column is not " +
        "divisible by {modulus}, and it loses.", { modulus });
  };
}

function drawBinary({ body, now: { board } }) {
  const line = (label, bits) => make("tr", {}, make("th", { scope: "row" }, label), ...bits);
  const cell = (column, on) => make("td", { class: on ? colour(column.block) : "zero" }, on ? "1" : "0");
  const rows = board.rows.slice(0, 24).map((_, r) => line(shortLabel(board, r),
    board.columns.map((column) => cell(column, column.rows.includes(r + 1)))));
  const sum = board.columns.reduce((all, column) => all + (column.left > 0 ? BigInt(column.block) : 0n), 0n);
  const head = make("tr", {}, make("td"),
    ...board.columns.map(({ block }) => make("th", { scope: "col", class: colour(block) }, String(block))));
  body.append(text("Write a 1 for each block, and a 0 where there is none: that is the row as a binary number, as computers write it. " +
    "Below the line, a column has a 1 if it has an odd number of 1s. Programmers call this “xor”; in games its name is the nim-sum."),
    scroll(make("table", { class: "binary" }, make("thead", {}, head), make("tbody", {}, ...rows),
      make("tfoot", {}, line(t("nim-sum"), board.columns.map((column) => cell(column, column.left > 0)))))),
    text("The nim-sum is {sum}. It is 0 exactly if every column is even.", { sum }));
}

// ---- values ----

function drawValues({ body, now: { board } }) {
  body.append(text("Each row counts as a number: it plays like a row of so many stones in Nim. A row without a move counts as 0. For any " +
    "other row, look at the rows that its moves leave, and at what those count: the smallest number that is not among them is what it " +
    "counts. (Its name is the Grundy value.)"));
  const said = make("div", { class: "said", role: "status" });
  const sizes = new Map(board.values.map((value) => [value.pile, value]));
  const chips = [...sizes.values()].map((value) => button(String(value.pile), () => explainValue(said, value), { class: "chip",
    "aria-label": t("a row of {pile}", value) }));
  body.append(make("p", { class: "chips" }, t("Tap a row:"), ...chips), said);
  if (board.divides) body.append(text("If a move leaves two rows, their blocks of 1, 2, 4 … are put together, and equal ones cancel: " +
    "that is what the two count as one."));
  explainValue(said, board.values.find(({ pile }) => pile > 0) ?? board.values[0]);
}

/** Says what a pile counts, and why. */
export function explainValue(element, { pile, grundy, reaches }) {
  const most = Math.min(Math.max(Number(grundy), ...reaches.map((reach) => Number(reach.grundy))), 40);
  const rung = (_, n) => {
    const reach = reaches.find((reach) => reach.grundy == n);
    const how = reach && reach.after.filter((part) => part > 0).join(" + ");
    return make("li", { class: reach ? "reached" : n == grundy ? "missing" : "" }, make("b", {}, String(n)),
      make("small", {}, reach ? t("leaves {rows}", { rows: how || "0" }) : n == grundy ? t("missing") : "–"));
  };
  const values = oneOf(reaches.slice(0, 24).map((reach) => reach.grundy), true);
  element.replaceChildren(
    make("p", {}, reaches.length ? t("A row of {pile} counts as {grundy}: what its moves leave counts as {values}, and {grundy} is the " +
      "smallest number that is missing.", { pile, grundy, values })
      : t("A row of {pile} counts as 0: no move is left.", { pile })),
    make("ol", { class: "ladder" }, ...Array.from({ length: most + 1 }, rung)));
}

/** How misère play ends. */
function drawEnd({ its: { begun, pile, first_wins }, body, now: { board } }) {
  body.append(text("Whoever makes the last move loses. So look at the end first: what if only such small rows are left?"));
  if (pile != null) {
    const name = pile === 1 ? t("single stones left") : t("rows of {pile} left", { pile });
    const row = (label, of) => make("tr", {}, make("th", { scope: "row" }, label), ...first_wins.map(of));
    body.append(scroll(make("table", { class: "pairs" }, make("tbody", {}, row(name, (_, n) => make("td", {}, String(n))),
      row(t("whoever moves"), (wins) => make("td", { class: wins ? "" : "lone" }, wins ? t("wins") : t("loses")))))));
    const good = first_wins.map((wins, n) => [wins, n]).filter(([wins, n]) => !wins && n).map(([, n]) => n);
    const numbers = t("{numbers} and so on", { numbers: commas(good) });
    body.append(text("So leave the other player {numbers} of them.", { numbers }));
  }
  if (board.values.length && pile !== 1) body.append(text("What counts here is not how long a row is, but what it counts: small rows are " +
    "those that count as 0 or 1."));
  else if (board.values.length && board.rows.some(({ number }, r) => number !== board.piles[r])) {
    body.append(text("Small rows are those that count as 0 or 1."));
  }
  body.append(begun ? text("Now no larger row is left: this is the end.")
    : text("As long as larger rows are left, play as if the last move won. With the move that takes the last larger row, leave such a " +
      "number of small ones."));
}

// ---- lost positions ----

function drawPairs({ its: { apart, ratio }, body, now: { board } }) {
  const [x, y] = board.piles.map(Number);
  body.append(text("In these positions whoever moves loses, if the other one plays well. From everywhere else, some move leads into one " +
    "of them: that is the move to make."));
  if (apart) {
    const isHere = ([a, b]) => a === Math.min(x, y) && b === Math.max(x, y);
    const row = (label, of) => make("tr", {}, make("th", { scope: "row" }, label),
      ...board.lost.map((pair) => make("td", { class: isHere(pair) ? "lone" : null }, String(of(pair)))));
    body.append(scroll(make("table", { class: "pairs" }, make("tbody", {}, row(t("smaller"), ([a]) => a), row(t("larger"), ([, b]) => b),
      row(t("apart"), ([a, b]) => b - a)))),
      text("They are 0, 1, 2, 3 … apart, and every number comes once: the smaller one is always the first that is not yet there."));
  }
  if (ratio) body.append(text("Divide the larger number by the smaller one. Below 1.618…, whoever moves loses; above it, or if both are " +
    "equal, whoever moves wins. (That number is called the golden ratio.)"));
  const top = 15;
  const set = new Set(board.lost.flatMap(([a, b]) => [`${a},${b}`, `${b},${a}`]));
  const axis = Array.from({ length: top + 1 }, (_, n) => n);
  const field = (across, down) => {
    const isHere = x === across && y === down;
    return make("td", { class: `${set.has(`${across},${down}`) ? "lost" : ""}${isHere ? " here" : ""}` }, isHere ? "●"
      : set.has(`${across},${down}`) ? "×" : "");
  };
  const rows = axis.map((down) => make("tr", {}, make("th", {}, String(down)), ...axis.map((across) => field(across, down))));
  body.append(text("The same as a map: the first row is counted across, the second one down. A cross marks a lost position."),
    scroll(make("table", { class: "grid", role: "img", "aria-label": t("lost positions as a map") },
      make("thead", {}, make("tr", {}, make("td"), ...axis.map((n) => make("th", {}, String(n))))), make("tbody", {}, ...rows))),
    x <= top && y <= top ? text("The dot is the position on the board.") : text("The position on the board lies outside of this map."));
}

function drawNumbers({ its: { sums }, body, now: { board } }) {
  body.append(text("With so many stones at the beginning, whoever moves first loses:"),
    make("p", { class: "chips" }, ...board.lost.map(([pile]) => make("b", { class: pile == board.piles[0] ? "chip lone" : "chip" },
      String(pile)))));
  if (sums) body.append(text("Every other number is a sum of some of these that stand far apart from each other. Take the smallest of " +
    "them, if you may: the other player then cannot take all of the next one."));
  body.append(make("p", { class: "reason" }, capital(board.reason)));
}

function drawGaps({ body, now: { board } }) {
  body.append(board.kind === "coins" || board.kind === "hill"
    ? text("Pair them off from the far end. Only the gap within a pair matters: if somebody widens a gap, the other one closes it again. " +
      "So the gaps are rows of Nim.")
    : board.form === "stairs" ? text("Only steps with odd numbers count: stones that come down to one of them are moved on at once. " +
      "So these steps are rows of Nim.") : text("Only these count, and each like a row of Nim:"),
    board.kind === "hill" ? text("Nobody wants to make the king the nearest one: the other player would take him to the top.") : "",
    make("ul", { class: "gaps" }, ...board.rows.map(({ label, number }) => make("li", {}, label,
      ...(board.form === "stairs" ? [] : [": ", make("b", {}, String(number))])))));
}

// ---- moves ----

/** The winning moves, to be chosen where `choose` can. */
function winningMoves({ board, moves, more }, choose) {
  const list = moves.slice(0, 12).map((move) => {
    const legal = board.legal.find((other) => other.after.join(" ") === move.after.join(" "));
    const words = `${board.piles.join(" ")} → ${move.after.join(" ")}`;
    return make("li", {}, legal && choose ? button(words, () => choose(legal), { "data-wins": true }) : words);
  });
  const rest = moves.length - list.length + Number(more ?? 0);
  if (rest > 0) list.push(make("li", {}, t("and {rest} more", { rest })));
  return make("ul", { class: "moves" }, ...list);
}

function drawMoves({ body, now, choose, isOnly }) {
  const { board, winner } = now;
  body.append(winner === "first" ? text("Whoever moves now can win:") : text("Whoever moves now loses, if the other one plays well."),
    winningMoves(now, choose));
  if (!isOnly) return;
  const all = board.legal.slice(0, 60).map(({ after, wins }) => make("li", { class: wins ? "chip lone" : "chip" },
    `${after.join(" ")}: ${wins ? t("wins") : t("loses")}`));
  body.append(make("p", { class: "reason" }, capital(board.reason)),
    all.length ? text("A move wins if it leaves a position in which whoever moves loses. What each move leaves, and whether it wins:") : "",
      make("ul", { class: "moves" }, ...all));
}

const capital = (sentence) => (sentence ? `${sentence[0].toUpperCase()}${sentence.slice(1)}${t(".")}` : "");
