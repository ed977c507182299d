// A board: draws a position, and lets somebody choose one of its legal moves by mouse, touch or keyboard. Which moves
// there are comes from the program; here a move is only found in the list, by what it takes and leaves.

import { make, pause } from "./dom.js";
import { k, oneOf, t } from "./words.js";

/** Longer rows are bars, and longer strips lists of numbers. */
const MOST_STONES = 60, MOST_CELLS = 200;

const NAMES = {
  stones: [k("row {row}"), k("take {take}")],
  pins: [k("row {row}"), k("knock down {take}")],
  coins: [k("coin {row}"), k("move {take} to the left")],
  hill: [k("person {row}"), k("climb {take}")],
};

const same = (a, b) => a.length === b.length && a.every((value, i) => value == b[i]);
/** What a move takes from a row, counted from 0; undefined if it leaves that row alone. */
const takeFrom = (move, row) => move.takes[move.piles.indexOf(row + 1)];
const others = (move, row) => move ? move.piles.map((pile, i) => [pile, move.takes[i]]).filter(([pile]) => pile !== row + 1) : [];

export class Board {
  /** `changed(move)` receives the chosen move, or null; `refused(text)` why something cannot be. */
  constructor(element, { changed = () => {}, refused = () => {}, mini = false } = {}) {
    Object.assign(this, { element, changed, refused, mini, chosen: null, enabled: false, row: 0 });
    if (mini) return;
    element.addEventListener("pointerdown", (event) => this.press(event));
    element.addEventListener("pointermove", (event) => this.drag(event));
    addEventListener("pointerup", () => { this.from = null; });
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("click", (event) => this.step(event.target.closest("[data-step]")));
    element.addEventListener("input", (event) => this.type(event.target));
    new ResizeObserver(() => this.fit()).observe(element);
  }

  /** Shows a position. */
  show(board, enabled = false) {
    Object.assign(this, { board, enabled, chosen: null });
    this.isStrip = (board.kind === "coins" || board.kind === "hill") && board.piles.every((cell) => cell <= MOST_CELLS);
    this.divides = board.legal.some((move) => move.after.length > board.piles.length);
    const keep = this.element.contains(document.activeElement);
    this.row = Math.min(this.row, board.piles.length - 1);
    if (enabled && !this.options(this.row).length) this.row = Math.max(0, board.piles.findIndex((_, row) => this.options(row).length));
    this.element.className = `board of-${board.kind}${this.mini ? " mini" : ""}`;
    this.element.replaceChildren(...(this.isStrip ? [this.strip()] : board.piles.map((_, row) => this.line(row))));
    this.fit();
    this.mark();
    if (keep) this.rowElement(this.row)?.focus();
  }

  /** The size of stones: as large as the longest row allows, and not smaller than a finger needs. */
  fit() {
    if (!this.board || this.isStrip) return;
    const longest = Math.max(1, ...this.board.piles.filter((pile) => pile <= MOST_STONES).map(Number));
    const count = Math.min(longest, this.mini ? 99 : 60);
    const gaps = this.divides && !this.mini ? 24 * (count - 1) : 0;
    const width = this.element.clientWidth - (this.mini ? 0 : 44) - gaps;
    const height = (innerHeight * 0.58) / Math.max(1, this.board.piles.length);
    const size = Math.max(this.mini ? 8 : 26, Math.min(this.mini ? 18 : 112, width / count, height));
    this.element.style.setProperty("--stone", `${Math.floor(size)}px`);
  }

