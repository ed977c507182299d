// A board: draws a position, and lets somebody choose one of its legal moves by mouse, touch or keyboard. Which moves
// there are comes from the program. Each row has options, what some move does to it; what is marked in a row, stones,
// cuts, or a cell to go to, is looked up among them.

import { button, make, pause } from "./dom.js";
import { k, oneOf, t } from "./words.js";

/** Longer rows are bars, and longer strips lists of numbers; longer lists of moves end with a number. */
const MAX_STONES = 60, MAX_CELLS = 200, MAX_LISTED = 300;

const NAMES = { stones: k("row {row}"), pins: k("row {row}"), coins: k("coin {row}"), hill: k("person {row}") };
const DEEDS = { stones: k("take {take}"), pins: k("knock down {take}"), coins: k("to cell {cell}"), hill: k("to cell {cell}") };

const same = (a, b) => a.length === b.length && a.every((value, i) => value == b[i]);
const sum = (numbers) => numbers.reduce((all, number) => all + Number(number), 0);
const bySize = (parts) => [...parts].sort((a, b) => Number(a) - Number(b));
/** The colour of a block of 2^n stones: the same in a picture and in a sum. */
export const colour = (block) => `p${Math.log2(Number(block)) % 8}`;
/** A block, as so many dots or as a number. */
export const block = (size, state = "") => make("span", { class: `block ${colour(size)} ${state}`, title: t("a block of {block}",
  { block: size }) }, ...(size <= 16 ? Array.from({ length: Number(size) }, () => make("i")) : [String(size)]));
const exact = (numbers) => numbers.reduce((all, number) => all + BigInt(number), 0n);
const digits = (text) => (/^\d+$/.test(text) ? BigInt(text) : 0n);

/** What a move does to a row, counted from 0: what it takes, and all that it leaves, and of that the parts; null if nothing. */
function result({ piles }, move, row) {
  const at = move.piles.indexOf(row + 1);
  if (at < 0) return null;
  const more = at === 0 ? move.after.length - piles.length : 0;
  const left = move.after.slice(row, row + more + 1);
  return { take: move.takes[at], left, parts: left.filter((part) => part > 0), move };
}

/** What a move takes from other rows than this one, as pairs. */
const others = (move, row) => (move ? move.piles.map((pile, i) => [pile, move.takes[i]]).filter(([pile]) => pile !== row + 1) : []);

/** How a position is written. */
export const shape = ({ piles, divides }) => piles.filter((pile) => !divides || pile > 0).join(" ") || "0";

export const nameOf = ({ kind, form, first_step, king, piles, divides }, row) => (king === row + 1 ? t("the king")
  : form === "stairs" ? t("step {row}", { row: first_step + row })
  : t(NAMES[kind], { row: divides ? piles.slice(0, row + 1).filter((pile) => pile > 0).length : row + 1 }));

/** A move in words, without or with what it is about. */
export function words(board, move, isWhole = false) {
  const { take, parts } = result(board, move, move.piles[0] - 1);
  const leave = { parts: parts.join(" + ") };
  const deed = board.kind === "coins" || board.kind === "hill" ? t(DEEDS[board.kind], { cell: move.after[move.piles[0] - 1] })
    : board.form === "stairs" ? t("move {take} down", { take })
      : board.form === "numbers" && board.piles.length === 1 ? t("make it {left}", { left: move.after[0] })
      : take == 0 ? t(sum(parts) === Number(board.piles[move.piles[0] - 1]) ? k("divide into {parts}") : k("put {parts} in its place"),
        leave)
      : parts.length > 1 ? t("{text}, leaving {parts}", { text: t(DEEDS[board.kind], { take }), ...leave })
        : t(DEEDS[board.kind], { take: move.takes.join(" + ") });
  if (!isWhole) return deed;
  const who = move.piles.map((pile) => nameOf(board, pile - 1)).join(t(", "));
  return t("{who}: {deed}", { who, deed });
}

