// The program, in a worker: a part that asks again ends what it asked before.

import { $ } from "./dom.js";
import { current, t } from "./words.js";

export class Canceled extends Error {}

let module;
/** What each part is waiting for, and a worker that waits for the next task. */
const tasks = new Map();
let spare = null;

function newWorker() {
  const worker = new Worker("worker.js", { type: "module" });
  if (module) worker.postMessage({ module });
  return worker;
}

/** A compressed file of the page, unpacked. */
export async function unpacked(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  // Some servers declare the file as compressed; then it is not any more.
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return new Response(isPacked ? new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")) : bytes);
}

export async function load() {
  // It starts while the program is being loaded.
  spare = newWorker();
  module = await WebAssembly.compile(await (await unpacked("bouton.wasm.gz")).arrayBuffer());
  spare.postMessage({ module });
}

/** Runs commands one after the other; each is `{ args, stdin, files }`. */
export function run(part, requests, size = 0) {
  tasks.get(part)?.cancel();
  const worker = spare ?? newWorker();
  spare = null;
  const env = { LANG: current() === "zh" ? "zh_CN.UTF-8" : "en_US.UTF-8" };
  return new Promise((resolve, reject) => {
    const end = () => {
      tasks.delete(part);
      clearTimeout(shown);
      if (tasks.size === 0) $("busy").hidden = true;
    };
    const start = performance.now();
    const shown = setTimeout(() => {
      $("busy").hidden = false;
      $("speed").textContent = "";
      $("progress").removeAttribute("value");
    }, 300);
    tasks.set(part, {
      cancel() {
        worker.terminate();
        end();
        reject(new Canceled());
      },
    });
    worker.onmessage = ({ data }) => {
      if (data.read !== undefined) {
        const seconds = (performance.now() - start) / 1000;
        const [done, all, speed] = [data.read, size, data.read / seconds].map((n) => Math.round(n / 1e6));
        if (size > 0) $("progress").value = Math.min(1, data.read / size);
        $("speed").textContent = t("{done} of {all} MB, {speed} MB/s", { done, all, speed });
        return;
      }
      end();
      if (spare) worker.terminate();
      else spare = worker;
      if (data.results) resolve(data.results);
      else reject(new Error(data.failure));
    };
    worker.onerror = (event) => {
      end();
      reject(new Error(event.message));
    };
    worker.postMessage({ requests: requests.map((request) => ({ env, ...request })) });
  });
}

export function cancelAll() {
  for (const task of [...tasks.values()]) task.cancel();
}

/** What the program complains of, without what only a command line has: its name, options, files, and where to read on. */
export const complaint = (error) => error.trim().split("\n")[0].replace(/^(bouton|error): /,
  "").replace(/ *[(（][^()（）]*'bouton[^']*'[^()（）]*[)）]/g, "")
  .replace(/^--\w+[:：]\s*/, "").replace(/^(stdin|\S*game\.toml):/, "").slice(0, 400);

/** The output of a command that must succeed. */
export function output({ code, out, error }) {
  if (code > 1 || (code === 1 && !out)) throw new Error(complaint(error) || `exit code ${code}`);
  return out;
}

/** JSON, in which numbers that JavaScript cannot hold are BigInts. */
export const parse = (text) => JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|\d{16,}/g, (found) => (found[0] === '"' ? found : `"#${found}"`)),
  (_, value) => (typeof value === "string" && /^#\d{16,}$/.test(value) ? BigInt(value.slice(1)) : value));

/** The command that describes a position: `rule`, `piles`, perhaps `last` or `taken`, and `to`, a move from there. */
export const describing = ({ rule, piles, last, taken, to }) => ({
  whole: true,
  args: ["solve", "--json", "--board", `--rule=${rule}`, ...(last == null ? [] : [`--last=${last}`]),
    ...(taken == null ? [] : [`--taken=${taken}`]), ...(to ? [`--to=${to.join(" ")}`] : []), "--", ...piles.map(String)],
});

/** Descriptions of positions, as JSON: `{ winner, moves, board }`. */
export async function describe(part, positions) {
  const results = await run(part, positions.map(describing));
  return results.map((result) => parse(output(result)));
}

/** The same work, which is no fault if it is canceled. */
export const quietly = (work) => (...given) => Promise.resolve(work(...given)).catch((error) => {
  if (!(error instanceof Canceled)) throw error;
});

/** Does the work, and shows what goes wrong in the element `where`; what stands in `results` is old until it is done. */
export async function attempt(where, results, work) {
  results.classList.add("old");
  try {
    await work();
    where.textContent = "";
    results.classList.remove("old");
  } catch (error) {
    if (!(error instanceof Canceled)) where.textContent = error.message;
  }
}
