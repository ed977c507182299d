// Keeps the page working without a network: what was loaded once is answered from the cache if it cannot be fetched.

addEventListener("install", (event) => {
  const names = ["board", "check", "dom", "files", "games", "link", "main", "own", "play", "problems", "program", "rules", "wasi", "why",
    "words", "worker", "zh"];
  const files = ["./", "index.html", "style.css", "icon.svg", "bouton.wasm.gz", "sources.json.gz", ...names.map((name) => `${name}.js`)];
  event.waitUntil(caches.open("page").then((cache) => cache.addAll(files)).then(() => skipWaiting()));
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const fetched = fetch(event.request).then(async (response) => {
    if (response.ok) await (await caches.open("page")).put(event.request, response.clone());
    return response;
  });
  event.respondWith(fetched.catch(async () => (await caches.match(event.request, { ignoreSearch: true })) ?? Response.error()));
});
