// A game against the program. Its record is the position at the start and the moves, each as the piles after it; what is
// known of every position on the way, the program says.

import { Board, words } from "./board.js";
import { $, button, isStill, make, pause } from "./dom.js";
import { gameOf, ofTheDay } from "./games.js";
import { linkTo } from "./link.js";
import { Canceled, describe, quietly } from "./program.js";
import { k, t } from "./words.js";
import { hideWhy, showWhy } from "./why.js";

/** How often the opponent of each level, counted from 1, errs where it could win. */
const ERRS = [0.5, 0.2, 0];
const LEVELS = [k("a beginner, who errs often"), k("a learner, who errs sometimes"), k("a master, who never errs")];
const DIFFICULTIES = [k("easy"), k("medium"), k("hard")];

/**
 * The position at the start and the moves, with what the program says of it and of what each leaves; who begins; how many
 * moves are shown; and which step of the reasons is open, 0 for none.
 */
const game = { rule: "nim", piles: [], last: null, taken: null, moves: [], positions: [], begins: "you", level: 1, hints: true, at: 0,
  why: 0 };
let board, relink;
/** Counts positions that are laid out: a reply to an earlier one comes too late. */
let laidOut = 0;

const here = () => game.positions[game.at];
const end = () => game.positions.at(-1);
const isEnd = () => game.at === game.moves.length;
const isOver = () => end().board.legal.length === 0;
/** Who makes the move with this index. */
const who = (i) => ((i % 2 === 0) === (game.begins === "you") ? "you" : "program");
/** Whoever is to move at the end has won if the program says so: in misère play without a stone. */
const hasWon = () => (who(game.moves.length) === "you") === (end().winner === "first");
/** The visitor's moves before which the game was won, and after which it was lost. */
const mistakes = () => (!game.hints || !isOver() || hasWon() ? [] : game.moves.map((_, i) => i)
  .filter((i) => who(i) === "you" && game.positions[i].winner === "first" && game.positions[i + 1].winner === "first"));
const place = ({ board: { piles, last, taken } }) => ({ rule: game.rule, piles, last, taken });
const moveAt = (i) => game.positions[i].board.legal.find(({ after }) => after.join(" ") === game.moves[i].join(" "));
const wordsOf = (i) => (moveAt(i) ? words(game.positions[i].board, moveAt(i), true) : game.moves[i].join(" "));

export const state = () => ({
  rule: game.rule, piles: game.piles.join(" "), last: game.last, taken: game.taken,
  moves: game.moves.map((after) => after.join(" ")).join("."),
  begins: game.begins === "program" ? "program" : null, at: isEnd() ? null : game.at, level: game.level, hints: game.hints ? null : "no",
  why: game.why || null,
});

export function init(changed) {
  relink = changed;
  board = new Board($("board"), { changed: chosen, refused: say });
  $("board").addEventListener("take", quietly(take));
  $("take").onclick = quietly(take);
  $("undo").onclick = () => cutOff(game.moves.findLastIndex((_, i) => who(i) === "you"));
  $("again").onclick = () => begin({ ...game, moves: "", begins: "you", at: null, why: 0 });
  $("first").onclick = quietly(() => { game.begins = "program"; return reply(); });
  $("stronger").onclick = () => { game.level += 1; $("again").click(); };
  $("resume").onclick = () => cutOff(game.at);
  $("level").onchange = () => { game.level = Number($("level").value); relink(); };
  $("why-button").onclick = () => {
    if (game.why) return explain(0);
    if (isEnd() && mistakes().length) go(mistakes()[0]);
    else if (isEnd() && isOver()) go(0);
    explain(1);
    $("why").scrollIntoView({ block: "nearest", behavior: isStill() ? "instant" : "smooth" });
  };
  $("share").onclick = share;
  for (const id of ["class-level", "class-language", "class-hints"]) $(id).onchange = classLink;
  $("class-box").ontoggle = classLink;
  $("setup-form").onsubmit = (event) => {
    event.preventDefault();
    begin({ rule: $("rule").value, piles: $("piles").value, level: game.level });
  };
}

