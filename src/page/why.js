// Why a move wins, in steps that one can touch. Which steps there are, and all that they show of the position, is what the
// program says; here it is drawn, into the stones of the board itself.

import { block, colour, shape } from "./board.js";
import { button, make } from "./dom.js";
import { Canceled, describe } from "./program.js";
import { commas, k, oneOf, t } from "./words.js";

/** Words that a reader may not know, with a note that is shown when one points at them or taps them. */
const TERMS = [
  [k("nim-sum"), k("Write the rows as sums of 1, 2, 4, 8 …; equal ones cancel in pairs. What is left over, added up, is the nim-sum.")],
  [k("xor"), k("“Exclusive or”: of two bits, 1 if they differ. For numbers, it is taken bit by bit.")],
  [k("Grundy value"), k("The length of the row of Nim that plays like this one. Sprague (1935) and Grundy (1939) found it.")],
  [k("golden ratio"), k("(1 + √5) ÷ 2 = 1.618…: the larger part is to the smaller one as both together are to the larger one.")],
  [k("binary"), k("With digits 0 and 1 alone: each place counts twice as much as the one to its right. 5 = 4 + 1 is 101.")],
  [k("partner"), k("A block of the same size in another row. What one player does to a block, the other can do to its partner.")],
];

/** A sentence, with notes on its terms. */
function annotated(sentence, terms = TERMS) {
  const [term, note] = terms.find(([term]) => sentence.includes(t(term))) ?? [];
  if (!term) return [sentence];
  const [before, ...after] = sentence.split(t(term));
  const more = terms.filter((other) => other[0] !== term);
  const toggle = ({ currentTarget: own }) => {
    const isOpen = own.nextElementSibling?.matches(".note");
    own.ariaExpanded = !isOpen;
    if (isOpen) own.nextElementSibling.remove();
    else own.after(make("small", { class: "note", role: "status" }, ` (${t(note)}) `));
  };
  return [...annotated(before, more), button(t(term), toggle, { class: "term", title: t(note), "aria-expanded": "false" }),
    ...annotated(after.join(t(term)), more)];
}

const text = (words, values) => make("p", {}, ...annotated(t(words, values)));
const scroll = (table) => make("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": t("a picture") }, table);
const has = ({ steps }, name) => steps.some(({ step }) => step === name);
/** How the board shows a position in which partners cancel, if that is what decides. */
const partners = (board) => (has(board, "columns") ? { fade: true } : null);
const counted = (board) => (has(board, "columns") ? { fade: true, tally: true } : {});
let asked = 0;

/** The steps that the page can draw: the title, what one reads, and what is drawn into the stones of the board. */
const STEPS = {
  end: [() => t("How it ends"), drawEnd],
  try: [() => t("Find the move"), drawTry, partners],
  claim: [() => t("Every move has an answer"), drawClaim, partners],
  values: [() => t("What a row counts"), drawValues, () => ({})],
  ring: [() => t("The other side"), drawRing],
  pairs: [() => t("Where nobody wants to move"), drawPairs],
  numbers: [() => t("Where nobody wants to move"), drawNumbers],
  gaps: [(_, { kind }) => (kind === "stones" ? t("What counts") : t("The gaps count")), drawGaps, () => ({})],
  blocks: [() => t("Blocks of 1, 2, 4, 8"), drawBlocks, () => ({})],
  break: [() => t("Taking from a block"), drawBreak, () => ({})],
  columns: [({ modulus }) => (modulus === 2 ? t("Partners cancel") : t("Groups of {modulus} cancel", { modulus })), drawColumns, counted],
  balance: [({ modulus }) => (modulus === 2 ? t("Make every column even") : t("Make every column divisible by {modulus}", { modulus })),
    drawBalance, counted],
  binary: [() => t("The same with numbers"), drawBinary, counted],
  moves: [() => t("The winning moves"), drawMoves, partners],
};

export function hideWhy(element) {
  asked++;
  element.hidden = true;
  element.replaceChildren();
}

/** How many blocks of a size cancel. */
const modulusOf = ({ steps }) => steps.find(({ modulus }) => modulus)?.modulus ?? 2;

/**
 * Shows a step for a position, and returns its name. `board` is the one on which it is drawn; `preview` is the move that is chosen
 * there; `apart`, if a step plays out another position, has that; `missed` says which losing move was played from here.
 */
