// Without a network, responds with the files that offline.js has stored on this device. Also shows notifications of saved
// searches. Stores no files itself.

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

self.addEventListener("push", (event) => {
    let message = {};
    try { message = event.data.json(); } catch { /* A push without content must show a notification, too. */ }
    const { id, title = "feedsearch", body = "", url = "" } = message;
    // A repeated message replaces the notification with the same tag.
    event.waitUntil(self.registration.showNotification(title, { body, tag: id, data: { url } }));
});

self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data?.url ?? ""));
});

/** Shows a page of the service, in an open window of the service if there is one. */
async function open(path) {
    let target = new URL(path, scope);
    if (!target.href.startsWith(scope.href)) { target = scope; }
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const window = windows.find(({ url }) => url.startsWith(scope.href));
    if (!window) { return self.clients.openWindow(target.href); }
    // The browser refuses focus without a click by the user, as in tests.
    await window.focus().catch(() => {});
    return window.navigate(target.href);
}
