// Keeps the newest unread and the starred articles on this device, with their pictures, where one asks for it; marks what is
// read or starred without a network, and sends it later.
//
// A mark is an absolute state of one article: of many only the last is kept, under a name of its own, and one that was sent
// already, whose answer was lost, changes nothing when it is sent again. Of several tabs one sends at a time.

import { all, find, root } from "./dom.js";
import { rowOf } from "./list.js";
import { change, page, workerAddress } from "./net.js";

const pages = "feedsearch-pages", pictures = "feedsearch-pictures", chosen = "feedsearch-offline", mark = "feedsearch-mark/";
const mostArticles = 500, mostBytes = 200 * 2 ** 20, interval = 15 * 60 * 1000;
const isPossible = isSecureContext && "serviceWorker" in navigator && "caches" in globalThis;
const isChosen = () => isPossible && localStorage.getItem(chosen) !== null;
const kept = (name) => new URL(`${root}kept/${name}`, document.baseURI).href;

// Marks

const marks = () => Object.keys(localStorage).filter((key) => key.startsWith(mark));

/** Keeps a mark that could not be sent; false where it was refused, or nothing is kept here. */
export function keepMark(error, number, name, value) {
    if (!isChosen() || !(error instanceof TypeError)) { return false; }
    localStorage.setItem(`${mark}${number}/${name}`, String(value));
    tellState();
    return true;
}

/** What was marked here and not sent yet. */
export function waiting() {
    return marks().map((key) => {
        const [number, name] = key.slice(mark.length).split("/");
        return { key, number: Number(number), name, value: localStorage.getItem(key) === "true" };
    });
}

async function send() {
    if (!marks().length || !navigator.onLine) { return; }
    await navigator.locks.request("feedsearch-marks", async () => {
        for (const { key, number, name, value } of waiting()) {
            try {
                await change("v1/state", { articles: [number], [name]: value });
            } catch (error) {
                // Without a network or a session it is tried again; an article that is gone has no state.
                if (error instanceof TypeError || ["401", "403", "429"].includes(error.message) || Number(error.message) >= 500) { break; }
            }
            // What was marked meanwhile is sent next time.
            if (localStorage.getItem(key) === String(value)) { localStorage.removeItem(key); }
        }
    });
    tellState();
}

// Articles

function store(cache, name, html, headers) {
    return cache.put(kept(name), new Response(html, { headers }));
}
const pageHeaders = { "Content-Type": "text/html; charset=utf-8" };

/** The rows of a view up to the limit, on one page: its addresses, and its numbers. */
async function keepView(cache, view, path) {
    const address = root + path, answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (!answer.ok) { throw new Error(String(answer.status)); }
    const whole = await page(address), rows = find(".rows", whole);
    let next = find(".way.next a", whole)?.getAttribute("href");
    find(".way.next", whole)?.remove();
    while (next && rows.childElementCount < mostArticles) {
        const more = await page(root + next.replace(/^(\.\.?\/)+/, ""), "list");
        rows.append(...all(".rows > li", more).map((row) => whole.adoptNode(row)));
        next = find(".way.next a", more)?.getAttribute("href");
    }
    while (rows.childElementCount > mostArticles) { rows.lastElementChild.remove(); }
    rows.dataset.total = String(rows.childElementCount);
    const text = "<!DOCTYPE html>" + whole.documentElement.outerHTML;
    await store(cache, `page/${view}`, text, answer.headers);
    await store(cache, `list/${view}`, text, answer.headers);
    const files = all("link[href*='assets/'], script[src]", whole).map((file) => file.getAttribute("href") ?? file.getAttribute("src"));
    for (const file of files) {
        const url = new URL(root + file.replace(/^(\.\.?\/)+/, ""), document.baseURI).href;
        if (!(await cache.match(url))) { await cache.add(url); }
    }
    return all("li", rows).map((row) => ({ number: row.dataset.article, images: sources(row) }));
}

const sources = (element) => all("img[src*='image/']", element).map((image) => {
    return new URL(root + image.getAttribute("src").replace(/^(\.\.?\/)+/, ""), document.baseURI).href;
});