export class Board {
  /** `changed(move)` receives the chosen move, or null; `refused(text)` why something cannot be. */
  constructor(element, { changed = () => {}, refused = () => {}, mini = false } = {}) {
    Object.assign(this, { element, changed, refused, mini, chosen: null, enabled: false, row: 0, base: null, marks: null, hint: null });
    if (mini) return;
    element.addEventListener("click", (event) => this.press(event));
    element.addEventListener("pointerdown", (event) => { this.from = event.pointerType === "mouse" ? this.placeOf(event.target) : null; });
    element.addEventListener("pointermove", (event) => this.drag(event));
    addEventListener("pointerup", () => { this.from = null; });
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("input", (event) => this.type(event.target));
    new ResizeObserver(() => this.fit()).observe(element);
  }

  /** Shows a position. */
  show(board, enabled = false) {
    Object.assign(this, { board, enabled, chosen: null, base: null, marks: null, hint: null });
    this.isStrip = (board.kind === "coins" || board.kind === "hill") && board.piles.every((cell) => cell <= MAX_CELLS);
    const keep = this.element.contains(document.activeElement);
    const can = board.piles.map((_, row) => board.legal.some((move) => move.piles.includes(row + 1)));
    if (!can[this.row]) this.row = Math.max(0, can.indexOf(true));
    this.element.className = `board of-${board.kind} form-${board.form}${this.mini ? " mini" : ""}`;
    const rows = board.piles.map((pile, row) => (board.divides && pile == 0 ? null : this.line(row))).filter(Boolean);
    if (board.form === "stairs") rows.forEach((line, row) => line.style.setProperty("--at", Math.min(row, 8)));
    const list = !this.mini && this.needsList() ? [this.list()] : [];
    this.element.replaceChildren(...(this.isStrip ? [this.strip()] : rows), ...list);
    this.fit();
    this.mark();
    if (keep) this.rowElement(this.row)?.focus({ preventScroll: true });
  }

  /** The size of stones: as large as the longest row allows, and not smaller than a finger needs. */
  fit() {
    if (!this.board || this.isStrip) return;
    const count = Math.max(1, ...this.board.piles.filter((pile) => pile <= MAX_STONES).map(Number));
    const gaps = this.board.divides && !this.mini ? 24 * (count - 1) : 0;
    const width = this.element.clientWidth - (this.mini ? 0 : 72) - gaps;
    const height = (innerHeight * (innerHeight < 544 ? 0.36 : 0.5)) / Math.max(1, this.board.piles.length);
    if (this.board.form === "ring") {
      const most = Math.min(width, innerHeight * 0.5) / ((count * 1.1) / Math.PI + 1.2);
      return this.element.style.setProperty("--stone", `${Math.floor(Math.min(this.mini ? 14 : 64, most))}px`);
    }
    const size = Math.max(this.mini ? 8 : 26, Math.min(this.mini ? 18 : 96, width / count, height));
    this.element.style.setProperty("--stone", `${Math.floor(size)}px`);
  }

  line(row) {
    const { piles } = this.board;
    const pile = piles[row];
    const stones = make("div", { class: "stones" });
    const isBar = pile > MAX_STONES;
    if (isBar) stones.append(make("b", { class: "bar" }, String(pile)));
    const cuts = !this.mini && this.options(row).some((option) => option.take == 0 && sum(option.parts) == pile);
    for (let i = 0; !isBar && i < pile; i++) {
      if (cuts && i > 0) stones.append(make("b", { class: "gap", "data-gap": i }));
      stones.append(make("i", { class: "stone", "data-stone": i }));
    }
    if (this.board.form === "ring" && !isBar) this.bend(stones);
    if (this.mini) return make("div", { class: "line" }, stones);
    const field = (name, label) => make("input", { inputmode: "numeric", "data-row": row, "data-field": name, maxlength: 20,
      "aria-label": `${nameOf(this.board, row)}: ${label}`, placeholder: label });
    const step = (by, label, sign) => button(sign, () => this.step(row, by), { tabindex: -1, "aria-label": label });
    const steps = isBar ? make("span", { class: "steps" }, step(-1n, t("fewer"), "−"), field("take", t("how many to take")), step(1n,
      t("more"), "+"),
      this.board.divides ? field("left", t("how many to leave in a row of their own")) : null) : null;
    return make("div", { class: "line", role: "spinbutton", tabindex: -1, "data-row": row,
      "aria-label": `${nameOf(this.board, row)}, ${t("{count} stones", { count: pile })}` },
      make("span", { class: "count", "aria-hidden": "true" }, isBar ? "" : String(pile)), stones, steps);
  }