export function showWhy(element, now, { board, step, preview, rule, missed, isHopeless, go, playOut, apart }) {
  const mine = ++asked;
  const steps = now.board.steps.filter(({ step }) => Object.hasOwn(STEPS, step));
  const at = Math.min(step, steps.length);
  const its = steps[at - 1];
  const [title, draw, paint = () => null] = STEPS[its.step];
  const body = make("div", { class: "step", "data-step": its.step });
  const said = make("p", { class: "said", role: "status" });
  const context = { its, body, said, now, missed, playOut, apart, choose: board.enabled ? (move) => board.choose(move,
    move.piles[0] - 1) : null };
  const dot = (other, i) => button("", () => go(i + 1), { "aria-current": i + 1 === at ? "step" : null });
  const dots = steps.map(dot);
  dots.forEach((dot, i) => dot.append(make("b", {}, String(i + 1)), ` ${STEPS[steps[i].step][0](steps[i], now.board)}`));
  const hadFocus = element.contains(document.activeElement) ? document.activeElement.className.split(" ")[0] || "current" : null;
  element.replaceChildren(make("nav", { class: "dots", "aria-label": t("steps") }, ...dots), make("h2", {}, title(its, now.board)),
    ...(isHopeless && at === 1 ? [text("You made no mistake: whoever moves first in this position loses if the other one plays well. Let " +
      "the program begin.")] : []),
    body, said,
    make("p", { class: "tools foot" }, at > 1 ? button(t("Back"), () => go(at - 1), { class: "back" }) : null,
      at < steps.length ? button(t("Next"), () => go(at + 1), { class: "next main" }) : null,
      button(t("Close"), () => go(0), { class: "close" })));
  element.hidden = false;
  dots[at - 1].scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  if (hadFocus) (element.querySelector(hadFocus === "current" ? ".dots [aria-current]" : `.${hadFocus}`)
    ?? element.querySelector(".close")).focus();
  const lay = ({ board: of }) => {
    const options = paint(of);
    board.lay(options && of, { modulus: modulusOf(of), ...options });
  };
  const on = apart?.now ?? now;
  lay(on);
  draw(context);
  if (!preview) return its.step;
  const { piles, last, taken } = on.board;
  describe("preview", [{ rule, piles, last, taken, to: preview.after }]).then(([after]) => {
    if (mine !== asked) return;
    const wins = after.winner === "second";
    lay(after);
    said.dataset.wins = wins;
    said.textContent = context.preview?.(after, wins)
      ?? (wins ? t("This move wins.") : t("This move loses, if the other player plays well."));
    said.scrollIntoView({ block: "nearest", behavior: "instant" });
  }).catch((error) => {
    if (!(error instanceof Canceled) && mine === asked) said.textContent = t("The rules forbid this move.");
  });
  return its.step;
}

/** Why whoever moves in a lost position loses, as what follows "then 1 4 5"; its sentence stands apart if it is the program's. */
export function because(leading, { board }) {
  const piles = shape(board);
  const blocks = board.columns.filter(({ rows }) => rows.length).map(({ block }) => block);
  const modulus = modulusOf(board);
  const clause = !board.legal.length ? k("{leading}: then no move is left.")
    : !has(board, "columns") || !board.rows.length ? k("{leading}: then {piles}. {reason}")
    : !blocks.length ? (board.values.length ? k("{leading}: then {piles}, and every row counts as 0.")
      : k("{leading}: then {piles}, and nothing is left that counts."))
    : modulus > 2 ? k("{leading}: then {piles}, where the number of blocks of each size is divisible by {modulus}.")
    : board.rows.some(({ number, pile }) => pile == null || number !== board.piles[pile - 1]) && board.values.length
      ? k("{leading}: then {piles}, which count as {counts}: every block of {blocks} has its partner.")
    : board.form === "stairs" ? k("{leading}: then {piles}, where on the steps that count every block of {blocks} has its partner.")
    : board.kind !== "stones" ? k("{leading}: then {piles}, where in the gaps every block of {blocks} has its partner.")
    : k("{leading}: then {piles}, where every block of {blocks} has its partner.");
  return t(clause, { leading, piles, modulus, blocks: oneOf(blocks, true), counts: oneOf(board.rows.map(({ number }) => number), true),
    reason: capital(board.reason) });
}

/** What is left over, in words. */
function leftOver(board) {
  const lone = board.columns.filter(({ left }) => left > 0).map(({ block, left }) => (modulusOf(board) === 2
    ? t("a block of {block}", { block }) : t("{left} of the blocks of {block}", { left, block })));
  return lone.length > 6 ? `${commas(lone.slice(0, 6))} …` : oneOf(lone, true);
}

