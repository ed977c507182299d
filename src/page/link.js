// Links: all that a part holds stands behind the # of the address. Long texts are compressed.

/** Longer texts are not in a link. */
const LONGEST = 6000, LONGEST_UNPACKED = 10 * LONGEST;

/** What comes out of a stream for these bytes, and not much more than a link may hold: a few letters may stand for gigabytes. */
async function through(bytes, stream) {
  const parts = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (let read = await reader.read(); !read.done && size < 3 * LONGEST_UNPACKED; read = await reader.read()) {
    parts.push(read.value);
    size += read.value.length;
  }
  reader.cancel().catch(() => {});
  return new Uint8Array(await new Blob(parts).slice(0, 3 * LONGEST_UNPACKED).arrayBuffer());
}

async function pack(text) {
  if (text.length <= 60) return text.startsWith("~") ? `~${text}` : text;
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return "~." + btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

async function unpack(text) {
  if (!text.startsWith("~.")) return text.replace(/^~~/, "~");
  const letters = atob(text.slice(2).replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = await through(Uint8Array.from(letters, (c) => c.charCodeAt(0)), new DecompressionStream("deflate-raw"));
  return new TextDecoder().decode(bytes);
}

/** The address of a part with this state; what is empty or too long is left out. */
export async function linkTo(part, state) {
  const packed = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    const text = value == null || value.length > LONGEST_UNPACKED ? "" : await pack(String(value));
    if (text && text.length <= LONGEST) packed.set(name, text);
  }
  return `#${part}${packed.size ? `?${packed}` : ""}`;
}

/** The part and the state of the present address. */
export async function readLink() {
  const [part, query = ""] = location.hash.slice(1).split("?");
  const state = Object.create(null);
  for (const [name, value] of new URLSearchParams(query)) state[name] = await unpack(value).catch(() => "");
  return { part, state };
}
