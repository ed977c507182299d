// Keeps the page working without a network: what was loaded once is answered from the cache if it cannot be fetched.

addEventListener("install", (event) => {
  const files = ["./", "index.html", "main.js", "board.js", "check.js", "dom.js", "files.js", "games.js", "link.js", "own.js", "play.js",
    "problems.js",
    "program.js", "rules.js", "why.js", "words.js", "zh.js", "worker.js", "wasi.js", "style.css", "icon.svg", "bouton.wasm.gz"];
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