/** The pupil looks for a move; the rule comes after it. */
function drawTry(context) {
  const { body, missed, now: { board }, choose } = context;
  const count = board.more_legal ? 0 : board.legal.filter(({ wins }) => wins).length;
  if (missed) body.append(make("p", { class: "missed" }, missed));
  const modulus = modulusOf(board), isColumns = has(board, "columns") && modulus === 2;
  body.append(count === 1 ? (isColumns ? text("There is one move after which everything has its partner. Try to find it.")
    : text("There is one move that wins. Try to find it."))
    : isColumns ? text("There are moves after which everything has its partner. Try to find one.")
    : text("There are moves that win. Try to find one."));
  if (isColumns) body.append(text("Blocks of a size have its colour. What has a partner is hollow; what stands alone lights up."));
  else if (modulus > 2) body.append(text("Blocks of a size have its colour, and {modulus} of them cancel. What is left over lights up.",
    { modulus }));
  if (!choose) body.append(text("It is the program's move: go to one of yours in the record to try."));
  context.preview = (after, wins) => {
    const lone = leftOver(after.board), piles = shape(after.board);
    return wins ? because(t("This move wins"), after)
      : t(!lone || !has(after.board, "columns") ? k("Not yet: then {piles}, and the other player has a move that wins. This move loses.")
      : modulus > 2 ? k("Not yet: then {piles}. Left over: {lone}. This move loses.")
        : k("Not yet: then {piles}. Without a partner: {lone}. This move loses."), { lone, piles });
  };
}

/** A lost position, played out on the board: whatever the pupil does, the program has an answer. */
function drawClaim({ its: { piles, last, taken }, body, now: { board }, playOut, apart }) {
  const start = () => playOut({ piles, last, taken });
  const rows = piles.filter((pile) => pile > 0), isPair = board.values.length > 0 && rows.length === 2 && rows[0] === rows[1];
  body.append(text("From {piles}, whoever moves loses. Move what you like on the board: the program has an answer. Try it.",
    { piles: shape({ ...board, piles }) }),
    isPair ? text("Two equal rows: what you do in one, the other player does in the other.") : "",
    make("p", { class: "answer", role: "status" }, apart?.said ?? ""));
  if (!apart) start();
  else body.append(button(t("Start again from {piles}", { piles: shape({ ...board, piles }) }), start));
}

function drawRing({ body }) {
  body.append(text("The first move opens the ring: a row is left. The second player takes from the middle of it, so that two equal rows " +
    "are left. From then on, whatever is done on one side, the second player does on the other."),
    text("So whoever moves first in this ring loses, whatever its size."));
}

/** A row of the table: the size of a pile and what it counts, or which row it is and its number. */
function shortLabel({ rows, values, piles }, r) {
  const { label, number } = rows[r];
  if (values.length && rows.length === piles.length) return piles[r] == number ? String(number) : `${piles[r]} → ${number}`;
  return label;
}

function drawBlocks({ body, now: { board } }) {
  body.append(text("Cut every row into blocks of 1, 2, 4, 8 … stones, the largest first. Each size comes at most once in a row: there is " +
    "only one way. On the board, each size has its colour."));
  if (board.values.length && board.rows.some((row, r) => row.number !== board.piles[r])) {
    body.append(text("Here a row is as long as what it counts."));
  }
}

/** A block, from which one takes. */
function drawBreak({ its: { block: size, lefts }, body }) {
  const left = make("p", { class: "left", role: "status" });
  const show = (take) => left.replaceChildren(t("Take {take} of {block}:", { take, block: size }), " ",
    ...lefts[take - 1].map((left) => block(left)), lefts[take - 1].length ? "" : t("nothing is left"));
  body.append(text("What happens to a block when you take from it? Try a block of {block}.", { block: size }),
    make("p", { class: "chips" }, ...lefts.map((_, i) => button(String(i + 1), () => show(i + 1), { class: "chip",
      "aria-label": t("take {take}", { take: i + 1 }) }))), left,
    text("It falls apart into smaller blocks, and of each smaller size you can leave one or none, as you like. So whoever takes from the " +
      "largest block that stands alone can mend all smaller columns in the same move."));
  show(1);
}

const isBalanced = ({ columns }) => columns.every(({ left }) => left == 0);
function drawColumns({ its: { modulus }, body, now: { board } }) {
  const lone = leftOver(board);
  body.append(modulus === 2
    ? text("Two blocks of the same size are like two equal rows: each is the other's partner, and they cancel. What has no partner " +
      "lights up.")
    : text("One move may change up to {most} rows. So it takes {modulus} blocks of the same size to cancel, not two: what you do to some " +
      "of them, the other player does to the rest. What is left over lights up.", { most: modulus - 1, modulus }),
    lone ? text("Left over: {blocks}. Whoever moves now can change that.", { blocks: lone })
      : text("Nothing is left over. Whatever one takes now, something will be."));
}

