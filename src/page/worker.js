// Runs the program. A worker is ended to cancel what it does.

import { run } from "./wasi.js";

/** Answers longer than this are kept as a Blob, which needs no memory of the page, and shown in part. */
const SHOWN = 100_000;
/** How many bytes are put together before they go to a Blob. */
const PART = 4 << 20;

let module;

addEventListener("message", ({ data }) => {
  if (data.module) {
    module = data.module;
    return;
  }
  try {
    postMessage({ results: data.requests.map(answer) });
  } catch (error) {
    postMessage({ failure: String(error) });
  }
});

function answer(request) {
  let parts = [], pending = [], size = 0, length = 0, errors = [], reported = 0;
  const start = performance.now();
  const keep = () => {
    parts.push(new Blob(pending));
    pending = [];
    size = 0;
  };
  const code = run(module, request, (fd, bytes) => {
    if (fd === 2) return errors.push(bytes);
    pending.push(bytes);
    size += bytes.length;
    length += bytes.length;
    if (size >= PART) keep();
  }, (read) => {
    if (read < reported + PART) return;
    reported = read;
    postMessage({ read });
  });
  keep();
  const shown = request.whole ? length : SHOWN;
  const out = new Blob(parts);
  const text = (blob) => new FileReaderSync().readAsText(blob);
  return {
    code,
    out: text(out.slice(0, shown)),
    rest: Math.max(0, length - shown),
    blob: length > shown ? out : null,
    error: text(new Blob(errors)),
    milliseconds: performance.now() - start,
  };
}
