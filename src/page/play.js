// A game against the program. Its record is the position at the start and the moves, each as the piles after it; what is
// known of every position on the way, the program says.

import { Board, nameOf, words } from "./board.js";
import { $, button, make, pause } from "./dom.js";
import { gameOf, ofTheDay } from "./games.js";
import { linkTo } from "./link.js";
import { Canceled, describe, quietly } from "./program.js";
import { k, t } from "./words.js";
import { because, hideWhy, showWhy } from "./why.js";

/** How often the opponent of each level, counted from 1, errs where it could win. */
const ERRS = [0.5, 0.2, 0];
const LEVELS = [k("a beginner, who errs often"), k("a learner, who errs sometimes"), k("a master, who never errs")];
const DIFFICULTIES = [k("easy"), k("medium"), k("hard")];

/** What a link may ask for at most: rows of a board, legal moves on the way (each position counts as 100), and lines that were left. */
const MAX_ROWS = 60, MAX_LEGAL = 50_000, MAX_LINES = 4;

/**
 * The position at the start and the moves, with what the program says of it and of what each leaves; who begins; how many
 * moves are shown; which step of the reasons is open, 0 for none; and lines that were left for others, as a link writes moves.
 */
const game = { rule: "nim", piles: [], last: null, taken: null, moves: [], positions: [], begins: "you", level: 1, hints: true, at: 0,
  why: 0, lines: [] };
let board, relink;
/** Counts positions that are laid out: a reply to an earlier one comes too late. */
let laidOut = 0;
/** A position apart from the game that a step plays out on the board, `{ now, said }`; and the name of the step that is open. */
let apart = null, open = null;
/** What `laidOut` was when the program began to think: until it has moved, or that has changed, reasons wait. */
let thinking = null;

const here = () => game.positions[game.at];
const stepNow = () => here().board.steps[Math.min(game.why, here().board.steps.length) - 1]?.step;
const onBoard = () => apart?.now ?? here();
const end = () => game.positions.at(-1);
const isEnd = () => game.at === game.moves.length;
const isOver = () => end().board.legal.length === 0;
/** Who makes the move with this index. */
const who = (i) => ((i % 2 === 0) === (game.begins === "you") ? "you" : "program");
/** Whoever is to move at the end has won if the program says so: in misère play without a stone. */
const hasWon = () => (who(game.moves.length) === "you") === (end().winner === "first");
/** The visitor's moves before which the game was won, and after which it was lost, in a game that is over. */
const mistakes = () => (!game.hints || !isOver() ? [] : game.moves.map((_, i) => i)
  .filter((i) => who(i) === "you" && game.positions[i].winner === "first" && game.positions[i + 1].winner === "first"));
const place = ({ board: { piles, last, taken } }) => ({ rule: game.rule, piles, last, taken });
const moveAt = (i) => game.positions[i].board.legal.find(({ after }) => after.join(" ") === game.moves[i].join(" "));
const wordsOf = (i) => (moveAt(i) ? words(game.positions[i].board, moveAt(i), true) : game.moves[i].join(" "));
const line = () => game.moves.map((after) => after.join(" ")).join(".");

export const state = () => ({
  rule: game.rule, piles: game.piles.join(" "), last: game.last, taken: game.taken, moves: line(), lines: game.lines.join("!"),
  begins: game.begins === "program" ? "program" : null, at: isEnd() ? null : game.at, level: game.level, hints: game.hints ? null : "no",
  why: game.why || null,
});

export function init(changed) {
  relink = changed;
  board = new Board($("board"), { changed: chosen, refused: say });
  $("board").addEventListener("take", quietly(take));
  $("take").onclick = quietly(take);
  $("undo").onclick = () => cutOff(game.moves.findLastIndex((_, i) => who(i) === "you"));
  for (const id of ["again", "restart"]) $(id).onclick = quietly(() => begin({ ...game, moves: "", begins: "you", at: null, why: 0 }));
  $("first").onclick = quietly(() => { game.begins = "program"; return reply(); });
  $("stronger").onclick = () => { game.level += 1; $("again").click(); };
  $("resume").onclick = () => cutOff(game.at);
  $("level").onchange = () => {
    $("class-level").value = game.level = Number($("level").value);
    quietly(classLink)();
    relink();
  };
  $("why-button").onclick = () => {
    if (game.why) return openStep(0);
    if (isEnd() && isOver()) go(mistakes()[0] ?? 0);
    openStep(1);
  };
  $("share").onclick = share;
  for (const id of ["level", "class-level"]) $(id).replaceChildren(...LEVELS.map((_, i) => make("option", { value: i + 1 })));
  for (const id of ["class-level", "class-language", "class-hints"]) $(id).onchange = quietly(classLink);
  $("class-box").ontoggle = quietly(classLink);
  // On a wide screen nothing is behind the menu.
  const wide = matchMedia("(min-width: 48rem)");
  $("menu").open = wide.matches;
  wide.onchange = () => { $("menu").open = wide.matches; };
  $("setup-form").onsubmit = (event) => {
    event.preventDefault();
    begin({ rule: $("rule").value, piles: $("piles").value, level: game.level });
  };
}