function drawBalance(context) {
  const { its: { modulus }, body, now: { board }, choose } = context;
  const isXor = modulus === 2;
  body.append(isXor ? text("If every column is even after your move, the other player has to break it, and you can mend it each time.")
    : text("If every column is divisible by {modulus} after your move, the other player has to break it, and you can mend it each time.",
      { modulus }),
    has(board, "end") ? text("That holds as long as large rows are left: “How it ends” explains the last move of this kind.") : "",
    choose ? text("Choose a move on the board: the columns below it show what would be left.") : "",
    isBalanced(board) ? (isXor ? text("Now every column is even: any move breaks it.") : text("Now every column is divisible by " +
      "{modulus}: any move breaks it.", { modulus }))
      : (isXor ? text("Now some column is odd.") : text("Now some column is not divisible by {modulus}.", { modulus })));
  context.preview = ({ board: after }, wins) => {
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

function drawValues({ body, now: { board } }) {
  body.append(text("Each row counts as a number: it plays like a row of so many stones in Nim. A row without a move counts as 0. For any " +
    "other row, look at the rows that its moves leave, and at what those count: the smallest number that is not among them is what it " +
    "counts. (Its name is the Grundy value.)"));
  const said = make("div", { class: "said", role: "status" });
  const sizes = new Map(board.values.map((value) => [rowName(value), value]));
  const chips = [...sizes].map(([name, value]) => button(name, () => explainValue(said, value), { class: "chip",
    "aria-label": t("a row of {pile}", { pile: name }) }));
  body.append(make("p", { class: "chips" }, t("Tap a row:"), ...chips), said);
  if (board.divides) body.append(text("If a move leaves two rows, their blocks of 1, 2, 4 … are put together, and equal ones cancel: " +
    "that is what the two count as one."));
  explainValue(said, board.values.find(({ pile }) => pile > 0) ?? board.values[0]);
}

/** A row, and what was taken of it before, where that matters. */
const rowName = ({ pile, taken }) => (taken && taken !== "-" ? t("{pile} (no more {taken})", { pile, taken }) : String(pile));

/** Says what a pile counts, and why. */
export function explainValue(element, value) {
  const { grundy, reaches } = value;
  const pile = rowName(value);
  const most = Math.min(Math.max(Number(grundy), ...reaches.map((reach) => Number(reach.grundy))), 40);
  const rung = (_, n) => {
    const reach = reaches.find((reach) => reach.grundy == n);
    const how = reach && rowName({ pile: reach.after.filter((part) => part > 0).join(" + ") || "0", taken: reach.taken });
    return make("li", { class: reach ? "reached" : n == grundy ? "missing" : "" }, make("b", {}, String(n)),
      make("small", {}, reach ? t("leaves {rows}", { rows: how }) : n == grundy ? t("missing") : "–"));
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

/** The winning moves, to be chosen where `choose` can. */
function winningMoves({ board, moves, more }, choose) {
  const all = board.more_legal ? moves : board.legal.filter(({ wins }) => wins);
  const list = all.slice(0, 12).map((move) => {
    const legal = board.legal.find((other) => other.after.join(" ") === move.after.join(" "));
    const words = `${board.piles.join(" ")} → ${move.after.join(" ")}`;
    return make("li", {}, legal && choose ? button(words, () => choose(legal)) : words);
  });
  const rest = all.length - list.length + (board.more_legal ? Number(more ?? 0) : 0);
  if (rest > 0) list.push(make("li", {}, t("and {rest} more", { rest })));
  return make("ul", { class: "moves" }, ...list);
}

function drawMoves({ body, now, choose }) {
  const { board, winner } = now;
  body.append(winner === "first" ? text("Whoever moves now can win:") : text("Whoever moves now loses, if the other one plays well."),
    winningMoves(now, choose));
  if (board.steps.some(({ step }) => !["try", "claim", "moves"].includes(step))) return;
  const all = board.legal.slice(0, 60).map(({ after, wins }) => make("li", { class: wins ? "chip lone" : "chip" },
    `${after.join(" ")}: ${wins ? t("wins") : t("loses")}`));
  body.append(make("p", { class: "reason" }, capital(board.reason)),
    all.length ? text("A move wins if it leaves a position in which whoever moves loses. What each move leaves, and whether it wins:") : "",
      make("ul", { class: "moves" }, ...all));
}

const capital = (sentence) => (sentence ? `${sentence[0].toUpperCase()}${sentence.slice(1)}${t(".")}` : "");
