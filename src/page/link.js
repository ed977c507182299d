// Links: all that a part holds stands behind the # of the address. Long texts are compressed.

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
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

/** Longer texts are not in a link. */
const LONGEST = 6000;

/** The address of a part with this state; what is empty or too long is left out. */
export async function linkTo(part, state) {
  const packed = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    const text = value == null || value.length > 10 * LONGEST ? "" : await pack(String(value));
    if (text && text.length <= LONGEST) packed.set(name, text);
  }
  return `#${part}${packed.size ? `?${packed}` : ""}`;
}

/** The part and the state of the present address. */
export async function readLink() {
  const [part, query = ""] = location.hash.slice(1).split("?");
  const state = {};
  for (const [name, value] of new URLSearchParams(query)) state[name] = await unpack(value).catch(() => "");
  return { part, state };
}
