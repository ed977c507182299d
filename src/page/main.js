// The page: which part is shown, in which language and theme, and its link.

import * as check from "./check.js";
import { $, debounced } from "./dom.js";
import * as files from "./files.js";
import { linkTo, readLink } from "./link.js";
import * as own from "./own.js";
import * as play from "./play.js";
import * as problems from "./problems.js";
import { Canceled, cancelAll, load, quietly } from "./program.js";
import * as rules from "./rules.js";
import { current, speak, t } from "./words.js";

const PARTS = { play, rules, problems, check, own };
let part = "play", isReady = false;
const begun = new Set();
/** The address that was read or written last, and how many are not shown yet: until they are, nothing is written. */
let seen = null, arriving = 0;

/** Writes the link of what is shown, a little later: many things may change at once. */
const relink = debounced(async () => {
  const from = seen;
  const link = await linkTo(part, { ...PARTS[part].state(), lang: current() });
  if (arriving || seen !== from || location.hash !== from) return;
  history.replaceState(null, "", link);
  seen = location.hash;
}, 60);

async function follow() {
  if (isReady && location.hash === seen && document.body.dataset.ready) return;
  seen = location.hash;
  arriving += 1;
  await arrive().finally(() => { arriving -= 1; });
  if (isReady) relink();
}

async function arrive() {
  const { part: name, state } = await readLink();
  part = Object.hasOwn(PARTS, name) ? name : "play";
  if (state.lang && state.lang !== current()) speak(state.lang);
  if (state.game && part === "check") $("game").value = state.game;
  for (const id of Object.keys(PARTS)) $(id).hidden = id !== part;
  for (const link of document.querySelectorAll("#parts a")) link.ariaCurrent = link.hash === `#${part}` ? "page" : null;
  title();
  if (!isReady) return;
  // Whoever comes back without a state finds what was left.
  if (seen.includes("?") || !begun.has(part)) await PARTS[part].begin(state);
  else await PARTS[part].refresh();
  begun.add(part);
}

const title = () => { document.title = part === "play" ? "Bouton" : `${$("parts").querySelector("[aria-current]").textContent} – Bouton`; };

const THEMES = ["auto", "light", "dark"];
const kept = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
const keep = (name, value) => { try { localStorage.setItem(name, value); } catch { /* A browser may forbid it. */ } };

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  $("theme").textContent = { auto: "◐", light: "☀", dark: "☾" }[theme];
  $("theme").title = { auto: t("as the system"), light: t("light"), dark: t("dark") }[theme];
}

function setLanguage(name) {
  speak(name);
  $("language").textContent = current() === "zh" ? "EN" : "中";
  $("language").lang = current() === "zh" ? "en" : "zh-CN";
  $("language").setAttribute("aria-label", current() === "zh" ? "EN: English" : "中文");
  setTheme(document.documentElement.dataset.theme ?? "auto");
}

async function start() {
  $("state").textContent = "";
  const { state } = await readLink();
  setTheme(THEMES.includes(kept("theme")) ? kept("theme") : "auto");
  setLanguage(state.lang ?? kept("language") ?? (navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en"));
  files.init();
  for (const each of [play, rules, problems, own]) each.init(relink);
  check.init(relink, own.game);
  $("cancel").onclick = cancelAll;
  $("language").onclick = quietly(async () => {
    setLanguage(current() === "zh" ? "en" : "zh");
    keep("language", current());
    title();
    await PARTS[part].refresh();
    relink();
  });
  $("theme").onclick = () => {
    const next = THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length];
    setTheme(next);
    keep("theme", next);
  };
  addEventListener("hashchange", quietly(follow));
  await follow();
  const reason = await load().then(() => null, (error) => error.message);
  if (reason !== null) return void ($("state").textContent = t("The program could not be loaded: {reason}", { reason }));
  performance.mark("loaded");
  isReady = true;
  await follow().catch((error) => { if (!(error instanceof Canceled)) throw error; });
  performance.mark("answered");
  document.body.dataset.ready = "true";
  await quietly(problems.load)();
  navigator.serviceWorker?.register("service.js").catch(() => {});
}

start();
