// Tests the page in a real browser: called by scripts/check-page with the folder of the page, playwright-core, and a
// folder for screenshots.

import assert from "node:assert/strict";
import { createReadStream, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync, closeSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
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

const LINKS = { play: "#play?why=3", rules: "#rules", problems: "#problems?id=hdu1850", check: "#check?problem=poj2234", own: "#own" };

/** That a part shows what it should. */
async function works(page, part, language) {
  const zh = language === "zh";
  if (part === "play") {
    await page.holds("sentence", zh ? "取走最后一颗的人获胜" : "Whoever takes the last stone wins");
    await page.waitForSelector("#why .blocks .lone");
  } else if (part === "rules") {
    await page.holds("cards", zh ? "威佐夫博弈" : "Wythoff's game");
    await page.waitForFunction(() => document.querySelectorAll("#values .value").length === 60);
  } else if (part === "problems") {
    await page.holds("statement", zh ? "样例输入" : "Sample input");
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

/** Chooses any move, with the mouse, with a finger, or with the keyboard. */
async function choose(page, way) {
  if (way === "keyboard") {
    await page.evaluate(() => document.querySelector("#board [role=spinbutton][tabindex='0']").focus());
    return page.keyboard.press("ArrowLeft");
  }
  const press = (element) => (way === "touch" ? element.tap() : element.click());
  for (const element of await page.locator("#board .gap, #board .line .stone:last-child, #board .coin").all()) {
    await press(element);
    const cell = page.locator("#board .cell.target").first();
    if (await cell.count()) await press(cell);
    if (await page.locator("#take:enabled").count()) return;
  }
  assert.fail("no move can be chosen");
}

/** Plays a game to its end; returns its positions. */
async function playOut(page, way) {
  for (let moves = 0; !(await isOver(page)); moves++) {
    assert.ok(moves < 80, "the game does not end");
    await choose(page, way);
    if (way === "keyboard") await page.keyboard.press("Enter");
    else if (way === "touch") await page.locator("#take").tap();
    else await page.locator("#take").click();
    await page.waitForFunction((count) => document.querySelectorAll("#log li").length > count, 2 * moves);
    await settled(page);
  }
  return page.evaluate(() => [...document.querySelectorAll("#log small")].map((move) => move.textContent.split("→").map((side) => side.trim().split(" ").map(Number))));
}

const GAMES = [["nim", "3 4 5", "mouse"], ["misere nim", "1 3 4", "keyboard"], ["kayles", "5 4", "touch"], ["wythoff", "3 6", "mouse"],
  ["take 1..2*last", "9", "keyboard"], ["coins", "3 6 8", "touch"], ["split unequal", "6 5", "mouse"], ["hill 2", "2 5 8", "keyboard"]];

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

  async "whole games are played by mouse, touch and keyboard, and only legal moves are made"() {
    for (const [i, [rule, piles, way]] of GAMES.entries()) {
      const options = { locale: i % 2 ? "zh-CN" : "en-US", colorScheme: i % 3 ? "light" : "dark", hasTouch: way === "touch", viewport: { width: way === "mouse" ? 1280 : 360, height: 800 } };
      const page = await open(`#play?${new URLSearchParams({ rule, piles })}`, options);
      await settled(page);
      const moves = await playOut(page, way);
      assert.match(await page.text("turn"), /You win|program wins|你赢了|程序赢了/);
      for (const [before, after] of moves) {
        const changed = before.map((pile, row) => pile - after[row]).filter((take) => take !== 0);
        if (/nim|last/.test(rule)) assert.ok(changed.length === 1 && changed[0] > 0, `${before} → ${after}`);
        if (rule === "take 1..2*last") assert.ok(changed[0] <= 8);
        if (rule === "wythoff") assert.ok(changed.every((take) => take === changed[0] && take > 0), `${before} → ${after}`);
        if (rule === "kayles") assert.ok(after.length === before.length + 1);
      }
      await page.screenshot({ path: join(screenshots, `over-${i}.png`) });
      await page.end();
    }
  },

  async "a lost game goes to the program, a won one to whoever plays the moves that Why names, and a move is taken back"() {
    const page = await open("#play?rule=nim&piles=3+4+5");
    await settled(page);
    while (!(await isOver(page))) {
      await page.click("#why-button");
      await page.locator("#why .dots button").last().click();
      await page.locator("#why .moves button").first().click();
      await page.click("#take");
      await page.waitForTimeout(50);
      await settled(page);
      await page.click("#why .close");
    }
    await page.holds("turn", "You win!");
    const before = await page.locator("#log li").count();
    await page.click("#undo");
    await page.waitForFunction((count) => document.querySelectorAll("#log li").length === count, before - 1);
    await page.end();
  },

  async "pins in the middle of a row, the diagonal, two rows at once and numbers of 20 digits can be chosen"() {
    const page = await open("#play?rule=kayles&piles=7");
    await page.locator("[data-stone='2']").click();
    await page.locator("[data-stone='3']").click();
    await page.holds("take", "Knock down 2, leaving 2 and 3");
    for (const [rule, take] of [["wythoff", "Take 2 + 2"], ["moore 2", "Take 2 + 1"]]) {
      await page.goto(`${ORIGIN}/#play?${new URLSearchParams({ rule, piles: "3 5" })}`);
      await page.waitForFunction(() => document.querySelectorAll("#board .stone").length === 8);
      await page.locator("[data-row='0'] [data-stone='1']").click();
      await page.locator(`[data-row='1'] [data-stone='${rule === "wythoff" ? 3 : 4}']`).click();
      await page.holds("take", take);
    }
    await page.goto(`${ORIGIN}/#play?rule=nim&piles=18446744073709551615+1`);
    await page.holds("board", "18446744073709551615");
    await page.fill("#board input", "18446744073709551614");
    await page.click("#take");
    await page.holds("log", "18446744073709551615 1 → 1 1");
    await page.goto(`${ORIGIN}/#play?rule=take+1..3&piles=100`);
    await page.holds("sentence", "1, 2 or 3");
    await page.holds("board", "100");
    await page.fill("#board input", "4");
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
      for (const width of [360, 1280]) {
        for (const colorScheme of ["light", "dark"]) {
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
      ["rules", { search: "kayles" }, "rule-search", "kayles"], ["problems", { id: "hdu1850", search: "nim" }, "search", "nim"], ["problems", { id: "hdu1846", source: "rust" }, "source", "fn main"],
      ["check", { problem: "poj2234", input: "2 1 1\n", actual: "Yes\n" }, "verdict", "WA"], ["own", { game, seed: "3" }, "own-seed", "3"], ["check", { problem: "./game.toml", input: "2 1 1\n", game }, "answers", "B"]];
    for (const [part, state, id, text] of links) {
      const page = await open(`#${part}?${new URLSearchParams(state)}`);
      const holds = (page) => page.waitForFunction(([id, text]) => `${document.getElementById(id).value ?? ""}${document.getElementById(id).textContent}`.includes(text), [id, text], { timeout: 60_000 });
      await holds(page);
      await page.waitForFunction(() => location.hash.includes("lang="));
      const other = await open(await page.evaluate(() => location.hash));
      await holds(other);
      await other.end();
      await page.end();
    }
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

  async "what is loaded works offline"() {
    const page = await open();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.context().setOffline(true);
    await page.goto(`${ORIGIN}/#play?piles=3+5+7`);
    await page.waitForFunction(() => document.querySelectorAll("#board .stone").length === 15);
    page.faults.length = 0;
    await page.reload();
    await page.waitForSelector("body[data-ready]");
    await page.waitForFunction(() => document.querySelectorAll("#board .stone").length === 15);
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
for (const [name, test] of Object.entries(tests)) {
  if (process.env.ONLY && !name.includes(process.env.ONLY)) continue;
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
await browser.close();
server.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