  line(row) {
    const { piles } = this.board;
    const pile = piles[row];
    const stones = make("div", { class: "stones" });
    const isBar = pile > MOST_STONES;
    if (isBar) stones.append(make("b", { class: "bar" }, String(pile)));
    const gaps = !this.mini && this.options(row).some((move) => move.takes[0] == 0);
    for (let i = 0; !isBar && i < pile; i++) {
      if (gaps && i > 0) stones.append(make("b", { class: "gap", "data-gap": i }));
      stones.append(make("i", { class: "stone", "data-stone": i }));
    }
    if (this.mini) return make("div", { class: "line" }, stones);
    const steps = isBar ? make("span", { class: "steps" },
      make("button", { type: "button", tabindex: -1, "data-step": -1, "data-row": row, "aria-label": t("fewer") }, "−"),
      make("input", { inputmode: "numeric", "data-row": row, "aria-label": `${this.name(row)}: ${t("how many to take")}`, placeholder: "0", maxlength: 20 }),
      make("button", { type: "button", tabindex: -1, "data-step": 1, "data-row": row, "aria-label": t("more") }, "+")) : null;
    return make("div", { class: "line", role: "spinbutton", tabindex: -1, "data-row": row, "aria-label": `${this.name(row)}, ${t("{count} stones", { count: pile })}` },
      make("span", { class: "count", "aria-hidden": "true" }, isBar ? "" : String(pile)), stones, steps);
  }

  /** The cells of a strip, and who stands on them. */
  strip() {
    const { kind, piles, king } = this.board;
    const last = Math.max(...piles.map(Number));
    const first = kind === "hill" ? 0 : 1;
    const cells = [];
    for (let cell = first; cell <= last; cell++) {
      const standing = piles.map((at, row) => [at, row]).filter(([at]) => at == cell);
      const coin = ([, row]) => make("span", {
        class: `coin${king === row + 1 ? " king" : ""}`, role: this.mini ? null : "spinbutton", tabindex: this.mini ? null : -1, "data-row": row,
        "aria-label": this.mini ? null : `${king === row + 1 ? t("the king") : this.name(row)}, ${t("cell {cell}", { cell })}`,
      }, king === row + 1 ? "♚" : "");
      cells.push(make("div", { class: "cell", "data-cell": cell }, make("small", { "aria-hidden": "true" }, kind === "hill" && cell === 0 ? t("top") : String(cell)), ...standing.map(coin)));
    }
    return make("div", { class: "cells" }, ...cells);
  }

  name(row) { return t(NAMES[this.board.kind][0], { row: row + 1 }); }
  rowElement(row) { return this.element.querySelector(`[role=spinbutton][data-row="${row}"]`); }

  /** The legal moves in a row that go with what is chosen in the others, from the smallest take up. */
  options(row) {
    const kept = others(this.chosen, row);
    const list = this.board.legal.filter((move) => {
      if (takeFrom(move, row) === undefined) return false;
      const rest = others(move, row);
      return rest.length === 0 || same(rest.flat(), kept.flat());
    });
    const best = new Map();
    for (const move of list) {
      const key = `${takeFrom(move, row)} ${move.after.length > this.board.piles.length ? move.after[row] : ""}`;
      if (!best.has(key) || others(move, row).length > 0) best.set(key, move);
    }
    return [...best.values()].sort((a, b) => Number(takeFrom(a, row)) - Number(takeFrom(b, row)));
  }

  /** What a move leaves of the row that it divides: two parts, or null. */
  parts(move) {
    const row = move.piles[0] - 1;
    return move.after.length > this.board.piles.length ? [move.after[row], move.after[row + 1]] : null;
  }

  choose(move, row = this.row) {
    this.chosen = move;
    this.row = row;
    this.mark();
    this.changed(move);
  }