const isNumber = (word) => /^\d{1,20}$/.test(word) && BigInt(word) < 2n ** 64n;

/** What is wrong with a position that is asked for, in the page's words; null if nothing is. */
function mistakeIn(numbers, last, taken) {
  const bad = numbers.find((word) => !/^\d+$/.test(word));
  if (bad) return t("{text}: expected a number, found {bad}", { text: brief(numbers.join(" ")), bad: brief(bad) });
  const large = numbers.find((word) => !isNumber(word));
  if (large) return t("{number} is too large: at most 18446744073709551615", { number: brief(large) });
  if (!numbers.length) return t("Say how many stones each row has, such as 3 4 5.");
  const most = { count: numbers.length, most: MAX_ROWS };
  if (numbers.length > MAX_ROWS) return t("These are {count} rows: a board has at most {most}.", most);
  if (last != null && !(isNumber(last) && BigInt(last) > 0n)) {
    return t("What the move before took: expected a number from 1 on, found {last}", { last: brief(last) });
  }
  const isTaken = taken == null || String(taken).split(" ").every((row) => row === "-" || row.split(",").every(isNumber));
  return isTaken ? null : t("What was taken of each row: expected numbers with commas, or -, found {taken}", { taken: brief(taken) });
}

const brief = (text) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
/** A number from a link, if it is one of these. */
const within = (value, least, most) => (/^\d+$/.test(value) && value >= least && value <= most ? Number(value) : null);

/** Begins with a position and what was played: `{ rule, piles, last, taken, moves, lines, begins, at, level, hints, why }`. */
export async function begin({ rule = "nim", piles = "3 4 5", last = null, taken = null, moves = "", lines = [], begins, at,
  level = game.level, hints = true, why = 0 }) {
  const numbers = Array.isArray(piles) ? piles.map(String) : piles.trim().split(/[\s,，、]+/).filter(Boolean);
  $("rule").value = rule;
  $("piles").value = numbers.join(" ");
  const wrong = mistakeIn(numbers, last, taken);
  if (wrong) return fail(wrong);
  const mine = ++laidOut, positions = [];
  const played = moves.split(".").filter(Boolean).map((after) => after.split(" "));
  let isLong = false;
  try {
    positions.push((await describe("play", [{ rule, piles: numbers, last, taken }]))[0]);
    for (const to of played) {
      isLong = positions.reduce((sum, { board: { legal } }) => sum + legal.length + 100, 0) > MAX_LEGAL;
      if (isLong || !to.every(isNumber)) break;
      positions.push((await describe("play", [{ ...place(positions.at(-1)), rule, to }]))[0]);
    }
  } catch (error) {
    if (error instanceof Canceled) return;
    if (!positions.length) return fail(error.message);
  }
  if (mine !== laidOut) return;
  const count = positions.length - 1;
  Object.assign(game, { rule, piles: numbers, last, taken, positions, moves: played.slice(0, count),
    begins: begins === "program" ? "program" : "you", level: within(level, 1, ERRS.length) ?? 1,
    hints: hints !== "no" && hints !== false,
    lines: (Array.isArray(lines) ? lines : lines.split("!")).filter(Boolean).slice(-MAX_LINES) });
  game.why = game.hints ? within(why, 1, 99) ?? 0 : 0;
  game.at = within(at, 0, count) ?? atRest();
  open = null;
  if ($("level").value !== String(game.level)) $("level").value = $("class-level").value = game.level;
  $("link-error").textContent = played.length === count ? ""
    : isLong ? t("The link has too many moves: from move {number} on, they are left out.", { number: count + 1 })
      : t("The rules forbid move {number} of the link, {move}: it is left out, and what follows.", { number: count + 1,
        move: brief(played[count].join(" ")) });
  if (isEnd() && !isOver() && who(count) === "program") await reply();
  else show();
}