/** Begins with a position and what was played: `{ rule, piles, last, taken, moves, begins, at, level, hints, why }`. */
export async function begin({ rule = "nim", piles = "3 4 5", last = null, taken = null, moves = "", begins, at, level = game.level,
  hints = true, why = 0 }) {
  const numbers = Array.isArray(piles) ? piles.map(String) : piles.trim().split(/[\s,，、]+/).filter(Boolean);
  const bad = numbers.find((word) => !/^\d+$/.test(word));
  $("rule").value = rule;
  $("piles").value = numbers.join(" ");
  $("setup-error").textContent = "";
  if (bad) return fail(t("{text}: expected a number, found {bad}", { text: numbers.join(" "), bad }));
  const large = numbers.find((word) => BigInt(word) >= 2n ** 64n);
  if (large) return fail(t("{number} is too large: at most 18446744073709551615", { number: large }));
  if (!numbers.length) return fail(t("Say how many stones each row has, such as 3 4 5."));
  const mine = ++laidOut;
  const played = moves.split(".").filter(Boolean).map((after) => after.split(" "));
  const positions = [];
  try {
    positions.push((await describe("play", [{ rule, piles: numbers, last, taken }]))[0]);
    for (const to of played) {
      const { board: { piles, last, taken } } = positions.at(-1);
      positions.push((await describe("play", [{ rule, piles, last, taken, to }]))[0]);
    }
  } catch (error) {
    if (error instanceof Canceled) return;
    if (!positions.length) return fail(error.message);
  }
  if (mine !== laidOut) return;
  const count = positions.length - 1;
  Object.assign(game, { rule, piles: numbers, last, taken, positions, moves: played.slice(0, count),
    begins: begins === "program" ? "program" : "you", level: ERRS[level - 1] === undefined ? 1 : Number(level),
    hints: hints !== "no" && hints !== false, why: Number(why) || 0 });
  game.at = at == null || !(at >= 0 && at < count) ? count : Number(at);
  if (!game.hints) game.why = 0;
  if (isEnd() && !isOver() && who(count) === "program") await reply();
  else show();
}

async function fail(message) {
  if (!game.positions.length) await begin({});
  $("setup").open = true;
  $("setup-error").textContent = message;
  $("play").classList.add("old");
}

/** Asks for the same positions again, in another language perhaps. */
export const refresh = () => begin({ ...game, moves: state().moves });

