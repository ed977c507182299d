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

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".gz": "application/gzip" };
const server = createServer((request, response) => {
  const path = new URL(request.url, "http://x").pathname.replace(/\/$/, "/index.html");
  const file = join(folder, path);
  if (!existsSync(file)) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" });
  createReadStream(file).pipe(response);
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const ORIGIN = `http://127.0.0.1:${server.address().port}`;
const options = { executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage"] };
const browser = await chromium.launch(options).catch((error) => {
  console.log(`skipped: the page, since Chromium cannot be started here: ${error.message.split("\n")[0]}`);
  process.exit(3);
});

/** Opens the page; whatever it complains about, and a request to another host, is a fault. */
async function open(hash = "", options = {}) {
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 1280, height: 900 }, ...options });
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

const LINKS = {
  explain: "#explain?rule=nim&piles=14+21+39",
  answer: "#answer?problem=poj2234",
  compare: "#compare?problem=poj2234",
  problem: "#problem?id=hdu1850",
  own: "#own",
};

/** That a part shows what it should. */
async function works(page, part, language) {
  const zh = language === "zh";
  if (part === "explain") {
    await page.holds("picture", zh ? "先手胜" : "First player wins");
    await page.holds("words", "pile 3: take 12 -> 14 21 27");
    await page.holds("table", " 50");
    assert.ok(await page.locator("#plot rect").count() > 50);
  } else if (part === "answer") {
    await page.holds("answers", "No\nYes\n");
  } else if (part === "compare") {
    await page.holds("verdict", "WA");
    await page.holds("verdict", "case 3");
  } else if (part === "problem") {
    await page.holds("statement", zh ? "样例输入" : "Sample input");
    await page.holds("source", "main");
    assert.ok(await page.locator("#list li").count() >= 20);
  } else {
    await page.holds("own-answers", "\n");
    await page.holds("own-words", zh ? "每步从一堆中恰好取 1, 3 或 4 颗石子" : "take");
  }
}

const tests = {
  // How long it takes depends on what else the machine does: it should be at most 100 ms on an idle one.
  async "the first answer comes soon after the program has been loaded"() {
    const page = await open(LINKS.answer);
    const between = await page.evaluate(() => performance.measure("first", "loaded", "answered").duration);
    console.log(`  ${between.toFixed(0)} ms`);
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
            await page.screenshot({ path: join(screenshots, `${part}-${lang}-${width}-${colorScheme}.png`), fullPage: true });
          }
          await page.end();
        }
      }
    }
  },

  async "text, links, errors and buttons have the contrast that people with poor sight need"() {
    for (const colorScheme of ["light", "dark"]) {
      const page = await open(LINKS.explain, { colorScheme });
      await works(page, "explain", "en");
      const ratios = await page.evaluate(() => {
        const style = getComputedStyle(document.documentElement);
        const rgb = (name) => style.getPropertyValue(`--${name}`).trim().match(/[0-9a-f]{2}/g).map((hex) => parseInt(hex, 16));
        const light = (color) => color.map((c) => c / 255)
          .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
          .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
        const ratio = (a, b) => {
          const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
          return (high + 0.05) / (low + 0.05);
        };
        const mix = (over, under, part) => over.map((c, i) => c * part + under[i] * (1 - part));
        // What a picture draws with less opacity: digits that are 0, on a column that is marked, too.
        const mark = [0xe8, 0x59, 0x0c];
        const digit = mix(rgb("text"), rgb("back"), +document.querySelector("#picture text[fill-opacity]").getAttribute("fill-opacity"));
        const band = document.querySelector("#picture .odd");
        const [text, back] = [digit, rgb("back")].map((color) => mix(mark, color, +band.getAttribute("fill-opacity")));
        const pairs = ["text", "soft", "link", "mark"].flatMap((name) => ["back", "panel"].map((under) => [name, under]));
        return [...[...pairs, ["on-main", "main"]].map(([a, b]) => [`${a} on ${b}`, 4.5, ratio(rgb(a), rgb(b))]),
          ["digits", 4.5, ratio(digit, rgb("back"))], ["digits in a column", 4.5, ratio(text, back)],
          ["borders", 3, ratio(rgb("line"), rgb("back"))], ["marks of a picture", 3, ratio(mark, rgb("back"))]];
      });
      for (const [what, least, ratio] of ratios) assert.ok(ratio >= least, `${what}, ${colorScheme}: ${ratio.toFixed(2)}`);
      await page.end();
    }
  },

  async "every rule of the program is explained with a picture"() {
    const page = await open(LINKS.explain);
    for (const [rule, piles] of [["wythoff", "5 9"], ["euclid", "24 17"], ["take 1..2*last", "20"], ["moore 2", "3 5 6"],
      ["kayles", "7 5"], ["nim or split", "5 9"], ["take squares", "10 7"], ["misere nim", "1 1 3"]]) {
      await page.goto(`${ORIGIN}/#explain?${new URLSearchParams({ rule, piles })}`);
      await page.waitForFunction((piles) => [...document.querySelectorAll("#picture .live .pile")]
        .map((pile) => pile.dataset.size).join(" ") === piles && !document.querySelector("#picture.old"), piles);
      assert.equal(await page.text("explain-error"), "", rule);
    }
    assert.ok(await page.locator("#rules option").count() > 15);
    await page.end();
  },

  async "a game is played with the keyboard alone"() {
    const page = await open("#explain?rule=nim&piles=1+2+4");
    await page.locator("#solution").focus();
    await page.keyboard.press("Shift+Tab");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.pile), "1");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowLeft");
    assert.match(await page.text("chosen"), /pile 3.*take 1, which leaves 3/);
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-valuenow")), "1");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll("#log li").length === 2);
    assert.match(await page.text("log"), /you: 1 2 4 → 1 2 3/);
    await page.waitForFunction(() => document.activeElement.classList.contains("pile"));
    await page.locator("#undo").press("Enter");
    await page.waitForFunction(() => document.getElementById("piles").value === "1 2 4");
    await page.end();
  },

  async "a move that the rule forbids is refused by the program"() {
    const page = await open("#explain?rule=take+%7B1,3,4%7D&piles=10");
    await page.fill("#to", "8");
    await page.click("#move button[type=submit]");
    await page.holds("explain-error", "no move leads from 10 to 8");
    await page.end();
  },

  async "a game ends with a winner"() {
    for (const [rule, over] of [["nim", "you win"], ["misere nim", "bouton wins"]]) {
      const page = await open(`#explain?${new URLSearchParams({ rule, piles: "3" })}`);
      await page.fill("#to", "0");
      await page.click("#move button[type=submit]");
      await page.holds("over", over);
      await page.end();
    }
  },

  async "a stone is taken by a click, and a person climbs"() {
    const page = await open("#explain?rule=nim&piles=7+9");
    await page.locator(".live .pile[data-pile='2'] .stone[data-left='7']").click();
    await page.holds("chosen", "take 2, which leaves 7");
    await page.goto(`${ORIGIN}/#explain?rule=hill+2&piles=3+7+12`);
    await page.waitForSelector(".live .king");
    await page.locator(".live .pile[data-pile='3'] .stone").click();
    await page.locator(".live .cell[data-left='9']").click();
    assert.equal(await page.inputValue("#to"), "3 7 9");
    await page.end();
  },

  async "errors show line and column, in an input and in a game"() {
    const page = await open(LINKS.answer);
    await page.fill("#input", "2 45 45\n2 1 x\n");
    await page.holds("answer-error", "stdin:2:5: expected a number, found 'x' (case 2)");
    await page.holds("answers", "No\n");
    await page.goto(`${ORIGIN}/#own`);
    await page.fill("#game", 'rule = "nimm"\ninput = "{ n:1..20 / a:1..100*n / ! }+"\npiles = "a"\nanswer = "A|B"\n');
    await page.holds("own-error", "game.toml:1:");
    await page.holds("lines", "✗ 1");
    await page.click("#to-error");
    assert.equal(await page.evaluate(() => document.activeElement.id), "game");
    await page.end();
  },

  async "markup is text wherever it comes from"() {
    const markup = "<img src=x onerror=alert(1)><script>alert(2)</script>";
    const game = `rule = "nim"\ninput = "{ n:1..2 / a:1..9*n / ! }+"\npiles = "a"\nanswer = "<img src=x onerror=alert(1)>|<b>lost"\n`;
    const page = await open(`#explain?${new URLSearchParams({ rule: markup, piles: markup })}`);
    await page.holds("explain-error", "<img");
    for (const [part, state] of [["answer", { problem: markup, input: markup }], ["compare", { problem: "poj2234", expected: markup, actual: markup }],
      ["problem", { id: markup, search: markup, seed: markup }], ["own", { game, seed: "1" }], ["answer", { problem: "./game.toml", input: "2 1 1", game }]]) {
      await page.goto(`${ORIGIN}/#${part}?${new URLSearchParams(state)}`);
      await page.waitForTimeout(300);
    }
    await page.holds("answers", "<b>lost");
    await page.goto(`${ORIGIN}/#own?${new URLSearchParams({ game })}`);
    await page.holds("own-answers", "<");
    assert.equal(await page.locator("b").count(), 0);
    assert.equal(await page.locator("img").count(), 0);
    assert.equal(await page.locator("script").count(), 1);
    await page.end();
  },

  async "a link holds the whole state"() {
    const page = await open("#own");
    const game = await page.inputValue("#game");
    await page.waitForFunction(() => location.hash.includes("game="));
    const before = await page.evaluate(() => location.hash);
    await page.fill("#game", `${game}# ${"long ".repeat(50)}\n`);
    await page.waitForFunction((before) => location.hash !== before, before);
    const link = await page.evaluate(() => location.hash);
    const other = await open(link);
    assert.equal(await other.inputValue("#game"), await page.inputValue("#game"));
    await other.end();
    await page.end();
  },

  async "what is loaded works offline"() {
    const page = await open(LINKS.explain);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.context().setOffline(true);
    await page.fill("#piles", "3 5 7");
    await page.holds("words", "pile 1: take 1 -> 2 5 7");
    page.faults.length = 0;
    await page.reload();
    await page.waitForSelector("body[data-ready]");
    await page.holds("words", "pile 1: take 1 -> 2 5 7");
    page.faults.length = 0;
    await page.end();
  },

  async "a game that would take minutes is canceled"() {
    const page = await open("#explain?rule=moore+9&piles=5");
    await page.fill("#piles", "90 91 92 93 94 95 96 97 98 99");
    await page.fill("#to", "1 1 1 1 1 1 1 1 1 2");
    await page.waitForTimeout(500);
    await page.fill("#to", "1 1 1 1 1 1 1 1 1 2");
    await page.click("#move button[type=submit]");
    await page.locator("#cancel").click({ timeout: 20_000 });
    await page.fill("#piles", "3 5");
    await page.fill("#rule", "nim");
    await page.holds("words", "nim-sum 6");
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
      const page = await open(LINKS.answer);
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
  console.log(name);
  try {
    await test();
    passed += 1;
  } catch (error) {
    failed += 1;
    console.error(`FAILED: ${error.stack.slice(0, 2000)}`);
  }
}
await browser.close();
server.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
