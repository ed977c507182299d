// Tests the page in a real browser: called by scripts/check-page with the folder of the page, playwright-core, and a
// folder for screenshots.

import assert from "node:assert/strict";
import { createReadStream, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, statSync, writeSync, closeSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { gunzipSync, gzipSync } from "node:zlib";
import { extname, join, resolve } from "node:path";

const [folder, playwright, screenshots] = process.argv.slice(2);
const { chromium } = await import(resolve(playwright));
mkdirSync(screenshots, { recursive: true });

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".gz": "application/gzip" };
const server = createServer((request, response) => {
  const path = new URL(request.url, "http://x").pathname.replace(/\/$/, "/index.html");
  const file = join(folder, path);
  if (!existsSync(file)) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" });
  createReadStream(file).pipe(response);
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const ORIGIN = `http://127.0.0.1:${server.address().port}`;
const options = { executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] };
const browser = await chromium.launch(options).catch((error) => {
  console.log(`skipped: the page, since Chromium cannot be started here: ${error.message.split("\n")[0]}`);
  process.exit(3);
});

/** Opens the page; whatever it complains about, and a request to another host, is a fault. */
async function open(hash = "", options = {}) {
  const context = await browser.newContext({ locale: "en-US", reducedMotion: "reduce", viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  page.on("dialog", (dialog) => { page.faults.push("a dialog"); dialog.dismiss(); });
  page.on("request", (request) => {
    if (!request.url().startsWith(ORIGIN) && !request.url().startsWith("blob:")) page.faults.push(request.url());
  });
  await page.goto(`${ORIGIN}/${hash}`);
  await page.waitForSelector("body[data-ready]", { timeout: 60_000 });
  page.text = (id) => page.locator(`#${id}`).textContent();
  page.holds = (id, text) => page.waitForFunction(
    ([id, text]) => document.getElementById(id).textContent.includes(text), [id, text], { timeout: 60_000 });
  page.end = async () => {
    assert.deepEqual(page.faults, []);
    await context.close();
  };
  return page;
}

const LINKS = { play: "#play?why=5", rules: "#rules", problems: "#problems?id=hdu1850", check: "#check?problem=poj2234", own: "#own" };

/** That a part shows what it should. */
async function works(page, part, language) {
  const zh = language === "zh";
  if (part === "play") {
    await page.holds("sentence", zh ? "取走最后一颗的人获胜" : "Whoever takes the last stone wins");
    await page.waitForSelector("#board .stone.lone");
  } else if (part === "rules") {
    await page.holds("cards", zh ? "威佐夫博弈" : "Wythoff's game");
    await page.waitForFunction(() => document.querySelectorAll("#values .value").length === 60);
  } else if (part === "problems") {
    await page.holds("statement", zh ? "样例" : "Sample");
    await page.holds("source", "main");
    assert.ok(await page.locator("#list li").count() >= 20);
  } else if (part === "check") {
    await page.waitForFunction(() => /^(Yes|No)\n/.test(document.getElementById("answers").textContent));
  } else {
    await page.holds("own-answers", "\n");
    await page.holds("own-words", zh ? "石子" : "stones");
  }
}

const settled = (page) => page.waitForFunction(() => document.querySelector("#board:not(.off)") || document.querySelector("#turn.won"), null, { timeout: 30_000 });
const isOver = (page) => page.evaluate(() => document.querySelector("#turn.won") !== null);

/** The middles of elements of the board, by what they are. */
const places = (page) => page.evaluate(() => Object.fromEntries([...document.querySelectorAll(
  "#board [data-stone], #board [data-gap], #board [data-cell], #board .coin, #board .count, #board .choice")].map((element, i) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  const { stone, gap, cell, after } = element.dataset;
  const row = element.closest("[data-row]")?.dataset.row;
  const name = element.matches(".choice") ? `choice ${after}` : cell ? `cell ${cell}` : stone ? `stone ${row} ${stone}`
    : gap ? `gap ${row} ${gap}` : element.matches(".coin") ? `coin ${row}` : `count ${row}`;
  return [name, [x + width / 2, y + height / 2]];
})));

/** What the program says of the position on the board. */
const described = (page, rule, piles) => page.evaluate(async ([rule, piles]) => {
  const { describe } = await import("./program.js");
  const [now] = await describe("test", [{ rule, piles: piles.split(" ") }]);
  return JSON.parse(JSON.stringify(now, (_, value) => (typeof value === "bigint" ? String(value) : value)));
}, [rule, piles]);

/** Where somebody presses who makes this move: coins and cells, or stones and gaps between them. */
function presses({ kind, piles, legal }, move) {
  if (kind === "coins" || kind === "hill") {
    const row = move.piles[0] - 1;
    return [`coin ${row}`, `cell ${move.after[row]}`];
  }
  return move.piles.flatMap((pile, i) => {
    const row = pile - 1;
    const left = move.piles.length > 1 ? [move.after[row]] : move.after.slice(row, row + 1 + move.after.length - piles.length);
    const parts = left.filter((part) => part > 0);
    const take = move.takes[i];
    const isOpen = legal.some((other) => other.piles.length === 1 && other.piles[0] === pile && other.takes[0] > 0 && other.after.length > piles.length);
    if (take === 0 && parts.reduce((a, b) => a + b, 0) !== piles[row]) return [`choice ${move.after.join(" ")}`];
    if (take === 0) return parts.slice(1).map((_, i) => `gap ${row} ${parts.slice(0, i + 1).reduce((a, b) => a + b)}`);
    const from = left.length > 1 ? left[0] : piles[row] - take;
    return Array.from({ length: isOpen ? take : 1 }, (_, n) => `stone ${row} ${from + n}`);
  });
}

/** Chooses a move with the mouse, with a finger, or with the keyboard alone. */
async function choose(page, way, board, move, at = null) {
  if (way === "keyboard") {
    const active = () => page.evaluate(() => ({ row: Number(document.activeElement.dataset.row), take: document.activeElement.getAttribute("aria-valuenow") }));
    for (const [i, pile] of move.piles.entries()) {
      for (let n = 0; (await active()).row !== pile - 1; n++) {
        assert.ok(n < 30, `row ${pile} is not reached`);
        await page.keyboard.press("ArrowDown");
      }
      const isLast = i === move.piles.length - 1;
      for (let n = 0; isLast ? await chosen(page) !== move.after.join(" ") : (await active()).take !== String(move.takes[i]); n++) {
        if (n > 60) return;
        await page.keyboard.press("ArrowLeft");
      }
    }
    return;
  }
  at ??= await places(page);
  for (const name of presses(board, move)) {
    assert.ok(at[name], `there is no ${name}`);
    if (way === "touch") await page.touchscreen.tap(...at[name]);
    else await page.mouse.click(...at[name]);
  }
}

const chosen = (page) => page.evaluate(() => document.getElementById("take").dataset.after);

/** Plays a game to its end by moves of the program's list; returns its positions. */
async function playOut(page, way, rule) {
  const positions = [];
  for (let moves = 0; !(await isOver(page)); moves++) {
    assert.ok(moves < 80, "the game does not end");
    const board = await shown(page);
    const move = board.legal[(moves * 7) % board.legal.length];
    if (way === "keyboard") await page.locator("#board [tabindex='0']").focus();
    await choose(page, way, board, move);
    assert.equal(await chosen(page), move.after.join(" "));
    if (way === "keyboard") await page.keyboard.press("Enter");
    else if (way === "touch") await page.locator("#take").tap();
    else await page.locator("#take").click();
    await page.waitForFunction((count) => document.querySelectorAll("#record [data-who]").length > count, 2 * moves);
    await settled(page);
  }
  return linked(page);
}

/** The state in the link. */
const linked = (page) => page.evaluate(async () => (await (await import("./link.js")).readLink()).state);
/** The board that is shown. */
async function shown(page) {
  await page.waitForTimeout(90);
  const { rule, piles, moves, last } = await linked(page);
  return page.evaluate(async ([rule, piles, moves, last]) => {
    const { describe } = await import("./program.js");
    let [now] = await describe("test", [{ rule, piles: piles.split(" "), last }]);
    for (const to of (moves ?? "").split(".").filter(Boolean)) [now] = await describe("test", [{ rule, ...now.board, rule, to: to.split(" ") }]);
    return now.board;
  }, [rule, piles, moves, last]);
}

/** The state in the link, and what the program says of the position that is shown. */
async function shownAt(page) {
  const { rule, piles, moves, last, at } = await linked(page);
  return page.evaluate(async ([rule, piles, moves, last, at]) => {
    const { describe } = await import("./program.js");
    let [now] = await describe("test", [{ rule, piles: piles.split(" "), last }]);
    for (const to of (moves ?? "").split(".").filter(Boolean).slice(0, at ?? 999)) [now] = await describe("test", [{ rule, ...now.board, rule, to: to.split(" ") }]);
    return now;
  }, [rule, piles, moves, last, at]);
}

// ---- an independent search ----

/** The positions that moves of one row leave, as `of(pile)` lists what they leave of it. */
const onOne = (of) => (piles) => piles.flatMap((pile, row) => of(pile).map((left) => [...piles.slice(0, row), ...[left].flat(), ...piles.slice(row + 1)]));
const upTo = (count, of = (n) => n) => Array.from({ length: Math.max(0, count) }, (_, n) => of(n));
const splits = (sum) => upTo(Math.floor(sum / 2) + 1, (part) => [part, sum - part]);
const nim = onOne((pile) => upTo(pile));
/** Whether the last move loses, whether rows may be divided, and the moves. */
const ORACLE = {
  nim: { moves: nim }, "misere nim": { moves: nim, misere: true }, "take 1..3": { moves: onOne((pile) => upTo(Math.min(3, pile), (n) => pile - 1 - n)) },
  "take {1,3,4}": { moves: onOne((pile) => [1, 3, 4].filter((take) => take <= pile).map((take) => pile - take)) },
  kayles: { moves: onOne((pile) => [1, 2].filter((take) => take <= pile).flatMap((take) => splits(pile - take))), divides: true },
  "nim or split": { moves: onOne((pile) => [...upTo(pile), ...splits(pile).filter(([part]) => part > 0)]), divides: true },
  "split unequal": { moves: onOne((pile) => splits(pile).filter(([a, b]) => a > 0 && a !== b)), divides: true },
  wythoff: { moves: ([a, b]) => [...nim([a, b]), ...upTo(Math.min(a, b), (n) => [a - 1 - n, b - 1 - n])] },
  "moore 2": { moves: (piles) => { const one = nim(piles); return [...one, ...one.flatMap((after) => nim(after).filter((last) => last.filter((pile, row) => pile !== piles[row]).length === 2))]; } },
  euclid: { moves: (pair) => pair.flatMap((pile, row) => { const other = pair[1 - row]; return other > 0 && pile >= other ? upTo(Math.floor(pile / other), (n) => pair.with(row, pile - (n + 1) * other)) : []; }) },
  coins: { moves: (cells) => cells.flatMap((cell, coin) => upTo(cell - 1, (n) => n + 1).filter((to) => cells.every((other) => other >= cell || other < to)).map((to) => cells.with(coin, to))) },
  "stairs 1": { moves: (piles) => piles.flatMap((pile, row) => upTo(pile, (n) => piles.map((other, r) => (r === row ? n : r === row - 1 ? other + pile - n : other)))) },
};
const ORACLE_POSITIONS = [["nim", [3, 4, 5]], ["misere nim", [1, 3, 4]], ["take 1..3", [9, 4]], ["take {1,3,4}", [6, 3]], ["kayles", [5, 4]], ["wythoff", [3, 6]], ["moore 2", [2, 3, 3]],
  ["nim or split", [3, 4]], ["split unequal", [7, 6]], ["euclid", [13, 5]], ["coins", [3, 6, 8]], ["stairs 1", [2, 1, 3]]];
const key = ({ divides }, position) => (divides ? position.filter(Boolean).toSorted((a, b) => a - b) : position).join(" ");
const legalMoves = ({ moves }, position) => moves(position);
function firstWins(game, position) {
  const known = (game.known ??= new Map());
  const name = key(game, position);
  if (!known.has(name)) {
    const after = game.moves(position);
    known.set(name, after.length ? after.some((next) => !firstWins(game, next)) : Boolean(game.misere));
  }
  return known.get(name);
}

/** A game that is lost by one mistake, the earliest from which there is another way to win: the opponent makes none. */
function lostGame(game, start) {
  const moves = [start];
  let mistake = null;
  for (let turn = 0; game.moves(moves.at(-1)).length; turn++) {
    const all = game.moves(moves.at(-1));
    const won = all.filter((after) => !firstWins(game, after));
    const lost = all.filter((after) => firstWins(game, after));
    const errs = turn % 2 === 0 && mistake === null && lost.length > 0 && won.length > 0;
    if (errs) mistake = turn;
    moves.push(errs ? lost[Math.floor(lost.length / 2)] : won.length ? won[0] : all[Math.floor(all.length / 3)]);
  }
  return { moves: moves.slice(1), mistake };
}

const GAMES = [["nim", "3 4 5", "mouse"], ["misere nim", "1 3 4", "keyboard"], ["kayles", "5 4", "touch"], ["wythoff", "3 6", "mouse"],
  ["take 1..2*last", "9", "keyboard"], ["coins", "3 6 8", "touch"], ["split unequal", "6 5", "mouse"], ["hill 2", "2 5 8", "keyboard"], ["ring {1,2}", "7", "mouse"], ["stairs 1", "1 2 2", "touch"]];

/** All of a table; where SAMPLE is N, each Nth row, from one of them on. */
const some = (rows, from = 0) => rows.filter((_, i) => (i + from) % Number(process.env.SAMPLE ?? 1) === 0);
/** Positions of all boards. */
const POSITIONS = [["nim", "3 4 5"], ["nim", "1 0 2"], ["misere nim", "2 1 1"], ["take 1..3", "15"], ["take 1..3", "3 1"], ["take {1,3,4}", "10 7"], ["take {3,5}", "7"],
  ["kayles", "7 5"], ["kayles", "1 4 2"], ["wythoff", "4 3"], ["wythoff", "2 2"], ["take 1..2*last", "9"], ["moore 2", "2 3 1"], ["moore 3", "1 2 1 2"],
  ["nim or split", "3 4"], ["nim or split", "7"], ["nim or split 3", "3 5"], ["take each once", "5 3"], ["split unequal", "7 6"], ["euclid", "24 9"], ["euclid", "4 4"], ["coins", "3 6 10"], ["coins", "5 2 8 3"],
  ["hill 2", "3 7 9"], ["hill 2", "0 7 8"], ["hill 1", "4 6"], ["take squares", "10 7"], ["take primes", "11 8"], ["octal 0.137", "8 5"], ["octal 4.07", "6 3"],
  ["take {1,3,4} and split", "6"], ["take {2,3} or split", "6 4"], ["take divisors", "6 8"],
  ["stairs 1", "3 2 4"], ["stairs 0", "1 2 2"], ["ring {1,2}", "7"], ["nim in order", "0 3 2"], ["one each", "2 1 3"], ["two smaller", "4 2"],
  ["leave divisors", "12 6"], ["divide by 2..9", "20"]];

const tests = {
  // How long it takes depends on what else the machine does: it should be at most 100 ms on an idle one.
  async "the first answer comes soon after the program has been loaded"() {
    const page = await open();
    const between = await page.evaluate(() => performance.measure("first", "loaded", "answered").duration);
    console.log(`  ${between.toFixed(0)} ms`);
    await page.end();
  },

  async "it opens with a game, and nothing of the solution is there before somebody asks"() {
    for (const locale of ["en-US", "zh-CN"]) {
      const page = await open("", { locale });
      assert.equal(await page.locator("#board .stone").count(), 12);
      const secrets = ["nim-sum", "异或", "xor", "必胜", "winning", "1 4 5"];
      const all = () => page.evaluate(() => {
        const attributes = [...document.querySelectorAll("#play *")].flatMap((element) => [...element.attributes].map(({ value }) => value));
        return [document.getElementById("play").textContent, location.href, document.title, ...attributes].join("\n");
      });
      const hidden = async () => {
        const text = await all();
        for (const secret of secrets) assert.ok(!text.includes(secret), `${secret} is there`);
      };
      await page.waitForFunction(() => location.hash.includes("piles"));
      await hidden();
      await page.click("#why-button");
      await page.locator("#why .dots button").last().click();
      await page.holds("why", "1 4 5");
      await page.waitForFunction(() => location.hash.includes("why"));
      await page.click("#why .close");
      await page.waitForFunction(() => !location.hash.includes("why"));
      await hidden();
      await page.end();
    }
  },

  ...Object.fromEntries(["mouse", "touch", "keyboard"].map((way, from) => [`every legal move of positions of all boards is chosen by ${way} alone`, async () => {
    const page = await open("", { hasTouch: way === "touch", viewport: { width: way === "touch" ? 360 : 1280, height: 1100 } });
    let count = 0;
    for (const [rule, piles] of some(POSITIONS, from)) {
      await page.goto(`${ORIGIN}/#play?${new URLSearchParams({ rule, piles })}`);
      await page.waitForFunction(([rule, piles]) => new URLSearchParams(location.hash.split("?")[1]).get("rule") === rule
        && new URLSearchParams(location.hash.split("?")[1]).get("piles") === piles && location.hash.includes("level"), [rule, piles]);
      const { board } = await described(page, rule, piles);
      const at = await places(page);
      for (const [i, move] of board.legal.entries()) {
        const about = `${rule}: ${piles} → ${move.after.join(" ")} by ${way}`;
        if (way === "keyboard") {
          // The moves of a row follow each other.
          const isNext = i > 0 && move.piles.length === 1 && String(board.legal[i - 1].piles) === String(move.piles);
          if (!isNext) await page.locator("#board [tabindex='0']").focus();
          if (!isNext) await page.keyboard.press("Escape");
        } else if (!/coins|hill/.test(board.kind)) {
          const [, [x, y]] = Object.entries(at).find(([name]) => name.startsWith("count"));
          await (way === "touch" ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
          assert.equal(await chosen(page), "", about);
        }
        await choose(page, way, board, move, at);
        assert.equal(await chosen(page), move.after.join(" "), about);
        count += 1;
      }
    }
    console.log(`  ${count} moves by ${way}`);
    await page.end();
  }])),

  async "whole games are played by mouse, touch and keyboard, and their record holds every move"() {
    for (const [i, [rule, piles, way]] of some([...GAMES.entries()])) {
      const options = { locale: i % 2 ? "zh-CN" : "en-US", colorScheme: i % 3 ? "light" : "dark", hasTouch: way === "touch", viewport: { width: way === "mouse" ? 1280 : 360, height: 800 } };
      const page = await open(`#play?${new URLSearchParams({ rule, piles })}`, options);
      await settled(page);
      await playOut(page, way, rule);
      assert.match(await page.text("turn"), /You win|program wins|你赢了|程序赢了/);
      await page.waitForTimeout(100);
      const { moves } = await linked(page);
      const count = moves.split(".").length;
      assert.equal(await page.locator("#record [data-who]").count(), count);
      const said = await page.text("turn");
      await page.screenshot({ path: join(screenshots, `over-${i}.png`) });
      // Whoever has won has won after a reload, and after a visit to another part.
      await page.reload();
      await page.waitForSelector("body[data-ready]");
      await page.waitForFunction((said) => document.getElementById("turn").textContent === said, said);
      await page.click("#parts a[href='#rules']");
      await page.waitForSelector("#cards .card", { state: "attached" });
      await page.click("#parts a[href='#play']");
      await page.waitForFunction((said) => document.getElementById("turn").textContent === said, said);
      assert.equal(await page.locator("#record [data-who]").count(), count);
      await page.end();
    }
  },

  async "after a loss the right move is said and drawn, and the step that follows takes the winning moves and no other, under 12 rules"() {
    let tried = 0;
    for (const [i, [rule, start]] of some([...ORACLE_POSITIONS.entries()])) {
      const game = ORACLE[rule];
      const { moves, mistake } = lostGame(game, start);
      const options = { locale: i % 2 ? "zh-CN" : "en-US", colorScheme: i % 3 ? "light" : "dark", viewport: [{ width: 1280, height: 800 }, { width: 390, height: 844 }, { width: 640, height: 400 }][i % 3] };
      const page = await open(`#play?${new URLSearchParams({ rule, piles: start.join(" "), level: 3, moves: moves.map((move) => move.join(" ")).join(".") })}`, options);
      const about = `${rule}: ${start.join(" ")}`;
      await page.waitForFunction(() => document.querySelector("#lesson:not([hidden])")?.textContent);
      assert.match(await page.text("turn"), /The program wins|程序赢了/, about);
      const marked = await page.locator("#record [data-mistake]").evaluateAll((all) => all.map((element) => Number(element.dataset.move) - 1));
      assert.deepEqual(marked, [mistake], about);
      // The sentence names what is left by a move that wins, and the picture has the stones of that move.
      const before = mistake ? moves[mistake - 1] : start;
      const won = legalMoves(game, before).filter((after) => !firstWins(game, after));
      const sentence = await page.text("lesson");
      const drawn = await page.evaluate(() => [...document.querySelectorAll("#board [role=spinbutton]")].map((row) => ({ row: Number(row.dataset.row), coin: row.matches(".coin.hint"),
        cuts: [...row.querySelectorAll(".gap.aim")].map((gap) => Number(gap.dataset.gap)), stones: [...row.querySelectorAll(".stone.hint")].map((stone) => Number(stone.dataset.stone)) })));
      const aim = await page.evaluate(() => document.querySelector("#board .cell.aim")?.dataset.cell);
      const left = before.flatMap((pile, row) => {
        const { coin = false, stones = [], cuts = [] } = drawn.find((other) => other.row === row) ?? {};
        if (coin) return [Number(aim)];
        if (cuts.length) return [...cuts, pile].map((cut, n) => cut - (cuts[n - 1] ?? 0));
        if (!stones.length) return [pile];
        assert.deepEqual(stones, stones.map((_, n) => stones[0] + n), about);
        return stones.at(-1) === pile - 1 ? [stones[0]] : [stones[0], pile - 1 - stones.at(-1)];
      });
      if (rule.startsWith("stairs")) drawn.filter(({ row, stones }) => row > 0 && stones.length).forEach(({ row, stones }) => { left[row - 1] += stones.length; });
      const same = (one, other) => key(game, one) === key(game, other);
      assert.ok(won.some((after) => same(after, left)), `${about}: at ${before} the picture leaves ${left}`);
      const named = /(?:then|剩下) (\d[\d ]*)/.exec(sentence)?.[1].trim().split(" ").map(Number);
      assert.ok(named ? same(named, left) : !legalMoves(game, left).length, `${about}: ${sentence}`);
      // The first try.
      await page.click("#why-button");
      if (rule.startsWith("misere")) await page.click("#why .next");
      await page.waitForSelector("#why [data-step='try']");
      assert.equal(await page.locator("#lesson").isVisible(), false);
      await page.waitForTimeout(100);
      const { board } = await shownAt(page);
      assert.deepEqual(board.piles, before, about);
      for (const move of board.legal) {
        await page.locator("#board [tabindex='0']").focus();
        await page.keyboard.press("Escape");
        await choose(page, "keyboard", board, move);
        assert.equal(await chosen(page), move.after.join(" "), about);
        const wins = await (await page.waitForSelector("#why .said[data-wins]")).evaluate((element) => element.dataset.wins);
        assert.equal(wins, String(!firstWins(game, move.after)), `${about}: ${before} → ${move.after}`);
        tried += 1;
      }
      await page.screenshot({ path: join(screenshots, `lesson-${i}.png`) });
      await page.end();
    }
    console.log(`  ${tried} tries`);
  },

  async "a lost game without hints says nothing of what would have won"() {
    const moves = "2 4 5.1 4 5.0 4 5.0 4 4.0 4 3.0 3 3.0 3 2.0 2 2.0 2 1.0 1 1.0 1 0.0 0 0";
    const page = await open(`#play?${new URLSearchParams({ rule: "nim", piles: "3 4 5", hints: "no", why: "3", moves })}`);
    await page.holds("turn", "The program wins.");
    await page.waitForTimeout(200);
    for (const hidden of ["#lesson", "#why", "#why-button"]) assert.equal(await page.locator(hidden).isVisible(), false, hidden);
    assert.equal(await page.locator("[data-mistake], .hint, .whole, .lone, .faded").count(), 0);
    assert.doesNotMatch(await page.text("play"), /1 4 5, where|gave it away/);
    await page.end();
  },

  async "whoever wins although a move gave it away sees that move, and what would have been better"() {
    for (const [rule, start, moves, mistake] of [["nim", "3 4 5", "2 4 5.2 4 4.0 4 4.0 3 4.0 3 3.0 2 3.0 2 2.0 1 2.0 1 1.0 0 1.0 0 0", 0], ["misere nim", "1 2 3", "0 2 3.0 1 3.0 1 0.0 0 0", 0]]) {
      const page = await open(`#play?${new URLSearchParams({ rule, piles: start, moves })}`);
      const game = ORACLE[rule];
      const all = [start, ...moves.split(".")].map((position) => position.split(" ").map(Number));
      const wrong = all.slice(1).map((_, i) => i).filter((i) => i % 2 === 0 && firstWins(game, all[i]) && firstWins(game, all[i + 1]));
      const hasWon = (all.length % 2 === 0) === !rule.startsWith("misere");
      await page.holds("turn", hasWon ? "You win!" : "The program wins");
      const marked = await page.locator("#record [data-mistake]").evaluateAll((all) => all.map((element) => Number(element.dataset.move) - 1));
      assert.deepEqual(marked, wrong);
      if (!wrong.length) continue;
      assert.equal(wrong[0], mistake);
      await page.holds("turn", "gave it away");
      await page.holds("lesson", "You took");
      await page.end();
    }
  },

  async "a lost position is played out on the board itself: every try is answered, and the program wins each"() {
    for (const [rule, start] of some(ORACLE_POSITIONS, 1)) {
      const game = ORACLE[rule];
      const page = await open(`#play?${new URLSearchParams({ rule, piles: start.join(" ") })}`);
      await page.click("#why-button");
      await page.locator("#why .dots button").nth(rule.startsWith("misere") ? 2 : 1).click();
      await page.waitForSelector("#why [data-step='claim']");
      const board = () => page.evaluate(() => [...document.querySelectorAll("#board [role=spinbutton]")].map((row) => row.matches(".coin") ? Number(row.closest("[data-cell]").dataset.cell) : row.querySelectorAll(".stone").length));
      await page.waitForSelector("#why [data-step='claim'] button:not(.term)");
      for (let moves = 0; moves < 40; moves++) {
        const position = await board();
        assert.ok(!firstWins(game, game.divides ? position.filter(Boolean) : position), `${rule}: ${position}`);
        if (await page.evaluate(() => document.querySelector("#board.off"))) break;
        await page.evaluate(() => document.querySelector("#why .answer").classList.add("seen"));
        await page.locator("#board [tabindex='0']").focus();
        for (let n = 0; await chosen(page) === "" && n < 5; n++) await page.keyboard.press(n ? "ArrowDown" : "Home"), n && await page.keyboard.press("Home");
        await page.waitForSelector("#why .said[data-wins='false']");
        await page.keyboard.press("Enter");
        await page.waitForFunction(() => /lost position|Go on/.test(document.querySelector("#why .answer:not(.seen)")?.textContent)
          && document.getElementById("take").disabled && document.querySelector("#why .answer:not(.seen)").textContent);
        await page.waitForTimeout(60);
        if (/has won/.test(await page.locator("#why .answer").textContent())) break;
      }
      assert.match(await page.locator("#why .answer").textContent(), /lost position/, rule);
      // The game is as it was.
      await page.click("#why .close");
      assert.equal((await linked(page)).moves ?? "", "");
      assert.deepEqual(await board(), start);
      await page.end();
    }
  },

  async "what a step lists is true of its rule: piles and no codes, both equal numbers, and the other side of a ring"() {
    const page = await open("#play?rule=take+each+once&piles=6+4&why=3");
    await page.waitForSelector("#why .ladder");
    const leaves = await page.locator("#why .ladder small").allTextContents();
    // From 6: 1, 2 … 6 may be taken, and what was taken matters as long as it can be taken again.
    assert.deepEqual(leaves, ["leaves 3 (no more 3)", "leaves 2", "leaves 5 (no more 1)", "missing"]);
    await page.goto(`${ORIGIN}/#play?rule=euclid&piles=10+10&why=3`);
    await page.waitForSelector("#why [data-step='moves']");
    assert.deepEqual(await page.locator("#why .moves li").allTextContents(), ["10 10 → 0 10", "10 10 → 10 0"]);
    // A ring is lost if the middle of what any first move leaves can be taken: that is said, and no list of sizes.
    for (const [rule, ring] of [["ring {1,2}", 9], ["ring {1,2}", 100], ["ring {1,3}", 9], ["ring {2,3}", 12], ["ring {1}", 8]]) {
      const takes = rule.match(/\d/g).map(Number);
      const isMirrored = takes.every((take) => takes.some((other) => other <= ring - take && (ring - take - other) % 2 === 0));
      const { board, winner } = await described(page, rule, String(ring));
      const names = board.steps.map(({ step }) => step);
      assert.equal(names.includes("ring"), isMirrored, `${rule}, ${ring}: ${names}`);
      if (isMirrored) assert.deepEqual([winner, names.includes("numbers")], ["second", false], `${rule}, ${ring}`);
    }
    await page.end();
  },

  async "a move made while looking back leaves the earlier line, which one can return to"() {
    const moves = "2 4 5.1 4 5.0 4 5.0 4 4.0 4 3.0 3 3.0 3 2.0 2 2.0 2 1.0 1 1.0 1 0.0 0 0";
    const page = await open(`#play?${new URLSearchParams({ rule: "nim", piles: "3 4 5", level: 3, moves })}`);
    await page.holds("turn", "The program wins. The marked move gave it away.");
    await page.locator("[data-row='0'] [data-stone='1']").click();
    await page.click("#take");
    await page.waitForFunction(() => document.querySelectorAll("#record [data-who]").length === 2);
    await settled(page);
    await page.waitForTimeout(100);
    assert.equal((await linked(page)).lines, moves);
    await page.reload();
    await page.waitForSelector("body[data-ready]");
    await page.locator("#record .line-left").click();
    await page.waitForFunction(() => document.querySelectorAll("#record [data-who]").length === 12);
    await page.waitForTimeout(100);
    const back = await linked(page);
    assert.equal(back.moves, moves);
    assert.match(back.lines, /^1 4 5\./);
    await page.end();
  },

  async "a link may say what it likes: the page comes up, says what is wrong in its own words, and draws no more than fits"() {
    const { deflateRawSync } = await import("node:zlib");
    const packed = (text) => `~.${deflateRawSync(Buffer.from(text), { level: 9 }).toString("base64url")}`;
    const moves = Array.from({ length: 3000 }, (_, i) => String(2999 - i)).join(".");
    const links = [["#__proto__?a=1"], ["#constructor"], ["#toString?why=1"], ["#hasOwnProperty?__proto__=1&constructor=2"], ["#play?why=1.5"], ["#play?why=-1"], ["#play?why=99", null, "#why .step"], ["#play?why=x"], ["#play?at=x&level=constructor&lang=__proto__"], ["#play?at=1e9&level=99"],
      ["#play?last=0", /from 1 on, found 0/], ["#play?rule=take+1..2*last&piles=9&last=0", /from 1 on, found 0/], ["#play?last=x", /from 1 on, found x/], ["#play?last=-1", /from 1 on/], ["#play?last=99999999999999999999", /from 1 on/], ["#play?last=1e3", /from 1 on/],
      ["#play?rule=nim&last=2", /depend on the move before/], ["#play?rule=take+each+once&piles=6&taken=x", /expected numbers with commas/], ["#play?rule=nim&taken=1", /./], ["#play?piles=", /Say how many/], ["#play?piles=0+0", null, "#board"], ["#play?piles=~.AAAA", /./], ["#play?piles=~.%00", /./],
      [`#play?piles=${packed("1 ".repeat(100_000))}`, /a board has at most 60/], [`#play?piles=${packed("1".repeat(50_000_000))}`, /./], [`#play?piles=${Array(1000).fill(1).join("+")}`, /1000 rows: a board has at most 60/], [`#play?rule=${packed("(".repeat(1_000_000))}`, /./],
      ["#play?rule=constructor", /./], ["#play?rule=--help", /./], ["#play?rule=nim&piles=--help", /expected a number/], ["#rules?rule=constructor&search=toString"], ["#rules?rule=__proto__"], ["#problems?id=constructor", /./], ["#problems?source=toString"], ["#problems?id=--help", /./],
      [`#own?${new URLSearchParams({ game: "constructor = 1\ntoString = 2\n__proto__ = 3\n" })}`, /./], [`#own?game=${packed("a".repeat(10_000_000))}`, /./], [`#check?input=${packed("1 1\n".repeat(10_000_000))}`, null, "#answers"], ["#check?problem=__proto__", /./],
      ["#play?piles=3+4+5&moves=3+4+4.9+9+9.1+1+1", /The rules forbid move 2 of the link, 9 9 9/], ["#play?piles=3+4+5&moves=x", /forbid move 1/], ["#play?piles=3+4+5&moves=3+4+5", /forbid move 1/], ["#play?piles=3+4+5&moves=--help", /forbid move 1/], [`#play?piles=3000&moves=${packed(moves)}`, /too many moves: from move \d+ on/], ["#play?piles=3+4+5&lines=x!y!__proto__"]];
    for (const [link, error, seen] of some(links)) {
      const start = performance.now();
      const page = await open(link);
      if (seen) await page.waitForSelector(seen);
      const errors = () => page.evaluate(() => [...document.querySelectorAll(".error")].filter((element) => element.checkVisibility()).map((element) => element.textContent).join(""));
      if (error) await page.waitForFunction(() => [...document.querySelectorAll(".error")].some((element) => element.checkVisibility() && element.textContent)).catch(() => assert.fail(`${link.slice(0, 80)}: no error`));
      await page.waitForTimeout(100);
      const said = await errors();
      if (error) assert.match(said, error, link.slice(0, 80));
      else assert.equal(said, "", link.slice(0, 80));
      assert.doesNotMatch(said.replaceAll("--help", ""), /--\w|bouton |stdin|undefined|<N>|Cannot|NaN/, `${link.slice(0, 80)}: ${said}`);
      assert.ok(performance.now() - start < 10_000, `${link.slice(0, 80)} takes ${performance.now() - start} ms`);
      assert.ok(await page.evaluate(() => [...document.querySelectorAll("main > section")].filter((section) => section.checkVisibility()).length) === 1);
      const size = await page.evaluate(() => [document.querySelectorAll("*").length, document.documentElement.scrollHeight]);
      assert.ok(size[0] < 30_000 && size[1] < 12_000, `${link.slice(0, 80)}: ${size}`);
      // What comes next works.
      await page.goto(`${ORIGIN}/#play?piles=1+2+3&lang=en`);
      await page.waitForFunction(() => document.querySelectorAll("#board .stone").length === 6);
      await page.end();
    }
    const page = await open("#play?piles=0+0");
    await page.holds("turn", "No move can be made in this position.");
    await page.end();
  },

  async "axe finds nothing, at every stage, in both languages, light and dark"() {
    const axe = readFileSync(join(resolve(playwright), "../../axe-core/axe.min.js"), "utf8");
    const lost = new URLSearchParams({ rule: "nim", piles: "3 4 5", level: 3, moves: "2 4 5.1 4 5.0 4 5.0 4 4.0 4 3.0 3 3.0 3 2.0 2 2.0 2 1.0 1 1.0 1 0.0 0 0" });
    const bad = new URLSearchParams({ game: 'rule = "nimm"\ninput = "{ n:1..20 / a:1..100*n / ! }+"\npiles = "a"\nanswer = "A|B"\n' });
    const stages = { opening: "#play", bad: "#play?piles=x", lost: `#play?${lost}`, dawson: "#play?rule=kayles&piles=7+5&why=3", coins: "#play?rule=coins&piles=3+6+10&why=6", wythoff: "#play?rule=wythoff&piles=5+9&why=3", rules: "#rules", problems: "#problems?id=hdu1850",
      check: "#check?problem=poj2234&input=2+1+1%0A&actual=Yes%0A", wrong: "#check?problem=poj2234&input=2+1+x", own: "#own", mistake: `#own?${bad}`, large: "#play?piles=100+200", ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((why) => [`why ${why}`, `#play?why=${why}`])) };
    for (const [i, [stage, link]] of some([...Object.entries(stages).entries()])) {
      for (const colorScheme of ["light", "dark"]) {
        const page = await open(link, { colorScheme, locale: (i + (colorScheme === "dark")) % 2 ? "zh-CN" : "en-US", viewport: i % 3 ? { width: 1280, height: 800 } : { width: 390, height: 844 } });
        await page.waitForTimeout(500);
        await page.evaluate(axe);
        const found = await page.evaluate(async () => (await axe.run(document, { resultTypes: ["violations"] })).violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 150)} ${failureSummary.slice(0, 250)}`)));
        assert.deepEqual(found, [], `${stage}, ${colorScheme}`);
        await page.end();
      }
    }
  },

  async "on a telephone, and at twice the size, the board, its button and the title of a step are in sight together"() {
    for (const viewport of [{ width: 390, height: 844 }, { width: 360, height: 640 }, { width: 640, height: 400 }, { width: 1280, height: 800 }]) {
      const page = await open("#play", { viewport });
      const folded = await page.evaluate(() => ["restart", "share", "level", "setup", "class-box"].filter((id) => document.getElementById(id).checkVisibility()));
      if (viewport.width < 700) assert.deepEqual(folded, []);
      for (const why of [1, 2, 5, 6]) {
        await page.goto(`${ORIGIN}/#play?piles=3+4+5&why=${why}`);
        await page.waitForFunction((why) => document.querySelector("#why .dots [aria-current] b")?.textContent === String(why), why);
        await page.waitForTimeout(100);
        await page.evaluate(() => scrollTo(0, 0));
        const seen = await page.evaluate(() => {
          // What is at the middle of each of these is it, and nothing that covers it.
          const isSeen = (element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            const at = document.elementFromPoint(x + Math.min(width / 2, 40), y + height / 2);
            return Boolean(at) && (element.contains(at) || at.contains(element));
          };
          const whole = (element) => { const { top, bottom } = element.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight + 0.5; };
          const all = { take: "#take", title: "#why h2", "row 1": "[data-row='0'] .stone", "row 2": "[data-row='1'] .stone", "row 3": "[data-row='2'] .stone", next: "#why .next" };
          return Object.entries(all).map(([name, selector]) => [name, document.querySelector(selector)]).filter(([, element]) => !isSeen(element) || !whole(element)).map(([name]) => name);
        });
        assert.deepEqual(seen, [], `${viewport.width} × ${viewport.height}, step ${why}: covered`);
      }
      await page.screenshot({ path: join(screenshots, `step-${viewport.width}.png`) });
      await page.end();
    }
  },

  async "whoever plays the moves that Why names wins, takes back a move, and goes to any position"() {
    const page = await open("#play?rule=nim&piles=3+4+5&level=3");
    await settled(page);
    while (!(await isOver(page))) {
      await page.click("#why-button");
      await page.locator("#why .dots button").last().click();
      await page.locator("#why .moves button").first().click();
      await page.waitForSelector("#why .said[data-wins='true']");
      await page.click("#take");
      await page.waitForTimeout(50);
      await settled(page);
      await page.click("#why .close");
    }
    await page.holds("turn", "You win!");
    const count = () => page.locator("#record [data-who]").count();
    const before = await count();
    await page.click("#record [data-move='2']");
    await page.holds("turn", `Position 2 of ${before}`);
    assert.equal(await count(), before);
    await page.click("#resume");
    await page.waitForFunction(() => document.querySelectorAll("#record [data-who]").length === 2);
    await page.click("#undo");
    await page.waitForFunction(() => document.querySelectorAll("#record [data-who]").length === 0);
    await page.end();
  },

  async "what Why says of a move is what the program says, under every rule and in every step"() {
    const page = await open();
    let count = 0;
    for (const [rule, piles] of some([["nim", "3 4 5"], ["misere nim", "2 1 1"], ["misere nim", "5 1 1"], ["misere nim", "1 1"], ["misere take 1..3", "3 1"], ["misere take {2,3}", "4 5 2"],
      ["moore 2", "1 2 3"], ["misere moore 2", "2 2 1"], ["kayles", "4 3"], ["wythoff", "4 3"], ["take 1..2*last", "7"], ["euclid", "7 4"], ["coins", "2 5"], ["hill 2", "2 5 7"], ["octal 0.137", "5 3"]])) {
      await page.goto(`${ORIGIN}/#play?${new URLSearchParams({ rule, piles, why: 1 })}`);
      const { board, winner, moves } = await described(page, rule, piles);
      await page.waitForFunction(([piles, steps]) => new URLSearchParams(location.hash.split("?")[1]).get("piles") === piles
        && document.querySelectorAll("#why .dots button").length === steps, [piles, board.steps.length]);
      assert.equal(await page.locator("[data-wins='']").count(), 0);
      const names = board.steps.map(({ step }) => step);
      if (rule.startsWith("misere")) assert.equal(names[0], "end");
      for (const [i, name] of names.entries()) {
        await page.locator("#why .dots button").nth(i).click();
        await page.waitForSelector(`#why [data-step='${name}']`);
        const text = await page.locator("#why").textContent();
        if (rule.includes("moore") && /columns|balance/.test(name)) assert.doesNotMatch(text, /\b(even|odd)\b/, `${rule}: ${name}`);
        // There, another position is on the board.
        if (name === "claim") continue;
        for (const move of board.legal.slice(0, name === "balance" ? 8 : name === "end" ? 4 : /nim$/.test(rule) ? 1 : 0)) {
          await page.locator("#board [tabindex='0']").focus();
          await page.keyboard.press("Escape");
          await choose(page, "keyboard", board, move);
          const said = await (await page.waitForSelector("#why .said[data-wins]")).evaluate((element) => [element.dataset.wins, element.textContent]);
          const wins = moves.some(({ after }) => after.join(" ") === move.after.join(" ")) || (move.wins && /moore/.test(rule));
          assert.equal(said[0], String(wins), `${rule}: ${piles} → ${move.after.join(" ")} in ${name}: ${said[1]}`);
          assert.match(said[1], wins ? /wins/ : /loses/);
          count += 1;
        }
      }
      assert.equal(winner === "first", board.legal.some(({ wins }) => wins) || board.legal.length === 0);
    }
    console.log(`  ${count} moves`);
    await page.end();
  },

  async "pins in the middle of a row, the diagonal, two rows at once and numbers of 20 digits can be chosen"() {
    const page = await open("#play?rule=kayles&piles=7");
    await page.locator("[data-stone='2']").click();
    await page.locator("[data-stone='3']").click();
    await page.holds("take", "Knock down 2, leaving 2 + 3");
    for (const [rule, take] of [["wythoff", "Take 2 + 2"], ["moore 2", "Take 2 + 1"]]) {
      await page.goto(`${ORIGIN}/#play?${new URLSearchParams({ rule, piles: "3 5" })}`);
      await page.waitForFunction((rule) => document.querySelectorAll("#board .stone").length === 8
        && new URLSearchParams(location.hash.split("?")[1]).get("rule") === rule && location.hash.includes("level"), rule);
      await page.locator("[data-row='0'] [data-stone='1']").click();
      await page.locator(`[data-row='1'] [data-stone='${rule === "wythoff" ? 3 : 4}']`).click();
      await page.holds("take", take);
    }
    await page.goto(`${ORIGIN}/#play?rule=nim&piles=18446744073709551615+1`);
    await page.holds("board", "18446744073709551615");
    await page.fill("#board [data-field=take]", "18446744073709551614");
    await page.click("#take");
    await page.waitForFunction(() => new URLSearchParams(location.hash.split("?")[1]).get("moves")?.startsWith("1 1"));
    await page.goto(`${ORIGIN}/#play?rule=take+1..3&piles=100`);
    await page.holds("sentence", "1, 2 or 3");
    await page.holds("board", "100");
    await page.fill("#board [data-field=take]", "4");
    await page.click("#take");
    await page.holds("turn", "The rules forbid this move.");
    await page.end();
  },

  async "keys choose and say what they choose"() {
    const page = await open("#play?rule=nim&piles=1+2+4");
    await page.waitForSelector("#board [tabindex='0']");
    await page.locator("#board [tabindex='0']").focus();
    for (const key of ["ArrowDown", "ArrowDown", "ArrowLeft"]) await page.keyboard.press(key);
    const said = () => page.evaluate(() => [document.activeElement.getAttribute("aria-label"), document.activeElement.getAttribute("aria-valuetext")].join(": "));
    assert.equal(await said(), "row 3, 4 stones: take 1");
    await page.keyboard.press("Home");
    assert.equal(await said(), "row 3, 4 stones: take 4");
    await page.end();
  },

  async "every part works in both languages, wide and narrow, light and dark"() {
    for (const [lang, locale] of [["en", "en-US"], ["zh", "zh-CN"]]) {
      for (const width of some([360, 768, 1280], Number(lang === "zh"))) {
        for (const colorScheme of width === 768 ? [lang === "en" ? "light" : "dark"] : ["light", "dark"]) {
          const page = await open("", { locale, colorScheme, viewport: { width, height: 900 } });
          for (const [part, link] of Object.entries(LINKS)) {
            await page.goto(`${ORIGIN}/${link}`);
            await works(page, part, lang);
            const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            assert.ok(overflow <= 0, `${part} is ${overflow} pixels too wide at ${width}`);
            const small = await page.evaluate(() => [...document.querySelectorAll("button, .button, nav a, #list a, .stone, .cell, input:not([type=file]), select, summary")]
              .filter((element) => element.checkVisibility() && !element.closest(".mini")).map((element) => [element.outerHTML.slice(0, 80), element.getBoundingClientRect()])
              .filter(([, { width, height }]) => width < 24 || height < 24).map(([html]) => html));
            assert.deepEqual(small, [], `${part} at ${width}: smaller than 24 pixels`);
            await page.screenshot({ path: join(screenshots, `${part}-${lang}-${width}-${colorScheme}.png`), fullPage: true });
          }
          const gaps = await page.evaluate(() => {
            const boxes = [...document.querySelectorAll("#parts a, #language, #theme")].map((link) => link.getBoundingClientRect());
            return boxes.slice(1).map((box, i) => Math.round(box.left - boxes[i].right));
          });
          assert.ok(gaps.every((gap) => gap >= 0), `the parts fit one line: ${gaps}`);
          await page.end();
        }
      }
    }
  },

  async "text, links, errors and colours have the contrast that people with poor sight need"() {
    for (const colorScheme of ["light", "dark"]) {
      const page = await open("", { colorScheme });
      const ratios = await page.evaluate(() => {
        const style = getComputedStyle(document.documentElement);
        const rgb = (name) => style.getPropertyValue(`--${name}`).trim().match(/[0-9a-f]{2}/g).map((hex) => parseInt(hex, 16));
        const light = (color) => color.map((c) => c / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
          .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
        const ratio = (a, b) => {
          const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
          return (high + 0.05) / (low + 0.05);
        };
        const text = ["ink", "soft", "link", "mark", "good", ...Array.from({ length: 8 }, (_, i) => `p${i}`)];
        const pairs = text.flatMap((name) => ["paper", "card"].map((under) => [name, under, 4.5]));
        return [...pairs, ["on-main", "main", 4.5], ["edge", "paper", 3], ["edge", "card", 3]].map(([a, b, least]) => [`${a} on ${b}`, least, ratio(rgb(a), rgb(b))]);
      });
      for (const [what, least, ratio] of ratios) assert.ok(ratio >= least, `${what}, ${colorScheme}: ${ratio.toFixed(2)}`);
      await page.end();
    }
  },

  async "rules are found in both languages, and have a picture"() {
    const page = await open("#rules");
    for (const words of ["wythoff", "威佐夫"]) {
      await page.waitForSelector("#cards .card", { state: "attached" });
      await page.fill("#rule-search", words);
      await page.waitForFunction(() => document.querySelectorAll("#cards .card:not([hidden])").length === 1);
      assert.equal(await page.locator("#cards .card:not([hidden]) .mini .stone").count(), 14);
    }
    await page.end();
  },

  async "links hold the whole state"() {
    const game = `# ${"long ".repeat(50)}\nrule = "nim"\ninput = "{ n:1..2 / a:1..9*n / ! }+"\npiles = "a"\nanswer = "A|B"\n`;
    const links = [["play", { rule: "nim", piles: "7 9" }, "piles", "7 9"], ["play", { rule: "wythoff", piles: "5 9", why: "1" }, "rule", "wythoff"],
      ["play", { rule: "take 1..2*last", piles: "12", last: "2" }, "turn", "took 2"], ["play", { rule: "nim", piles: "1 2", lang: "zh" }, "turn", "轮到你了"],
      ["play", { rule: "nim", piles: "3 4 5", moves: "3 4 4.3 3 4", level: "2", hints: "no", at: "1" }, "turn", "Position 1 of 2"],
      ["rules", { search: "kayles" }, "rule-search", "kayles"], ["problems", { id: "hdu1850", search: "nim" }, "search", "nim"], ["problems", { id: "hdu1846", source: "rust" }, "source", "fn main"],
      ["check", { problem: "poj2234", input: "2 1 1\n", actual: "Yes\n" }, "verdict", "WA"], ["own", { game, seed: "3" }, "own-seed", "3"], ["check", { problem: "./game.toml", input: "2 1 1\n", game }, "answers", "B"]];
    const page = await open();
    for (const [part, state, id, text] of links) {
      await page.goto(`${ORIGIN}/#${part}?${new URLSearchParams({ lang: "en", ...state })}`);
      const holds = (page) => page.waitForFunction(([id, text]) => `${document.getElementById(id).value ?? ""}${document.getElementById(id).textContent}`.includes(text), [id, text], { timeout: 60_000 });
      await holds(page);
      await page.waitForTimeout(150);
      const link = await page.evaluate(() => location.href);
      await page.goto(`${ORIGIN}/#play?piles=1`);
      await page.waitForFunction(() => document.querySelectorAll("#board .stone").length === 1);
      await page.goto(link);
      await holds(page);
    }
    await page.end();
  },

  async "a wrong answer leads to its position on the board, with what the input gives of the rule"() {
    for (const [problem, input, rule, piles] of [["poj2234", "3 3 6 9\n", "nim", "3 6 9"], ["hdu1846", "1\n5 3\n", "take 1..3", "5"], ["uva10404", "8 3 1 3 4\n", "take {1,3,4}", "8"]]) {
      const page = await open(`#check?${new URLSearchParams({ problem, input, actual: "?\n", lang: rule === "nim" ? "zh" : "en" })}`);
      await page.holds("verdict", rule === "nim" ? "异或和" : "the player to move");
      await page.locator("#verdict a").click();
      await page.waitForSelector("#why .step");
      const state = await page.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.split("?")[1])));
      assert.deepEqual([state.rule, state.piles], [rule, piles]);
      await page.end();
    }
  },

  async "the mistake that explains all wrong answers is said below them, in both languages"() {
    // The sum instead of the nim-sum.
    const cases = Array.from({ length: 40 }, (_, i) => [1 + i % 7, 1 + (i * 3) % 5, 1 + (i * 5) % 6]);
    const input = cases.map((piles) => `3 ${piles.join(" ")}\n`).join("");
    const actual = cases.map((piles) => (piles.reduce((a, b) => a + b) % 2 ? "Yes\n" : "No\n")).join("");
    for (const [lang, said] of [["en", /^likely: .*40 cases/], ["zh", /^可能.*40/]]) {
      const page = await open(`#check?${new URLSearchParams({ problem: "poj2234", input, actual, lang })}`);
      await page.waitForSelector("#verdict .proof >> nth=1");
      assert.match(await page.locator("#verdict .proof").nth(1).textContent(), said);
      await page.end();
    }
  },

  async "errors are in the page's own words, at their place, and what is old is dimmed"() {
    const page = await open("#check?problem=poj2234&input=2+45+45%0A2+1+x%0A");
    await page.holds("answer-error", "2:5: expected a number, found 'x' (case 2)");
    await page.holds("answers", "No\n");
    assert.ok(await page.locator("#answers.old").count());
    await page.goto(`${ORIGIN}/#own`);
    await page.holds("own-answers", "\n");
    await page.fill("#game", 'rule = "nimm"\ninput = "{ n:1..20 / a:1..100*n / ! }+"\npiles = "a"\nanswer = "A|B"\n');
    await page.holds("own-error", "1:");
    assert.equal(await page.locator("#paint .bad").textContent(), "nimm");
    assert.ok(await page.locator("#own-results.old").count());
    await page.goto(`${ORIGIN}/#play`);
    await settled(page);
    await page.click("#setup summary");
    await page.fill("#piles", "1 x 3");
    await page.click("#setup-form button[type=submit]");
    await page.holds("setup-error", "1 x 3: expected a number, found x");
    await page.end();
  },

  async "markup is text wherever it comes from"() {
    const markup = "<img src=x onerror=alert(1)><script>alert(2)</script>";
    const game = `rule = "nim"\ninput = "{ n:1..2 / a:1..9*n / ! }+"\npiles = "a"\nanswer = "<img src=x onerror=alert(1)>|<b>lost"\n`;
    const page = await open(`#play?${new URLSearchParams({ rule: markup, piles: "1" })}`);
    await page.holds("setup-error", "<img");
    for (const [part, state] of [["play", { piles: markup }], ["check", { problem: markup, input: markup }], ["check", { problem: "poj2234", expected: markup, actual: markup }],
      ["problems", { id: markup, search: markup }], ["rules", { search: markup, rule: markup }], ["own", { game: markup }], ["check", { problem: "./game.toml", input: "2 1 1", game }]]) {
      await page.goto(`${ORIGIN}/#${part}?${new URLSearchParams(state)}`);
      await page.waitForTimeout(300);
    }
    await page.holds("answers", "<b>lost");
    await page.goto(`${ORIGIN}/#own?${new URLSearchParams({ game })}`);
    await page.holds("own-answers", "<");
    for (const name of ["#paint b", "#answers b", "img"]) assert.equal(await page.locator(name).count(), 0);
    assert.equal(await page.locator("script").count(), 1);
    await page.end();
  },

  async "each problem and alias has a program in five languages, with comments in the language of the page"() {
    const sources = JSON.parse(gunzipSync(readFileSync(join(folder, "sources.json.gz"))));
    for (const [id, programs] of Object.entries(sources)) {
      assert.deepEqual(Object.keys(programs), ["c", "cpp", "rust", "python", "java"], id);
      for (const { en, zh, rest } of Object.values(programs)) assert.ok(en !== zh && /main/.test(rest), id);
    }
    for (const [lang, title] of [["en", /^# POJ 3480: John\n[^]*\nmain\(\)\n$/], ["zh", /^# POJ 3480: [^]*取走[^]*\nmain\(\)\n$/]]) {
      const page = await open(`#problems?id=poj3480&source=python&lang=${lang}`);
      await page.holds("source", "POJ 3480");
      assert.match(await page.text("source"), title);
      const ids = await page.evaluate(() => [...document.querySelectorAll("#problem-names option")].map(({ value }) => value));
      assert.deepEqual(ids.filter((id) => !sources[id]), ["./game.toml"]);
      await page.end();
    }
  },

  async "the page is small: its files, their lines, and all of it compressed"() {
    const read = (folder, names) => readdirSync(folder).filter((name) => names.test(name)).map((name) => readFileSync(join(folder, name)));
    const lines = read("src/page", /\.(js|html|css)$/).flatMap((text) => text.toString().trimEnd().split("\n"));
    assert.ok(lines.length <= 3000, `${lines.length} lines`);
    assert.deepEqual(lines.filter((line) => line.length > 140), []);
    const size = gzipSync(Buffer.concat(read(folder, /./)), { level: 9 }).length;
    assert.ok(size <= 900_000, `${size} bytes`);
  },

  async "the first opponent errs half of the time, the next one less, the last one never"() {
    const page = await open();
    for (const [level, luck, isWon] of [[1, 0.49, true], [1, 0.51, false], [2, 0.19, true], [2, 0.21, false], [3, 0, false]]) {
      await page.evaluate((luck) => { Math.random = () => luck; }, luck);
      await page.goto(`${ORIGIN}/#play?${new URLSearchParams({ rule: "nim", piles: `3 4 ${8 + level}`, level, lang: luck === 0.49 ? "zh" : "en" })}`);
      await page.waitForFunction((count) => document.querySelectorAll("#board .stone").length === count && document.querySelector("#board:not(.off)"), 15 + level);
      assert.equal(await page.locator("#level").inputValue(), String(level));
      await page.locator("[data-row='0'] [data-stone='2']").click();
      await page.click("#take");
      await page.waitForFunction(() => document.querySelectorAll("#record [data-who]").length === 2);
      await settled(page);
      await page.waitForTimeout(100);
      const state = await linked(page);
      const after = state.moves.split(".")[1].split(" ").map(Number);
      assert.equal(after.reduce((sum, pile) => sum ^ pile) !== 0, isWon, `${level}, ${luck}: ${after}`);
      assert.equal(state.level, String(level));
    }
    await page.end();
  },

  async "the position of the day is won, of another game each day of a week, and of three difficulties"() {
    const page = await open();
    const days = await page.evaluate(async () => {
      const { ofTheDay } = await import("./games.js");
      const { describe } = await import("./program.js");
      const days = [];
      for (let day = 1; day <= 7; day++) {
        for (let difficulty = 0; difficulty < 3; difficulty++) {
          const candidates = ofTheDay(difficulty, new Date(2026, 10, day));
          const found = await describe("test", candidates);
          days.push([candidates[0].rule, found.some(({ winner, moves, board }) => winner === "first" && moves.length < board.legal.length)]);
        }
      }
      return days;
    });
    assert.equal(new Set(days.map(([rule]) => rule)).size, 7);
    assert.ok(days.every(([, isWon]) => isWon), JSON.stringify(days));
    await page.click("#setup summary");
    for (const i of [0, 2]) {
      await page.click("#setup summary").catch(() => {});
      if (!await page.locator("#today button").first().isVisible()) await page.click("#setup summary");
      await page.locator("#today button").nth(i).click();
      await page.waitForFunction((level) => document.getElementById("level").value === level && !document.getElementById("setup").open, String(i + 1));
      await page.waitForTimeout(100);
      const { rule, piles } = await linked(page);
      assert.equal((await described(page, rule, piles)).winner, "first");
    }
    await page.end();
  },

  async "a link for a class has the position, the language, the level, and no hints"() {
    const page = await open("#play?rule=wythoff&piles=3+6");
    await settled(page);
    await page.click("#class-box summary");
    await page.selectOption("#class-level", "3");
    await page.selectOption("#class-language", "zh");
    await page.uncheck("#class-hints");
    await page.waitForFunction(() => document.getElementById("class-link").value.includes("hints=no"));
    // What is on the board then is in the link, and the level that was chosen stays.
    await page.locator("[data-row='1'] [data-stone='5']").click();
    await page.click("#take");
    await page.waitForFunction(() => document.querySelectorAll("#record [data-who]").length === 2);
    await settled(page);
    await page.waitForTimeout(150);
    const stones = await page.locator("#board .stone").count();
    assert.ok(stones < 8);
    assert.match(await page.inputValue("#class-link"), /level=3/);
    await page.goto(`${ORIGIN}/#rules`);
    await page.goto(await page.inputValue("#class-link"));
    await page.holds("turn", "轮到你");
    assert.ok(!await page.locator("#why-button").isVisible());
    assert.equal(await page.inputValue("#level"), "3");
    assert.equal(await page.locator("#board .stone").count(), stones);
    await page.end();
  },

  async "a game of one's own is played, with the set that the input gives"() {
    const game = `rule = "take s"\ninput = "{ k:2..2 / s:1..3*k / n:2..2 / a:4..6*n / ! }+"\npiles = "a"\nanswer = "W|L"\n`;
    const page = await open(`#own?${new URLSearchParams({ game })}`);
    await page.waitForSelector("#own-play:not([hidden])");
    await page.click("#own-play");
    await page.waitForFunction(() => document.querySelectorAll("#board .stone").length >= 8);
    await settled(page);
    assert.match((await linked(page)).rule, /^take \{\d,\d\}$/);
    await page.end();
  },

  async "a change of language changes all words of a game, and errors have none of a command line"() {
    const page = await open("#play?rule=kayles&piles=5+4&moves=5+0+3.4+0+0+3&why=2");
    await page.holds("record", "program:");
    await page.click("#language");
    await page.holds("sentence", "瓶");
    const chinese = await page.evaluate(() => ["sentence", "record", "turn", "take", "why"].map((id) => document.getElementById(id).innerText).join("\n"));
    assert.doesNotMatch(chinese.replace(/Nim|Grundy|SG/g, ""), /[A-Za-z]{2,}/);
    for (const lang of ["en", "zh"]) {
      for (const [part, state, id] of [["play", { rule: "nimm", piles: "1" }, "setup-error"], ["play", { rule: "wythoff", piles: "1 2 3" }, "setup-error"],
        ["play", { rule: "split unequal", piles: "9999999999999" }, "setup-error"], ["play", { rule: "help", piles: "1" }, "setup-error"],
        ["play", { rule: "nim", piles: "99999999999999999999" }, "setup-error"], ["problems", { id: "nothing" }, "problem-error"],
        ["own", { seed: "x" }, "own-error"], ["check", { problem: "help", input: "1" }, "answer-error"], ["check", { problem: "poj2234", input: "1 x" }, "answer-error"]]) {
        await page.goto(`${ORIGIN}/#${part}?${new URLSearchParams({ ...state, lang })}`);
        await page.waitForFunction((id) => document.getElementById(id).textContent, id);
        await page.waitForTimeout(60);
        const said = await page.text(id);
        assert.doesNotMatch(said, /--\w|bouton |stdin|PILE|Cannot|undefined/, said);
        await page.evaluate((id) => { document.getElementById(id).textContent = ""; }, id);
      }
    }
    await page.goto(`${ORIGIN}/#check?${new URLSearchParams({ problem: "poj2234", input: "2 1 1\n", expected: "Yes\n", actual: "No\n", lang: "en" })}`);
    await page.holds("verdict", "1 of 1 are wrong");
    assert.equal(await page.locator("#verdict .badge.right").count(), 1);
    await page.end();
  },

  async "problems are found by the names of their games in both languages"() {
    const page = await open("#problems");
    for (const [words, id] of [["kayles", "hdu2999"], ["威佐夫", "hdu1527"], ["wythoff", "hdu1527"]]) {
      await page.fill("#search", words);
      const ids = await page.locator("#list a").evaluateAll((links) => links.map((link) => new URLSearchParams(link.hash.split("?")[1]).get("id")));
      assert.ok(ids.length > 0 && ids.length < 10, `${words}: ${ids}`);
      assert.ok(ids.includes(id), `${words}: ${ids}`);
    }
    await page.end();
  },

  async "the focus stays where one is, and a finger that scrolls takes no stone"() {
    const page = await open("#play?why=3", { hasTouch: true, viewport: { width: 360, height: 740 } });
    await page.waitForSelector("#why .next");
    const focused = () => page.evaluate(() => document.activeElement.className || document.activeElement.id);
    await page.focus("#why .next");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#why [data-step='break']");
    assert.match(await focused(), /next/);
    await page.focus("#why .close");
    await page.keyboard.press("Enter");
    assert.equal(await focused(), "why-button");
    const [x, y] = (await places(page))["stone 1 1"];
    const session = await page.context().newCDPSession(page);
    await session.send("Input.synthesizeScrollGesture", { x, y, yDistance: -120, gestureSourceType: "touch", speed: 2000 });
    assert.equal(await chosen(page), "");
    // The board is in sight while a step asks for a choice on it.
    await page.goto(`${ORIGIN}/#play?why=6`);
    await page.waitForSelector("#why [data-step='balance']");
    await page.evaluate(() => document.querySelector("#why .close").scrollIntoView({ block: "end" }));
    const { top, bottom } = await page.evaluate(() => { const { top, bottom } = document.getElementById("board").getBoundingClientRect(); return { top, bottom }; });
    assert.ok(top >= 0 && bottom <= 740, `${top} to ${bottom}`);
    await page.end();
  },

  async "a page that cannot start says so: without JavaScript, or opened as a file"() {
    const context = await browser.newContext({ javaScriptEnabled: false });
    for (const address of [`${ORIGIN}/`, `file://${resolve(folder)}/index.html`]) {
      const page = await context.newPage();
      await page.goto(address);
      await page.waitForTimeout(2200);
      assert.ok(await page.locator("#state").isVisible());
      await page.close();
    }
    await context.close();
    const page = await (await browser.newContext()).newPage();
    await page.goto(`file://${resolve(folder)}/index.html`);
    await page.waitForTimeout(2200);
    assert.match(await page.locator("#state").innerText(), /web server/);
    await page.close();
  },

  async "what is loaded works offline"() {
    const page = await open();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.context().setOffline(true);
    await page.goto(`${ORIGIN}/#play?piles=3+5+7`);
    await page.waitForFunction(() => document.querySelectorAll("#board .stone").length === 15);
    page.faults.length = 0;
    for (const path of ["", "index.html"]) {
      await page.goto(`${ORIGIN}/${path}?#play?piles=3+5+7`);
      await page.waitForSelector("body[data-ready]");
      await page.waitForFunction(() => document.querySelectorAll("#board .stone").length === 15);
    }
    page.faults.length = 0;
    await page.end();
  },

  async "300 MB stream through a worker in little memory"() {
    const scratch = mkdtempSync(join(tmpdir(), "page-"));
    try {
      const file = join(scratch, "big.in");
      let seed = 1;
      const random = () => (seed = (seed * 48271) % 2147483647);
      const lines = [], answers = [];
      for (let bytes = 0; bytes < 4e6;) {
        const piles = Array.from({ length: 1 + random() % 20 }, () => 1 + random() % 10_000_000);
        const line = `${piles.length} ${piles.join(" ")}\n`;
        lines.push(line);
        answers.push(piles.reduce((sum, pile) => sum ^ pile) === 0 ? "No\n" : "Yes\n");
        bytes += line.length;
      }
      const part = Buffer.from(lines.join(""));
      const out = openSync(file, "w");
      for (let n = 0; n < 75; n++) writeSync(out, part);
      closeSync(out);
      const { size } = statSync(file);
      const page = await open(LINKS.check);
      const memory = async () => {
        const session = await page.context().newCDPSession(page);
        const { usedSize, backingStorageSize } = await session.send("Runtime.getHeapUsage");
        return usedSize + (backingStorageSize ?? 0);
      };
      await page.locator("input[data-for=input]").setInputFiles(file);
      await page.waitForFunction(() => document.getElementById("answers").textContent.length > 1000, null, { timeout: 300_000 });
      const ms = +(await page.evaluate(() => document.getElementById("answers").dataset.milliseconds));
      const used = await memory();
      // The speed depends on what else the machine does.
      console.log(`  ${(size / 1e3 / ms).toFixed(0)} MB/s; ${(used / 1e6).toFixed(0)} MB of memory in the page`);
      assert.ok(used < 200e6, `${used} bytes`);
      const download = page.waitForEvent("download");
      await page.click("#answer-download");
      assert.ok(readFileSync(await (await download).path(), "utf8") === answers.join("").repeat(75), "other answers");
      // The file goes, and the field is used again.
      await page.locator("#input").press("Delete");
      await page.fill("#input", "1 1\n");
      await page.waitForFunction(() => document.getElementById("answers").textContent === "Yes\n");
      await page.end();
    } finally {
      rmSync(scratch, { recursive: true });
    }
  },
};

let [passed, failed] = [0, 0];
const waiting = Object.entries(tests).filter(([name]) => !process.env.ONLY || name.includes(process.env.ONLY));
/** Runs tests until none is left; several do so at the same time, since they mostly wait for the browser. */
async function work() {
  for (let next; (next = waiting.shift());) {
    const [name, test] = next;
    const start = performance.now();
    try {
      await test();
      console.log(`${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
      passed += 1;
    } catch (error) {
      failed += 1;
      console.error(`FAILED: ${name}: ${error.stack.slice(0, 2000)}`);
    }
  }
}
await Promise.all(Array.from({ length: Number(process.env.JOBS ?? 3) }, work));
await browser.close();
server.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