function show() {
  const now = here();
  $("play").classList.remove("old");
  $("setup-error").textContent = "";
  const known = gameOf(game.rule);
  $("sentence").textContent = known ? t(known.sentence) : capital(now.board.rule) + t(".");
  board.show(now.board, now.board.legal.length > 0 && who(game.at) === "you");
  $("undo").disabled = !game.moves.some((_, i) => who(i) === "you");
  $("again").disabled = !game.moves.length;
  $("first").hidden = game.moves.length > 0 || isOver();
  $("stronger").hidden = !(isEnd() && isOver() && hasWon() && game.level < ERRS.length);
  $("resume").hidden = isEnd();
  $("why-button").hidden = !game.hints;
  const option = (words, i) => make("option", { value: i + 1 }, t(words));
  for (const id of ["level", "class-level"]) $(id).replaceChildren(...LEVELS.map(option));
  $("level").value = $("class-level").value = game.level;
  $("today").replaceChildren(...DIFFICULTIES.map((words, difficulty) => button(t(words), quietly(() => today(difficulty)))));
  chosen(null);
  say(status());
  record();
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** The record, as buttons that lead to each position. */
function record() {
  const wrong = mistakes();
  const entry = (i) => make("li", { class: i < 0 ? null : who(i) },
    button(i < 0 ? t("start") : who(i) === "you" ? t("you: {words}", { words: wordsOf(i) }) : t("program: {words}", { words: wordsOf(i) }),
      () => go(i + 1),
      { "data-move": i + 1, "data-who": i < 0 ? null : who(i), "data-mistake": wrong.includes(i), "aria-current": game.at === i + 1 ? "step"
        : null }),
    wrong.includes(i) ? make("small", {}, t("gave it away")) : null);
  $("record").replaceChildren(...(game.moves.length ? [-1, ...game.moves.keys()].map(entry) : []));
  $("record").querySelector("[aria-current]")?.scrollIntoView?.({ block: "nearest", inline: "nearest", behavior: "instant" });
}

/** Shows the position after so many moves. */
function go(at) {
  laidOut += 1;
  game.at = at;
  show();
}

/** Goes on from the position after so many moves: the later ones are dropped. */
const cutOff = quietly(async (count) => {
  if (count < 0) return;
  laidOut += 1;
  game.moves.length = game.at = count;
  game.positions.length = count + 1;
  if (who(count) === "program" && !isOver()) await reply();
  else show();
});

function status() {
  if (!isEnd()) return mistakes().includes(game.at) ? t("Here you could still have won.") : t("Position {at} of {all}.",
    { at: game.at, all: game.moves.length });
  if (isOver()) {
    return hasWon() ? t("You win!") : mistakes().length ? t("The program wins. The marked moves gave it away: ask “Why?”.")
      : game.hints ? t("The program wins. Ask “Why?”, or take a move back.") : t("The program wins.");
  }
  const hint = t({ stones: k("Your move: tap a stone."), pins: k("Your move: tap a pin."), coins: k("Your move: tap a coin, then a cell."),
    hill: k("Your move: tap a person, then a cell.") }[here().board.kind]);
  const { last } = here().board;
  const limit = last == null ? "" : ` ${t("The move before took {last}.", { last })}`;
  const count = game.moves.length;
  return (count ? t("The program: {words}. Your move.", { words: wordsOf(count - 1) }) : hint) + limit;
}

function say(text) {
  $("turn").textContent = text;
  $("turn").classList.toggle("won", isEnd() && isOver());
}

function chosen(move) {
  $("take").disabled = !move;
  $("take").dataset.after = move?.after.join(" ") ?? "";
  $("take").textContent = move ? capital(words(here().board, move)) : ["coins", "hill"].includes(here().board.kind) ? t("Move") : t("Take");
  if (move) say(t("Your move"));
  explain(game.why, move);
}

/** A move was made from the position that is shown: the later ones are dropped. */
async function perform(move, now) {
  const mine = laidOut;
  board.enabled = false;
  await board.leave(move);
  if (mine !== laidOut) return false;
  game.moves = [...game.moves.slice(0, game.at), move.after.map(String)];
  game.positions = [...game.positions.slice(0, game.at + 1), now];
  game.at = game.moves.length;
  return true;
}

async function take() {
  const move = board.chosen;
  if (!move || !board.enabled) return;
  board.enabled = false;
  let now;
  try {
    [now] = await describe("play", [{ ...place(here()), to: move.after }]);
  } catch (error) {
    board.enabled = true;
    if (error instanceof Canceled) return;
    return say(t("The rules forbid this move."));
  }
  const hadFocus = $("board").contains(document.activeElement) || document.activeElement === $("take");
  if (!await perform(move, now)) return;
  if (isOver()) show();
  else await reply();
  if (!hadFocus) return;
  if (isOver()) (game.hints ? $("why-button") : $("again")).focus({ preventScroll: true });
  else board.rowElement(board.row)?.focus({ preventScroll: true });
}

/** The program moves: as it replies, or, as often as its level errs, in another way. */
async function reply() {
  show();
  const mine = laidOut;
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
  if (mine === laidOut && await perform(move, after)) show();
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
function explain(step, preview = board.chosen) {
  const isOpen = game.why > 0;
  game.why = step;
  $("why-button").setAttribute("aria-expanded", step > 0);
  if (step > 0) {
    const missed = mistakes().includes(game.at) ? wordsOf(game.at) : null;
    const isHopeless = game.at === 0 && isOver() && !hasWon() && !mistakes().length && who(0) === "you" && game.moves.length > 0;
    showWhy($("why"), here(), { step, preview, rule: game.rule, missed, isHopeless, go: (to) => explain(to), resume: () => cutOff(game.at),
      choose: board.enabled ? (move) => board.choose(move, move.piles[0] - 1) : null });
  } else {
    const hadFocus = $("why").contains(document.activeElement);
    hideWhy($("why"));
    if (isOpen && hadFocus) $("why-button").focus();
  }
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
  const { piles, last, taken } = here().board;
  const hints = $("class-hints").checked ? null : "no";
  $("class-link").value = await address({ rule: game.rule, piles: piles.join(" "), last, taken, level: $("class-level").value, hints,
    lang: $("class-language").value });
}