  /** Bends a row of stones to a ring. */
  bend(stones) {
    const all = [...stones.children];
    const around = (all.length * 1.1) / Math.PI + 1.2;
    stones.style.width = stones.style.height = `calc(var(--stone) * ${around})`;
    all.forEach((stone, i) => {
      const angle = (2 * Math.PI * i) / all.length;
      stone.style.left = `calc(var(--stone) * ${((around - 1) / 2) * (1 + Math.sin(angle))})`;
      stone.style.top = `calc(var(--stone) * ${((around - 1) / 2) * (1 - Math.cos(angle))})`;
    });
  }

  /** The cells of a strip, and who stands on them. */
  strip() {
    const { kind, piles, king } = this.board;
    const first = kind === "hill" ? 0 : 1;
    const coin = (row) => make("span", {
      class: `coin${king === row + 1 ? " king" : ""}`, role: this.mini ? null : "spinbutton", tabindex: this.mini ? null : -1,
        "data-row": row,
      "aria-label": this.mini ? null : `${nameOf(this.board, row)}, ${t("cell {cell}", { cell: piles[row] })}`,
    }, king === row + 1 ? "♚" : "");
    const cell = (at) => make("div", { class: "cell", "data-cell": at },
      make("small", { "aria-hidden": "true" }, kind === "hill" && at === 0 ? t("top") : String(at)),
      ...piles.map((_, row) => row).filter((row) => piles[row] == at).map(coin));
    const last = Math.max(...piles.map(Number));
    return make("div", { class: "cells" }, ...Array.from({ length: last - first + 1 }, (_, i) => cell(first + i)));
  }

  /** Whether some move cannot be marked: it leaves more than was there, or changes rows only together. */
  needsList() {
    const { legal, piles } = this.board;
    const key = (pairs) => pairs.flat().join(" ");
    const known = new Set(legal.map((move) => key(others(move, -1))));
    return legal.some((move) => move.piles.some((pile) => {
      const { take, parts } = result(this.board, move, pile - 1);
      const isWhole = this.isStrip || exact([...parts, take]) === BigInt(piles[pile - 1]);
      const isAlone = move.piles.length === 1 || known.has(key(others(move, pile - 1)));
      return !isAlone || !isWhole || (parts.length > 2 && take > 0);
    }));
  }

  /** All moves, where marks do not say which one is meant. */
  list() {
    const choice = (move) => button(words(this.board, move, true), () => this.choose(move, move.piles[0] - 1),
      { class: "choice", "data-after": move.after.join(" ") });
    return make("div", { class: "choices", role: "group", "aria-label": t("all moves") }, ...this.board.legal.slice(0,
      MAX_LISTED).map(choice));
  }

