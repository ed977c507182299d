// The rules as cards, and the Grundy values of the one that is open, as bars that explain themselves.

import { Board } from "./board.js";
import { $, button, make } from "./dom.js";
import { GAMES, gameOf } from "./games.js";
import { linkTo } from "./link.js";
import { describe, output, parse, quietly, run } from "./program.js";
import { explainValue } from "./why.js";
import { current, t } from "./words.js";

let relink, cards = [];
const shown = { rule: "" };

export const state = () => ({ search: $("rule-search").value, rule: shown.rule });

export function init(changed) {
  relink = changed;
  $("rule-search").oninput = () => { filter(); relink(); };
}

export async function begin({ search = "", rule = "" }) {
  $("rule-search").value = search;
  shown.rule = rule;
  await refresh();
}

export const refresh = quietly(async () => {
  const all = await describe("rules", GAMES.map(({ rule, piles }) => ({ rule, piles: piles.split(" ") })));
  cards = await Promise.all(GAMES.map((game, i) => card(game, all[i])));
  $("cards").replaceChildren(...cards.map(({ element }) => element));
  for (const { board, now } of cards) board.show(now.board);
  filter();
  await open(shown.rule || "take {1,3,4}");
});

async function card(game, now) {
  const picture = make("div", {});
  const element = make("li", { class: "card" },
    make("div", { class: "frame", "aria-hidden": "true" }, picture), make("h2", {}, t(game.name)), make("p", {}, t(game.sentence)),
    make("p", { class: "tools" }, make("a", { class: "button main", href: await linkTo("play", { rule: game.rule, piles: game.piles }) },
      t("Play")),
      now.board.values.length ? button(t("Values"), () => { open(game.rule); $("values-box").scrollIntoView({ block: "start" }); }) : null),
    make("code", {}, `rule = "${game.rule}"`));
  const text = [game.rule, game.name, game.sentence, game.other, t(game.name), t(game.sentence)].join(" ").toLowerCase();
  return { element, text, now, board: new Board(picture, { mini: true }) };
}

function filter() {
  const words = $("rule-search").value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const { element, text } of cards) element.hidden = !words.every((word) => text.includes(word));
  $("no-rule").hidden = cards.some(({ element }) => !element.hidden);
}

/** Shows the Grundy values of piles, if a rule has any. */
async function open(rule) {
  const [result] = await run("table", [{ whole: true, args: ["solve", "--json", "--table=0..59", `--rule=${rule}`] }]);
  $("values-box").hidden = result.code !== 0;
  if (result.code !== 0) return;
  shown.rule = rule;
  relink();
  const table = parse(output(result));
  const top = Math.max(1, ...table.grundy.map(Number));
  $("values-title").textContent = t("What rows count: {name}", { name: t(gameOf(rule)?.name ?? rule) });
  const bars = table.grundy.map((value, size) => make("button", {
    type: "button", class: "value",
    onclick: () => explain(rule, size), onpointerenter: () => explain(rule, size), onfocus: () => explain(rule, size),
  }, make("i", { "data-height": Math.round((100 * Number(value)) / top) }), make("b", {}, String(value)), make("small", {}, String(size)),
    make("span", { class: "unseen" }, ` ${t("a row of {pile} counts as {grundy}", { pile: size, grundy: value })}`)));
  $("values").replaceChildren(...bars);
  for (const bar of $("values").querySelectorAll("i")) bar.style.height = `${bar.dataset.height}%`;
  $("period").textContent = table.period == null ? t("Nobody has shown that these numbers ever repeat.")
    : t("From a row of {start} on, the numbers repeat: each is the same as {period} further on.", { start: table.period_from,
      period: table.period });
  await explain(rule, 7);
}

let explained = "";
const explain = quietly(async (rule, size) => {
  const key = `${rule} ${size} ${current()}`;
  if (key === explained) return;
  explained = key;
  const [now] = await describe("value", [{ rule, piles: [size] }]);
  if (key === explained) explainValue($("value-said"), now.board.values[0]);
});