let isKeeping = false;
async function keep() {
    if (isKeeping || !navigator.onLine) { return; }
    isKeeping = true;
    try {
        const cache = await caches.open(pages);
        const none = await fetch(`${root}offline`);
        await store(cache, "page/none", await none.text(), none.headers);
        const articles = new Map();
        for (const [view, path] of [["unread", ""], ["starred", "starred"]]) {
            for (const article of await keepView(cache, view, path)) { articles.set(article.number, article.images); }
        }
        let bytes = 0;
        const images = new Set();
        for (const [number, thumbs] of articles) {
            const name = `article/${number}`, known = await cache.match(kept(name));
            const text = known ? await known.text() : await (await fetch(`${root}?article=${number}&part=article`, { headers: { Accept: "text/html" } })).text();
            if (!known) { await store(cache, name, text, pageHeaders); }
            bytes += text.length;
            for (const image of [...thumbs, ...text.matchAll(/<img [^>]*src="(?:\.\/)?(image\/[^"]+)"/g).map(([, source]) =>
                new URL(root + source.replaceAll("&amp;", "&"), document.baseURI).href)]) { images.add(image); }
        }
        for (const request of await cache.keys()) {
            const number = request.url.match(/\/kept\/article\/(\d+)$/)?.[1];
            if (number && !articles.has(number)) { await cache.delete(request); }
        }
        await keepPictures(images, bytes);
        localStorage.setItem(chosen, String(Date.now()));
        localStorage.setItem(chosen + "-articles", String(articles.size));
    } finally {
        isKeeping = false;
        tellState();
    }
}

/** Pictures of the newest articles first, as many as there is room for. */
async function keepPictures(images, bytes) {
    const cache = await caches.open(pictures);
    for (const request of await cache.keys()) { if (!images.has(request.url)) { await cache.delete(request); } }
    for (const image of images) {
        let answer = await cache.match(image);
        const isNew = !answer;
        if (isNew) {
            try { answer = await fetch(image); } catch { continue; }
            if (!answer.ok) { continue; }
        }
        bytes += (await answer.clone().blob()).size;
        if (bytes > mostBytes) {
            await cache.delete(image);
            break;
        }
        if (isNew) { await cache.put(image, answer); }
    }
}

async function begin() {
    localStorage.setItem(chosen, "0");
    await navigator.serviceWorker.register(workerAddress);
    await navigator.serviceWorker.ready;
    await keep();
}

async function end() {
    await forget();
    const registration = await navigator.serviceWorker.getRegistration(root);
    await registration?.unregister();
    tellState();
}

/** Removes all that was kept, but marks that wait to be sent. */
async function forget() {
    localStorage.removeItem(chosen);
    localStorage.removeItem(chosen + "-articles");
    await caches.delete(pages);
    await caches.delete(pictures);
}

// What is said of it, in the settings.

const box = document.getElementById("offline");
function tellState() {
    if (!box) { return; }
    const button = find("button", box), said = find("p", box), { keep, end, ready, waiting, insecure } = box.dataset;
    button.hidden = !isPossible;
    button.textContent = isChosen() ? end : keep;
    const count = localStorage.getItem(chosen + "-articles"), lines = [];
    if (!isPossible) { lines.push(insecure); }
    if (isChosen() && count) { lines.push(ready.replace("{1}", count)); }
    if (marks().length) { lines.push(waiting.replace("{1}", marks().length)); }
    said.textContent = lines.join(" ");
    box.hidden = false;
}

box?.querySelector("button").addEventListener("click", () => { if (isChosen()) { end(); } else { begin(); } });

export function applyMarks(show) {
    for (const { number, name, value } of waiting()) {
        const row = rowOf(number);
        if (row) { show(row, name, value); }
    }
}

window.addEventListener("online", send);
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") { send(); } });
document.addEventListener("submit", (event) => {
    if (event.target.action.endsWith("/actions/sign-out") && isPossible) { end(); }
});
tellState();
send();
if (isChosen()) {
    navigator.serviceWorker.register(workerAddress);
    if (Date.now() - Number(localStorage.getItem(chosen)) > interval) { keep().catch(() => {}); }
}