  /**
   * Draws blocks into the stones or the free cells: those of this position, or of what a chosen move leaves of it. `fade` says which
   * have partners, and `tally` how many there are of each size, of which `modulus` cancel. Without a position, nothing is drawn.
   */
  lay(of = null, { fade = false, tally = false, modulus = 2 } = {}) {
    for (const element of this.element.querySelectorAll(".stone, .cell")) element.className = element.classList[0];
    for (const element of this.element.querySelectorAll(".counts, .tally")) element.remove();
    const apart = [];
    for (const [r, row] of (of?.rows ?? []).entries()) {
      const isLone = ({ left, rows }) => left > 0 && rows.slice(-Number(left)).includes(r + 1);
      const blocks = of.columns.filter(({ rows }) => rows.includes(r + 1)).slice(0, 12)
        .map((column) => [column.block, !fade ? "whole" : isLone(column) ? "lone" : "faded"]);
      const places = this.placesOf(of, row);
      if (places) {
        blocks.flatMap(([size, state]) => Array.from({ length: Number(size) }, (_, i) =>
          `${state} ${colour(size)}${i === 0 ? " first" : ""}${i === size - 1 ? " last" : ""}`))
          .forEach((name, i) => { places[i].className += ` ${name}`; });
        continue;
      }
      const counts = (label) => make("span", { class: "counts" }, make("span", {}, label), make("b", {}, String(row.number)),
        ...blocks.map(([size, state]) => block(size, state)));
      const isHere = row.pile != null && of.piles.length === this.board.piles.length;
      const stones = isHere ? this.rowElement(row.pile - 1)?.querySelector(".stones") : null;
      const isValue = of.values.length > 0 && (!isHere || of.piles[r] != row.number);
      if (stones) stones.append(counts(isValue ? t("counts as") : "="));
      else if (row.number > 0 || !isValue) apart.push(counts(isValue ? t("{pile} counts as", { pile: of.piles[r] }) : row.label));
    }
    const count = ({ block, rows, left }) => make("li", { class: `${colour(block)}${left > 0 ? " lit" : ""}` },
      make("b", {}, t("{count} × {block}", { count: rows.length, block })),
      make("small", {}, modulus > 2 ? t("{left} over", { left }) : left > 0 ? t("odd") : t("even")));
    if (apart.length) this.element.append(make("div", { class: "counts" }, ...apart));
    if (tally) this.element.append(make("ul", { class: "tally", "aria-label": t("how many") }, ...of.columns.slice(-10).map(count)));
    this.mark();
  }

  /** The stones or free cells that are as many as a row counts, if these are drawn. */
  placesOf({ piles, form }, { number, pile, end }) {
    const all = (name) => [...this.element.querySelectorAll(name)];
    const isDrawn = number <= MAX_CELLS && form !== "ring" && piles.length === this.board.piles.length;
    const places = !isDrawn ? [] : end != null
      ? all("[data-cell]").filter(({ dataset: { cell } }) => Number(cell) >= end - number && Number(cell) < end)
      : pile != null && piles[pile - 1] == number ? all(`[data-row="${pile - 1}"] .stone`).slice(0, number) : [];
    return places.length === number && (number > 0 || end != null || piles[pile - 1] == 0) ? places : null;
  }

  /** Draws a move on its stones. */
  point(move) {
    this.hint = move;
    this.mark();
  }

  rowElement(row) { return this.element.querySelector(`[role=spinbutton][data-row="${row}"]`); }

  /**
   * What the legal moves do to a row, from the smallest take up. If there are moves that also do to other rows what was
   * chosen there before this row, they go before others.
   */
  options(row) {
    const kept = others(row === this.row ? this.base : this.chosen, row).flat();
    const best = new Map();
    for (const move of this.board.legal) {
      const option = result(this.board, move, row);
      const rest = option && others(move, row).flat();
      const fits = option && same(rest, kept);
      const key = option && `${option.take} ${option.left}`;
      if (option && (fits || (rest.length === 0 && !best.has(key)))) best.set(key, option);
    }
    return [...best.values()].sort((a, b) => Number(a.take) - Number(b.take));
  }

  /** From now on, what is chosen in the other rows is kept. */
  activate(row) {
    if (row !== this.row) Object.assign(this, { row, base: this.chosen, marks: null });
  }

  choose(move, row = this.row, marks = null) {
    this.activate(row);
    Object.assign(this, { chosen: move, marks });
    this.mark();
    this.changed(move);
    if (!move && marks) this.refuse(row);
  }

  /** The move that leaves a row alone: what is chosen in others, if that is a move. */
  without(row) {
    const rest = others(this.base, row).flat();
    return this.board.legal.find((move) => rest.length && same(others(move, -1).flat(), rest)) ?? null;
  }