  /** Shows what is chosen. */
  mark() {
    for (const element of this.element.querySelectorAll(".taken, .target, .split")) element.classList.remove("taken", "target", "split");
    const { piles } = this.board;
    const move = this.chosen;
    for (let row = 0; row < piles.length; row++) {
      const element = this.rowElement(row);
      if (!element) continue;
      const take = move && takeFrom(move, row);
      element.tabIndex = this.enabled && row === this.row ? 0 : -1;
      element.setAttribute("aria-valuemin", 0);
      element.setAttribute("aria-valuemax", piles[row]);
      element.setAttribute("aria-valuenow", take ?? 0);
      element.setAttribute("aria-valuetext", take === undefined || take === null ? t("nothing chosen") : this.words(move));
      element.classList.toggle("active", take != null);
      const input = element.querySelector("input");
      if (input && input !== document.activeElement) input.value = take ?? "";
      if (take == null) continue;
      if (this.isStrip) {
        this.element.querySelector(`[data-cell="${Number(piles[row]) - Number(take)}"]`)?.classList.add("target");
        element.classList.add("taken");
        continue;
      }
      const parts = this.parts(move);
      const from = Number(parts ? parts[0] : BigInt(piles[row]) - BigInt(take));
      for (let i = from; i < from + Number(take) && i < MOST_STONES; i++) element.querySelector(`[data-stone="${i}"]`)?.classList.add("taken");
      if (take == 0) element.querySelector(`[data-gap="${from}"]`)?.classList.add("split");
    }
    this.element.classList.toggle("off", !this.enabled);
  }

  /** A move in words. */
  words(move) {
    const text = t(NAMES[this.board.kind][1], { take: move.takes.join(" + ") });
    const parts = this.parts(move);
    if (!parts) return text;
    const leave = { left: parts[0], right: parts[1] };
    return move.takes[0] == 0 ? t("divide into {left} and {right}", leave) : t("{text}, leaving {left} and {right}", { text, ...leave });
  }

  refuse(row) {
    const takes = [...new Set(this.options(row).map((move) => String(takeFrom(move, row))))].filter((take) => take !== "0");
    const text = takes.length ? t("Here one can take {takes}.", { takes: takes.length > 6 ? `${takes[0]} … ${takes.at(-1)}` : oneOf(takes) })
      : this.options(row).length ? t("Here one can only divide the row: tap between two stones.") : t("Here nothing can be taken.");
    this.refused(text);
  }

  /** The move that takes the stones from `i` to `j`. */
  range(row, i, j) {
    const options = this.options(row);
    const count = Number(this.board.piles[row]);
    const take = j - i + 1;
    const divided = (left, right) => (move) => {
      const parts = this.parts(move);
      return parts && takeFrom(move, row) == take && parts[0] == left && parts[1] == right;
    };
    return options.find(divided(i, count - j - 1)) ?? options.find(divided(count - j - 1, i))
      ?? options.find((move) => takeFrom(move, row) == take && !this.parts(move));
  }

  press(event) {
    const { target } = event;
    if (!this.enabled || target.closest("input, button")) return;
    if (this.isStrip) return this.pressCell(target);
    const line = target.closest("[data-row]");
    const row = line ? Number(line.dataset.row) : -1;
    if (row < 0) return;
    event.preventDefault();
    line.focus({ preventScroll: true });
    const gap = target.closest("[data-gap]");
    const stone = target.closest("[data-stone]");
    let move = null;
    if (gap) move = this.options(row).find((move) => move.takes[0] == 0 && this.parts(move).some((part) => part == gap.dataset.gap));
    else if (stone) {
      const at = Number(stone.dataset.stone);
      if (stone.classList.contains("taken") && this.chosen && (this.divides || !line.querySelector(`[data-stone="${at - 1}"].taken`))) return this.choose(others(this.chosen, row).length ? this.without(row) : null, row);
      move = this.divides ? this.extended(line, row, at) : this.options(row).find((move) => takeFrom(move, row) == Number(this.board.piles[row]) - at);
      if (this.divides) Object.assign(this, { from: at, dragged: row });
    } else return;
    if (move) this.choose(move, row);
    else this.refuse(row);
  }

  /** What is chosen without what it takes from a row, if that is a move. */
  without(row) {
    const rest = others(this.chosen, row);
    return this.board.legal.find((move) => same(others(move, -1).flat(), rest.flat())) ?? null;
  }

  /** A stone next to those that are chosen is added to them, if that is a move. */
  extended(line, row, at) {
    const taken = [...line.querySelectorAll(".stone.taken")].map((stone) => Number(stone.dataset.stone));
    const [i, j] = [Math.min(at, ...taken), Math.max(at, ...taken)];
    const isNext = taken.length > 0 && j - i === taken.length;
    return (isNext && this.range(row, i, j)) || this.range(row, at, at)
      || this.options(row).map((move) => Number(takeFrom(move, row))).filter((take) => take > 0 && at + take <= this.board.piles[row])
        .map((take) => this.range(row, at, at + take - 1)).find(Boolean);
  }

