// A game against the program, which answers with the move that it names as its reply.

import { Board } from "./board.js";
import { $, isStill, make, pause } from "./dom.js";
import { gameOf, ofTheDay } from "./games.js";
import { linkTo } from "./link.js";
import { Canceled, describe, describing, output, parse, quietly, run } from "./program.js";
import { k, t } from "./words.js";
import { hideWhy, showWhy } from "./why.js";

/** The position, what was played, and which step of the reasons is open: 0 is none. */
const game = { rule: "nim", piles: ["3", "4", "5"], last: null, moves: [], why: 0, now: null, isOver: false };
let board, relink;
/** Counts positions that are laid out: a reply to an earlier one comes too late. */
let laidOut = 0;

export const state = () => ({ rule: game.rule, piles: game.piles.join(" "), last: game.last, why: game.why || null });

export function init(changed) {
  relink = changed;
  board = new Board($("board"), { changed: chosen, refused: say });
  $("board").addEventListener("take", quietly(take));
  $("take").onclick = quietly(take);
  $("undo").onclick = quietly(undo);
  $("again").onclick = () => begin(game.moves[0]?.before ?? game);
  $("first").onclick = quietly(() => reply());
  $("why-button").onclick = () => {
    explain(game.why ? 0 : 1);
    if (game.why) $("why").scrollIntoView({ block: "nearest", behavior: isStill() ? "instant" : "smooth" });
  };
  $("share").onclick = share;
  $("today").onclick = () => { begin(ofTheDay()); $("setup").open = false; };
  $("setup-form").onsubmit = (event) => {
    event.preventDefault();
    begin({ rule: $("rule").value, piles: $("piles").value });
  };
}

/** Begins with a position: `{ rule, piles, last, why }`. */
export async function begin({ rule = "nim", piles = "3 4 5", last = null, why = 0 }) {
  const words = Array.isArray(piles) ? piles : piles.trim().split(/[\s,，、]+/).filter(Boolean);
  const bad = words.find((word) => !/^\d+$/.test(word));
  $("rule").value = rule;
  $("piles").value = words.join(" ");
  $("setup-error").textContent = "";
  if (bad) return fail(t("{text}: expected a number, found {bad}", { text: words.join(" "), bad }));
  if (!words.length) return fail(t("Say how many stones each row has, such as 3 4 5."));
  const mine = ++laidOut;
  try {
    const [now] = await describe("play", [{ rule, piles: words, last }]);
    if (mine !== laidOut) return;
    Object.assign(game, { rule, piles: words, last, moves: [], why: Number(why) || 0, isOver: false });
    show(now);
  } catch (error) {
    if (!(error instanceof Canceled)) fail(error.message);
  }
}

async function fail(message) {
  if (!game.now) await begin({});
  $("setup").open = true;
  $("setup-error").textContent = message;
  $("play").classList.add("old");
}

/** Asks for the same position again, in another language perhaps. */
export async function refresh() {
  const [now] = await describe("play", [game]);
  show(now);
}

function show(now) {
  game.now = now;
  game.piles = now.board.piles.map(String);
  game.last = now.board.last ?? null;
  game.isOver = now.board.legal.length === 0;
  $("play").classList.remove("old");
  const known = gameOf(game.rule);
  $("sentence").textContent = known ? t(known.sentence) : capital(now.board.rule);
  board.show(now.board, !game.isOver);
  chosen(null);
  $("undo").disabled = !game.moves.length;
  $("again").disabled = !game.moves.length;
  $("first").hidden = game.moves.length > 0 || game.isOver;
  say(game.isOver ? ended() : yourTurn());
  $("log").replaceChildren(...game.moves.map(({ who, words, before, after }) => make("li", {},
    who === "you" ? t("you: {words}", { words }) : t("program: {words}", { words }), make("small", {}, ` ${before.piles.join(" ")} → ${after.join(" ")}`))));
  $("log-box").hidden = !game.moves.length;
  explain(game.why);
}

const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