  /** Which stones of a row a move takes, from one to another, and where it cuts. */
  marksOf(row, move) {
    const option = move && result(this.board, move, row);
    if (!option) return null;
    const { left, parts } = option;
    const [take, pile] = [Number(option.take), Number(this.board.piles[row])];
    const isCut = take === 0 && sum(parts) === pile;
    const from = left.length > 1 ? Number(left[0]) : pile - take;
    return { from, to: from + take - 1, cuts: isCut ? parts.slice(1).map((_, i) => sum(parts.slice(0, i + 1))) : [] };
  }

  marked(row) { return this.marks && row === this.row ? this.marks : this.marksOf(row, this.chosen); }

  /** Gives names to the stones of a row that are marked, and to its cuts. */
  tint(row, marks, stone, gap) {
    const element = this.rowElement(row);
    for (let i = marks.from; i <= marks.to && i < MAX_STONES; i++) element.querySelector(`[data-stone="${i}"]`)?.classList.add(stone);
    for (const cut of marks.cuts) element.querySelector(`[data-gap="${cut}"]`)?.classList.add(gap);
  }

  /** Shows what is chosen, and the move that is pointed at. */
  mark() {
    for (const name of ["taken", "target", "split", "hint", "aim"]) {
      for (const element of this.element.querySelectorAll(`.${name}`)) element.classList.remove(name);
    }
    const { piles } = this.board;
    for (let row = 0; row < piles.length; row++) {
      const element = this.rowElement(row);
      if (!element) continue;
      const option = this.chosen && result(this.board, this.chosen, row);
      element.tabIndex = this.enabled && row === this.row ? 0 : -1;
      const text = option ? words(this.board, this.chosen) : t("nothing chosen");
      const value = { min: 0, max: piles[row], now: option?.take ?? 0, text };
      for (const [name, text] of Object.entries(value)) element.setAttribute(`aria-value${name}`, text);
      const input = element.querySelector("[data-field=take]");
      if (input && input !== document.activeElement) input.value = option?.take ?? "";
      const marks = this.marked(row);
      const hint = this.marksOf(row, this.hint);
      if (this.isStrip) {
        const targets = option ? [this.chosen] : this.marks && row === this.row ? this.options(row).map(({ move }) => move) : [];
        for (const move of targets) this.element.querySelector(`[data-cell="${move.after[row]}"]`)?.classList.add("target");
        element.classList.toggle("taken", targets.length > 0);
        element.classList.toggle("hint", Boolean(hint));
        if (hint) this.element.querySelector(`[data-cell="${this.hint.after[row]}"]`)?.classList.add("aim");
      } else {
        if (marks) this.tint(row, marks, "taken", "split");
        if (hint) this.tint(row, hint, "hint", "aim");
        const bar = element.querySelector("b.bar");
        if (bar) bar.dataset.hint = hint ? ` − ${result(this.board, this.hint, row).take}` : "";
      }
    }
    for (const choice of this.element.querySelectorAll(".choice")) {
      const is = (move) => Boolean(move) && choice.dataset.after === move.after.join(" ");
      choice.setAttribute("aria-pressed", is(this.chosen));
      choice.classList.toggle("hint", is(this.hint));
    }
    this.element.classList.toggle("off", !this.enabled);
  }

  /** Says what can be done with a row. */
  refuse(row) {
    const options = this.options(row);
    const takes = [...new Set(options.map(({ take }) => String(take)))].filter((take) => take !== "0");
    const some = takes.length > 6 ? `${takes[0]} … ${takes.at(-1)}` : oneOf(takes);
    this.refused(this.isStrip ? (options.length ? t("Now tap a marked cell.") : t("This one cannot move now."))
      : takes.length ? t("Here one can take {takes}.", { takes: some })
        : options.length ? t("Here one can only divide the row: tap between two stones.") : t("Here nothing can be taken."));
  }

