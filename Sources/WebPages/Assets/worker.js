// Responds with the files that offline.js has stored on this device if there is no network. Stores nothing itself.

const pages = "feedsearch-pages", pictures = "feedsearch-pictures";
const scope = new URL(self.registration.scope);

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
    const { request } = event, url = new URL(request.url);
    if (request.method !== "GET" || !url.href.startsWith(scope.href)) { return; }
    const path = url.pathname.slice(scope.pathname.length);
    if (/^(assets|image|icons|favicon)\//.test(path)) {
        event.respondWith(caches.match(request.url).then((kept) => kept ?? fetch(request)));
    } else if (request.mode === "navigate" || request.headers.get("Accept")?.includes("text/html")) {
        event.respondWith(fetch(request).catch(() => kept(path, url.searchParams)));
    }
});

async function kept(path, fields) {
    const cache = await caches.open(pages), at = (name) => cache.match(new URL(`kept/${name}`, scope).href);
    const number = fields.get("article") ?? path.match(/^article\/(\d+)$/)?.[1];
    const part = fields.get("part"), view = { "": "unread", starred: "starred" }[path];
    if (number && part === "article") { return (await at(`article/${number}`)) ?? Response.error(); }
    if (part) { return (view && !fields.has("after") && await at(`list/${view}`)) || Response.error(); }
    if (path.startsWith("article/") && await at(`article/${number}`)) {
        return Response.redirect(new URL(`?article=${number}`, scope).href);
    }
    return (view && await at(`page/${view}`)) || (await at("page/none")) || Response.error();
}