/** How many moves are shown where nobody has chosen: all, or after a game those before the move that gave it away. */
const atRest = () => mistakes()[0] ?? game.moves.length;

async function fail(message) {
  $("link-error").textContent = "";
  if (!game.positions.length) await begin({});
  $("menu").open = $("setup").open = true;
  $("setup-error").textContent = message;
  $("setup-error").scrollIntoView({ block: "nearest" });
  $("play").classList.add("old");
}

/** Asks for the same positions again, in another language perhaps. */
export const refresh = () => begin({ ...game, moves: line() });

function show() {
  const now = here();
  apart = null;
  $("play").classList.remove("old");
  $("setup-error").textContent = "";
  const known = gameOf(game.rule);
  $("sentence").textContent = known ? t(known.sentence) : capital(now.board.rule) + t(".");
  board.show(now.board, now.board.legal.length > 0 && who(game.at) === "you");
  $("undo").disabled = !game.moves.some((_, i) => who(i) === "you");
  $("again").hidden = !isOver() || !game.moves.length;
  $("restart").disabled = !game.moves.length;
  $("first").hidden = game.moves.length > 0 || isOver();
  $("stronger").hidden = !(isOver() && game.at === atRest() && hasWon() && game.moves.length && game.level < ERRS.length);
  $("resume").hidden = isEnd();
  $("why-button").hidden = !game.hints;
  for (const id of ["level", "class-level"]) [...$(id).options].forEach((option, i) => { option.textContent = t(LEVELS[i]); });
  $("today").replaceChildren(...DIFFICULTIES.map((words, difficulty) => button(t(words), quietly(() => today(difficulty)))));
  // Where another position has the same step, this stays open.
  if (game.why && open) game.why = 1 + Math.max(0, now.board.steps.findIndex(({ step }) => step === open));
  chosen(null);
  say(status());
  record();
  quietly(classLink)();
}

/** After a game, before the move that gave it away: what would have won, and why, in a sentence and on the stones. */
async function lesson() {
  const isShown = mistakes().includes(game.at) && !game.why;
  $("lesson").hidden = !isShown;
  board.point(null);
  if (!isShown) return;
  const { at } = game, now = here(), { reply } = now.board;
  const [after] = await describe("lesson", [{ ...place(now), to: reply.after }]);
  if (now !== here() || game.why) return;
  if (!board.chosen) {
    board.lay(after.board);
    board.point(reply);
  }
  $("lesson").textContent = `${missedAt(at)} ${because(deed(now.board, reply, k("Take {take} from {row}"), k("Better: {words}")), after)}`;
}

const missedAt = (at) => deed(game.positions[at].board, moveAt(at), k("You took {take} from {row}."), k("You played: {words}."),
  wordsOf(at));