  /** The row and the stone or gap of an element of the board. */
  placeOf(target) {
    const line = target?.closest?.("[role=spinbutton]");
    if (!line || !this.element.contains(line)) return null;
    const number = (name) => { const found = target.closest(`[data-${name}]`); return found ? Number(found.dataset[name]) : null; };
    return { row: Number(line.dataset.row), stone: number("stone"), gap: number("gap") };
  }

  press({ target }) {
    if (!this.enabled || target.closest("input, button")) return;
    if (this.isStrip) return this.pressCell(target);
    const place = this.placeOf(target);
    if (!place) return;
    this.activate(place.row);
    this.rowElement(place.row).focus({ preventScroll: true });
    if (place.gap !== null) this.cut(place.row, place.gap);
    else if (place.stone !== null) this.take(place.row, place.stone);
    else this.clear();
  }

  clear() {
    this.base = null;
    this.choose(null);
  }

  /** Whether stones may be taken from within a row. */
  isOpen(row) { return this.options(row).some(({ take, left }) => take > 0 && left.length > 1); }

  /** Marks a stone: those from it on are taken, or, where a move may take some from within, it and its marked neighbours. */
  take(row, stone) {
    const last = Number(this.board.piles[row]) - 1;
    const marks = this.marked(row);
    const has = marks && marks.to >= marks.from;
    if (!this.isOpen(row)) return has && marks.from === stone ? this.choose(this.without(row), row) : this.range(row, stone, last);
    if (!has || stone < marks.from - 1 || stone > marks.to + 1) return this.range(row, stone, stone);
    const isWithin = stone >= marks.from && stone <= marks.to;
    const from = stone === marks.from ? stone + 1 : Math.min(stone, marks.from);
    const to = stone === marks.to ? stone - 1 : isWithin && stone !== marks.from ? stone - 1 : Math.max(stone, marks.to);
    const most = Math.max(...this.options(row).map(({ take }) => Number(take)));
    if (from > to) return this.choose(this.without(row), row);
    return to - from < most ? this.range(row, from, to) : this.range(row, stone, stone);
  }

  /** Marks the stones from one to another: the move that takes them is chosen, if there is one. */
  range(row, from, to) {
    const count = Number(this.board.piles[row]);
    // In a ring, what is left is one row.
    const left = this.board.form === "ring" ? [from + count - 1 - to] : [from, count - 1 - to];
    const options = this.options(row).filter(({ take }) => take == to - from + 1);
    const found = options.find((option) => same(option.left, left))
      ?? options.find((option) => same(bySize(option.parts), bySize(left.filter(Boolean))))
      ?? options.find((option) => option.parts.length < 2);
    if (!found && !this.isOpen(row)) return this.refuse(row);
    this.choose(found?.move ?? null, row, { from, to, cuts: [] });
  }

  /** Cuts a row, or mends it: the move that divides it so is chosen, if there is one. */
  cut(row, gap) {
    const before = this.marked(row)?.cuts ?? [];
    const options = this.options(row).filter(({ take }) => take == 0);
    const most = Math.max(...options.map(({ parts }) => parts.length - 1));
    const more = before.includes(gap) ? before.filter((cut) => cut !== gap) : [...before, gap].sort((a, b) => a - b);
    const cuts = more.length > most ? [gap] : more;
    if (!cuts.length) return this.choose(this.without(row), row);
    const parts = [...cuts, Number(this.board.piles[row])].map((cut, i) => cut - (cuts[i - 1] ?? 0));
    const found = options.find((option) => same(option.parts, parts))
      ?? options.find((option) => same(bySize(option.parts), bySize(parts)));
    this.choose(found?.move ?? null, row, { from: 0, to: -1, cuts });
  }

  /** Dragging the mouse over stones marks them. */
  drag(event) {
    if (!this.from || this.from.stone === null || !event.buttons || !this.enabled) return;
    const to = this.placeOf(document.elementFromPoint(event.clientX, event.clientY));
    if (!to || to.stone === null || to.row !== this.from.row || to.stone === (this.from.last ?? this.from.stone)) return;
    this.from.last = to.stone;
    this.activate(to.row);
    if (this.isOpen(to.row)) this.range(to.row, Math.min(to.stone, this.from.stone), Math.max(to.stone, this.from.stone));
    else this.range(to.row, Math.min(to.stone, this.from.stone), Number(this.board.piles[to.row]) - 1);
  }