function yourTurn() {
  const last = game.moves.at(-1);
  const hint = t({ stones: k("Your move: tap a stone."), pins: k("Your move: tap a pin."), coins: k("Your move: tap a coin, then a cell."), hill: k("Your move: tap a person, then a cell.") }[game.now.board.kind]);
  const limit = game.last == null ? "" : ` ${t("The move before took {last}.", { last: game.last })}`;
  return (last?.who === "program" ? t("The program: {words}. Your move.", { words: last.words }) : hint) + limit;
}

/** Who has won, now that nobody can move: `winner` says whether that is good for the player to move. */
function ended() {
  const isMyTurn = game.moves.at(-1)?.who !== "you";
  return isMyTurn === (game.now.winner === "first") ? t("You win!") : t("The program wins. Ask “Why?”, or take a move back.");
}

function say(text) {
  $("turn").textContent = text;
  $("turn").classList.toggle("won", game.isOver);
}

function chosen(move) {
  $("take").disabled = !move;
  $("take").textContent = move ? capitalized(board.words(move)) : ["coins", "hill"].includes(board.board?.kind) ? t("Move") : t("Take");
  if (move) say(game.last == null ? t("Your move") : yourTurn());
  if (game.why) explain(game.why, move);
}

const capitalized = (text) => text[0].toUpperCase() + text.slice(1);

async function perform(who, move, now) {
  const before = { rule: game.rule, piles: game.piles, last: game.last };
  game.moves.push({ who, words: board.words(move), before, after: move.after.map(String) });
  board.enabled = false;
  await board.leave(move);
  game.now = now;
  game.piles = now.board.piles.map(String);
  game.last = now.board.last ?? null;
}

async function take() {
  const move = board.chosen;
  if (!move || !board.enabled) return;
  const mine = laidOut;
  const here = { rule: game.rule, piles: game.piles, last: game.last };
  const [result] = await run("play", [describing({ ...here, to: move.after })]);
  if (result.code !== 0) {
    say(t("The rules forbid this move."));
    return;
  }
  const now = parse(output(result));
  const hadFocus = $("board").contains(document.activeElement) || document.activeElement === $("take");
  await perform("you", move, now);
  if (mine !== laidOut) return;
  if (now.board.legal.length === 0) show(now);
  else {
    board.show(now.board);
    await reply(now);
  }
  if (hadFocus && !game.isOver) board.rowElement(board.row)?.focus({ preventScroll: true });
}

/** The program moves. */
async function reply(now = game.now) {
  const mine = laidOut;
  board.enabled = false;
  $("take").disabled = true;
  $("first").hidden = true;
  say(t("The program thinks …"));
  const move = now.board.reply;
  const [after] = await describe("play", [{ ...game, piles: game.piles, to: move.after }]);
  await pause(350);
  if (mine !== laidOut) return;
  await perform("program", move, after);
  if (mine === laidOut) show(after);
}

/** Takes back one move of each. */
async function undo() {
  const mine = game.moves.findLastIndex(({ who }) => who === "you");
  const kept = game.moves.slice(0, Math.max(0, mine));
  const back = game.moves[Math.max(0, mine)];
  if (!back) return;
  laidOut += 1;
  Object.assign(game, { ...back.before, moves: kept });
  const [now] = await describe("play", [game]);
  show(now);
}

/** Opens a step of the reasons; 0 closes them, and nothing of them stays. */
function explain(step, preview = board.chosen) {
  game.why = step;
  $("why-button").setAttribute("aria-expanded", step > 0);
  if (step > 0) showWhy($("why"), game.now, { step, preview, rule: game.rule, go: (to) => explain(to), choose: (move) => board.choose(move, move.piles[0] - 1) });
  else hideWhy($("why"));
  relink();
}

async function share() {
  const url = new URL(await linkTo("play", state()), location.href).href;
  const copied = await navigator.clipboard.writeText(url).then(() => true, () => false);
  say(copied ? t("The link is copied. Who opens it plays from here; the solution is hidden unless “Why?” is open.") : url);
}