/** A move as a sentence: one for stones that are taken from one row, one for all others. */
function deed(board, move, taking, other, said) {
  const row = move?.piles.length === 1 && board.form === "piles" && move.after.length === board.piles.length ? move.piles[0] - 1 : -1;
  const isTaking = row >= 0 && BigInt(board.piles[row]) - BigInt(move.takes[0]) == move.after[row];
  return isTaking ? t(taking, { take: move.takes[0], row: nameOf(board, row) }) : t(other, { words: said ?? words(board, move, true) });
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** The record, as buttons that lead to each position, and to lines that were left. */
function record() {
  const wrong = mistakes();
  const entry = (i) => make("li", { class: i < 0 ? null : who(i) },
    button(i < 0 ? t("start") : who(i) === "you" ? t("you: {words}", { words: wordsOf(i) }) : t("program: {words}", { words: wordsOf(i) }),
      () => go(i + 1),
      { "data-move": i + 1, "data-who": i < 0 ? null : who(i), "data-mistake": wrong.includes(i),
        "aria-current": game.at === i + 1 ? "step" : null }),
    wrong.includes(i) ? make("small", {}, t("gave it away")) : null);
  const back = (moves) => quietly(() => begin({ ...game, moves, at: null, lines: [...game.lines.filter((other) => other !== moves),
    line()] }));
  const left = (moves) => make("li", {}, button(t("the earlier line, {count} moves", { count: moves.split(".").length }), back(moves),
    { class: "line-left" }));
  $("record").replaceChildren(...(game.moves.length || game.lines.length ? [-1, ...game.moves.keys()].map(entry) : []),
    ...game.lines.map(left));
  const now = $("record").querySelector("[aria-current]")?.parentElement;
  if (now) $("record").scrollTop = now.offsetTop - $("record").offsetTop - $("record").clientHeight / 2;
}

/** Shows the position after so many moves. */
function go(at) {
  laidOut += 1;
  game.at = at;
  show();
}

/** What comes after so many moves is left for another line, and can be returned to. */
function leaveLine(count) {
  if (count >= game.moves.length) return;
  game.lines = [...game.lines.filter((other) => other !== line()), line()].slice(-MAX_LINES);
  game.moves.length = count;
  game.positions.length = count + 1;
}

/** Goes on from the position after so many moves. */
const cutOff = quietly(async (count) => {
  if (count < 0) return;
  laidOut += 1;
  if (!isEnd() || isOver()) leaveLine(count);
  game.at = game.moves.length = count;
  game.positions.length = count + 1;
  if (who(count) === "program" && !isOver()) await reply();
  else show();
});

function status() {
  const count = game.moves.length;
  const wrong = mistakes();
  const isMany = wrong.length > 1;
  if (isOver() && game.at === atRest()) {
    if (!count) return t("No move can be made in this position.");
    if (wrong.length && hasWon()) return t(isMany ? k("You win! The marked moves gave it away, but the program erred as well.")
      : k("You win! The marked move gave it away, but the program erred as well."));
    if (wrong.length) return t(isMany ? k("The program wins. The marked moves gave it away.")
      : k("The program wins. The marked move gave it away."));
    return hasWon() ? t("You win!") : game.hints ? t("The program wins. Ask “Why?”, or take a move back.") : t("The program wins.");
  }
  if (!isEnd()) return wrong.includes(game.at) ? t("Here you could still have won.")
    : t("Position {at} of {all}.", { at: game.at, all: count });
  if (isOver()) return hasWon() ? t("You win!") : t("The program wins.");
  const hint = t({ stones: k("Your move: tap a stone."), pins: k("Your move: tap a pin."), coins: k("Your move: tap a coin, then a cell."),
    hill: k("Your move: tap a person, then a cell.") }[here().board.kind]);
  const { last } = here().board;
  const limit = last == null ? "" : ` ${t("The move before took {last}.", { last })}`;
  return (count ? t("The program: {words}. Your move.", { words: wordsOf(count - 1) }) : hint) + limit;
}

function say(text) {
  $("turn").textContent = text;
  $("turn").classList.toggle("won", isOver() && game.at === atRest());
}

function chosen(move) {
  const { board: now } = onBoard();
  $("take").disabled = !move;
  $("take").dataset.after = move?.after.join(" ") ?? "";
  $("take").textContent = move ? capital(words(now, move)) : ["coins", "hill"].includes(now.kind) ? t("Move") : t("Take");
  if (move) say(t("Your move"));
  explain(move);
}

/** A move was made from the position that is shown: the later ones are left. */
async function perform(move, now) {
  const mine = laidOut;
  board.enabled = false;
  await board.leave(move);
  if (mine !== laidOut) return false;
  leaveLine(game.at);
  game.moves.push(move.after.map(String));
  game.positions.push(now);
  game.at = game.moves.length;
  if (isOver() && mistakes().length) {
    board.show(now.board);
    await pause(500);
    game.at = atRest();
  }
  return mine === laidOut;
}

async function take() {
  const move = board.chosen;
  if (!move || !board.enabled) return;
  board.enabled = false;
  let now;
  try {
    [now] = await describe("play", [{ ...place(onBoard()), to: move.after }]);
  } catch (error) {
    board.enabled = true;
    if (error instanceof Canceled) return;
    return say(t("The rules forbid this move."));
  }
  const hadFocus = $("board").contains(document.activeElement) || document.activeElement === $("take");
  if (apart) await answer(move, now);
  else {
    if (!await perform(move, now)) return;
    if (isOver()) show();
    else await reply();
  }
  if (!hadFocus) return;
  if (isOver() && !apart) (game.hints ? $("why-button") : $("again")).focus({ preventScroll: true });
  else board.rowElement(board.row)?.focus({ preventScroll: true });
}

/** Lays out a position apart from the game: the visitor tries to win it, and the program has an answer. */
const playOut = quietly(async (position) => {
  const mine = laidOut;
  const [now] = await describe("apart", [{ rule: game.rule, ...position }]);
  if (mine === laidOut && thinking !== laidOut && game.why && stepNow() === "claim") layApart(now, "");
});

function layApart(now, said) {
  apart = { now, said };
  board.show(now.board, now.board.legal.length > 0);
  chosen(null);
  say(now.board.legal.length ? t("Your move") : "");
}

/** The answer to a move in the position apart. */
async function answer(move, now) {
  const mine = apart;
  const went = words(mine.now.board, move, true);
  await board.leave(move);
  if (apart !== mine) return;
  const { reply } = now.board;
  if (!reply) return layApart(now, t("You: {words}. Whoever moves now has won: it was a lost position.", { words: went }));
  board.show(now.board);
  say(t("The program thinks …"));
  const [after] = await describe("play", [{ ...place(now), to: reply.after }]);
  await pause(600);
  if (apart !== mine) return;
  await board.leave(reply);
  if (apart !== mine) return;
  const done = t("You: {words}. The answer: {reply}.", { words: went, reply: words(now.board, reply, true) });
  layApart(after, `${done} ${after.board.legal.length ? t("Again whoever moves loses. Go on.")
    : t("No move is left for you: it was a lost position.")}`);
}

/** The program moves: as it replies, or, as often as its level errs, in another way. */
async function reply() {
  const mine = thinking = laidOut;
  show();
  const now = here();
  board.enabled = false;
  $("take").disabled = true;
  $("first").hidden = true;
  say(t("The program thinks …"));
  const worse = now.board.legal.filter(({ wins }) => !wins);
  const errs = now.winner === "first" && worse.length > 0 && Math.random() < ERRS[game.level - 1];
  const move = errs ? worse[Math.floor(Math.random() * worse.length)] : now.board.reply;
  const [after] = await describe("play", [{ ...place(now), to: move.after }]);
  await pause(350);
  if (mine !== laidOut || !await perform(move, after)) return;
  thinking = null;
  show();
}

/** A position that is won, another game each day. */
async function today(difficulty) {
  const candidates = ofTheDay(difficulty);
  const found = await describe("today", candidates);
  const i = found.findIndex(({ winner, moves, board }) => winner === "first" && moves.length < board.legal.length);
  await begin({ ...candidates[Math.max(0, i)], level: difficulty + 1 });
  $("setup").open = false;
  $("board").scrollIntoView({ block: "nearest" });
}

/** Opens a step of the reasons; 0 closes them, and nothing of them stays. */
function openStep(step) {
  const had = step === 0 && $("why").contains(document.activeElement);
  game.why = step;
  open = null;
  if (apart) show();
  else explain();
  if (had) $("why-button").focus();
}

/** Shows the step that is open, if one is, with a move that is chosen on the board. */
function explain(preview = board.chosen) {
  $("why-button").setAttribute("aria-expanded", game.why > 0);
  if (thinking === laidOut) return;
  if (game.why > 0) {
    const isHopeless = game.at === 0 && isOver() && !hasWon() && !mistakes().length && who(0) === "you" && game.moves.length > 0;
    open ??= stepNow();
    const missed = mistakes().includes(game.at) ? missedAt(game.at) : null;
    showWhy($("why"), here(), { board, step: game.why, preview, rule: game.rule, missed, isHopeless, apart, playOut, go: openStep });
  } else {
    hideWhy($("why"));
    board.lay();
  }
  quietly(lesson)();
  relink();
}

const address = async (state) => new URL(await linkTo("play", state), location.href).href;

async function share() {
  const url = await address(state());
  const copied = await navigator.clipboard.writeText(url).then(() => true, () => false);
  say(copied ? t("The link is copied. It holds the moves so far; the solution is hidden unless “Why?” is open.") : url);
}

/** A link to the position that is shown, for a class. */
async function classLink() {
  if (!$("class-box").open) return;
  const { piles, last, taken } = here().board;
  const hints = $("class-hints").checked ? null : "no";
  $("class-link").value = await address({ rule: game.rule, piles: piles.join(" "), last, taken, level: $("class-level").value, hints,
    lang: $("class-language").value });
}