  pressCell(target) {
    const cell = target.closest("[data-cell]");
    const coin = target.closest(".coin");
    if (!cell) return;
    const at = Number(cell.dataset.cell);
    const fits = (row) => this.options(row).find(({ move }) => move.after[row] == at)?.move;
    // Somebody who was touched before goes there, even if others stand there.
    const move = this.marks || this.chosen ? fits(this.row) : null;
    if (move) return this.choose(move, this.row);
    const rows = this.board.piles.map((_, row) => row);
    if (!coin) {
      const row = rows.find(fits);
      return row === undefined ? this.refused(t("Nobody can go there in one move.")) : this.choose(fits(row), row);
    }
    this.choose(null, Number(coin.dataset.row), { from: 0, to: -1, cuts: [] });
    this.rowElement(this.row).focus({ preventScroll: true });
  }

  key(event) {
    if (!this.enabled || event.target.closest("input, button")) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step) {
      const count = this.board.piles.length;
      let row = this.row;
      do row = (row + step + count) % count; while (!this.rowElement(row));
      this.activate(row);
      this.mark();
      this.rowElement(row).focus();
    } else if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) {
      const options = this.options(this.row);
      const now = this.chosen && result(this.board, this.chosen, this.row);
      const at = now ? options.findIndex(({ take, left }) => take == now.take && same(left, now.left)) : -1;
      const to = { ArrowLeft: Math.min(at + 1, options.length - 1), ArrowRight: at - 1, Home: options.length - 1, End: -1 }[event.key];
      this.choose(to < 0 ? this.without(this.row) : options[to].move);
      if (!options.length) this.refuse(this.row);
    } else if (event.key === "Escape") this.clear();
    else if (event.key === "Enter" || event.key === " ") {
      this.element.dispatchEvent(new CustomEvent("take"));
    } else return;
    event.preventDefault();
  }

  step(row, by) {
    const input = this.rowElement(row).querySelector("[data-field=take]");
    const next = digits(input.value) + by;
    input.value = next > 0n ? String(next) : "";
    this.type(input);
  }

  /** Numbers that are typed make a move that the program checks when it is made. */
  type(input) {
    if (!this.enabled || input.dataset?.row === undefined) return;
    const row = Number(input.dataset.row);
    this.activate(row);
    input.setAttribute("aria-invalid", input.value !== "" && !/^\d+$/.test(input.value));
    const typed = (row, name) => this.rowElement(row)?.querySelector(`[data-field=${name}]`)?.value ?? "";
    const { piles } = this.board;
    const isAlone = !this.board.legal.some((move) => move.piles.length > 1);
    const kept = (other) => (isAlone ? 0n : BigInt((this.chosen && result(this.board, this.chosen, other)?.take) ?? 0));
    const takes = piles.map((_, other) => (other === row ? digits(typed(other, "take")) : kept(other)));
    const left = digits(typed(row, "left"));
    const after = piles.map((pile, other) => BigInt(pile) - takes[other]);
    if (left > 0n) after.splice(row, 1, left, after[row] - left);
    const changed = piles.map((_, other) => other + 1).filter((pile) => takes[pile - 1] > 0n || (left > 0n && pile === row + 1));
    if (after.some((pile) => pile < 0n)) return this.refused(t("There are not so many."));
    this.choose(changed.length ? { piles: changed, takes: changed.map((pile) => takes[pile - 1]), after } : null, row);
  }

  /** Shows a move, and lets the stones go. */
  async leave(move) {
    Object.assign(this, { chosen: move, marks: null });
    this.mark();
    await pause(350);
    this.element.classList.add("leaving");
    await pause(280);
    this.element.classList.remove("leaving");
  }
}