  drag(event) {
    if (this.from == null) return;
    const stone = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-stone]");
    if (!stone || stone.closest("[data-row]")?.dataset.row !== String(this.dragged)) return;
    const at = Number(stone.dataset.stone);
    const move = at === this.from ? null : this.range(this.dragged, Math.min(at, this.from), Math.max(at, this.from));
    if (move && move !== this.chosen) this.choose(move, this.dragged);
  }

  pressCell(target) {
    const coin = target.closest(".coin");
    const cell = target.closest("[data-cell]");
    if (!cell) return;
    if (coin) {
      this.row = Number(coin.dataset.row);
      this.choose(null, this.row);
      for (const move of this.options(this.row)) this.element.querySelector(`[data-cell="${Number(move.after[this.row])}"]`)?.classList.add("target");
      coin.focus({ preventScroll: true });
      return this.options(this.row).length ? undefined : this.refuse(this.row);
    }
    const at = Number(cell.dataset.cell);
    const move = this.board.legal.find((move) => move.piles.length === 1 && move.after[move.piles[0] - 1] == at);
    if (move) this.choose(move, move.piles[0] - 1);
    else this.refused(t("Nobody can go there in one move."));
  }

  key(event) {
    if (!this.enabled || event.target.closest("input")) return;
    const count = this.board.piles.length;
    const moves = { ArrowUp: -1, ArrowDown: 1 };
    if (event.key in moves) {
      this.row = (this.row + moves[event.key] + count) % count;
      this.mark();
      this.rowElement(this.row)?.focus();
    } else if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) {
      const options = this.options(this.row);
      const at = options.indexOf(this.chosen);
      const to = { ArrowLeft: Math.min(at + 1, options.length - 1), ArrowRight: at - 1, Home: options.length - 1, End: -1 }[event.key];
      this.choose(to < 0 ? this.chosen && this.without(this.row) : options[to]);
      if (!options.length) this.refuse(this.row);
    } else if (event.key === "Enter" || event.key === " ") {
      this.element.dispatchEvent(new CustomEvent("take"));
    } else return;
    event.preventDefault();
  }

  step(element) {
    if (!element || !this.enabled) return;
    const input = element.parentElement.querySelector("input");
    const now = /^\d+$/.test(input.value) ? BigInt(input.value) : 0n;
    const next = now + BigInt(element.dataset.step);
    input.value = next > 0n ? String(next) : "";
    this.type(input);
  }

  /** Numbers that are typed make a move that the program checks when it is made. */
  type(input) {
    if (!this.enabled || input.dataset?.row === undefined) return;
    this.row = Number(input.dataset.row);
    input.setAttribute("aria-invalid", input.value !== "" && !/^\d+$/.test(input.value));
    const takes = this.board.piles.map((_, row) => {
      const typed = this.rowElement(row)?.querySelector("input");
      if (!typed) return BigInt((this.chosen && takeFrom(this.chosen, row)) ?? 0);
      return /^\d+$/.test(typed.value) ? BigInt(typed.value) : 0n;
    });
    const piles = takes.map((take, row) => (take > 0n ? row + 1 : 0)).filter(Boolean);
    const after = this.board.piles.map((pile, row) => BigInt(pile) - takes[row]);
    if (after.some((pile) => pile < 0n)) return this.refused(t("There are not so many."));
    this.choose(piles.length ? { piles, takes: piles.map((pile) => takes[pile - 1]), after } : null, this.row);
  }

  /** Shows a move, and lets the stones go. */
  async leave(move) {
    this.chosen = move;
    this.mark();
    await pause(350);
    this.element.classList.add("leaving");
    await pause(280);
    this.element.classList.remove("leaving");
  }
}
