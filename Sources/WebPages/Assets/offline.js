// If the user asks for it, stores the newest unread articles and the starred articles on this device, with their pictures. Records
// changes of read and star made without a network, and sends them later.
//
// A mark is an absolute state of an article. Only the last mark of each state is stored. Sending a mark again is harmless if the
// response to the first request was lost. Of several tabs, only one sends or stores at a time.

import { all, atSignOut, find, root, stored } from "./dom.js";
import { rowOf } from "./list.js";
import { change, page, workerAddress } from "./net.js";

const pages = "feedsearch-pages", pictures = "feedsearch-pictures", chosen = stored("offline"), chosenArticles = stored("offline-articles"), chosenBytes = stored("offline-bytes");
const mark = `${stored("mark")}/`;
const mostArticles = 500, interval = 15 * 60 * 1000;
const box = () => document.getElementById("offline");
/** The maximum size of the stored pages and pictures in bytes, as given in the page. */
const mostBytes = () => Number(box()?.dataset.most ?? 0);
const isPossible = isSecureContext && "serviceWorker" in navigator && "caches" in globalThis;
const isChosen = () => isPossible && localStorage.getItem(chosen) !== null;
const kept = (name) => new URL(`${root}kept/${name}`, document.baseURI).href;

// Marks

const marks = () => Object.keys(localStorage).filter((key) => key.startsWith(mark));

/** Stores a mark that could not be sent; false if the service refused it, or if offline reading is off. */
export function keepMark(error, number, name, value) {
    if (!isChosen() || !(error instanceof TypeError)) { return false; }
    localStorage.setItem(`${mark}${number}/${name}`, String(value));
    tellState();
    return true;
}

/** What a state was set to here and not sent yet; undefined without such a mark. */
export function marked(number, name) {
    const value = localStorage.getItem(`${mark}${number}/${name}`);
    return value === null ? undefined : value === "true";
}

/** The marks that were made here and not sent yet. */
function waiting() {
    return marks().map((key) => {
        const [number, name] = key.slice(mark.length).split("/");
        return { key, number: Number(number), name, value: localStorage.getItem(key) === "true" };
    });
}

async function send() {
    if (!marks().length || !navigator.onLine) { return; }
    await navigator.locks.request("feedsearch-marks", async () => {
        // Marks that another tab has just sent disappear from the storage of this tab a moment later.
        await new Promise((done) => { setTimeout(done, 300); });
        for (const { key, number, name, value } of waiting()) {
            try {
                await change("v1/state", { articles: [number], [name]: value });
            } catch (error) {
                // Without a network or a session, try again later. An article that no longer exists has no state.
                if (error instanceof TypeError || ["401", "403", "429"].includes(error.message) || Number(error.message) >= 500) { break; }
            }
            // If the mark was changed in the meantime, it is sent next time.
            if (localStorage.getItem(key) === String(value)) { localStorage.removeItem(key); }
        }
    });
    tellState();
}

// Articles

let isEnding = false;
const bytesOf = async (answer) => (await answer.clone().blob()).size;
/** Pictures are sent without compression, so that the header contains their size. */
const bytesOfPicture = async (answer) => Number(answer.headers.get("Content-Length")) || bytesOf(answer);

/** The stored files and their sizes. Nothing is stored above the limit, or after offline reading has been turned off. */
class Room {
    sizes = new Map();
    used = 0;
    /** Pictures that may be removed for more important files, in the order of removal. */
    spare = [];
    /** Style sheets and scripts of the pages. */
    files = new Set();

    static async open() {
        const room = new Room();
        room.caches = { [pages]: await caches.open(pages), [pictures]: await caches.open(pictures) };
        for (const name of [pages, pictures]) {
            for (const request of await room.caches[name].keys()) {
                const answer = await room.caches[name].match(request);
                if (answer) { room.note(request.url, await (name === pictures ? bytesOfPicture : bytesOf)(answer)); }
                if (name === pictures) { room.spare.push(request.url); }
            }
        }
        await room.fit(0);
        return room;
    }

    note(address, bytes) {
        this.used += bytes - (this.sizes.get(address) ?? 0);
        this.sizes.set(address, bytes);
    }

    async remove(name, address) {
        await this.caches[name].delete(address);
        this.used -= this.sizes.get(address) ?? 0;
        this.sizes.delete(address);
    }

    /** Removes pictures until this many more bytes fit; returns false if they do not fit. */
    async fit(bytes) {
        while (this.used + bytes > mostBytes() && this.spare.length) { await this.remove(pictures, this.spare.shift()); }
        return this.used + bytes <= mostBytes();
    }

    async store(name, address, answer, bytes) {
        if (isEnding || !isChosen() || !(await this.fit(bytes - (this.sizes.get(address) ?? 0)))) { return false; }
        // The browser may allow less space than this.
        try { await this.caches[name].put(address, answer); } catch { return false; }
        // Another tab may have removed everything while this file was written.
        if (isEnding || !isChosen()) { await forget(); return false; }
        this.note(address, bytes);
        return true;
    }

    async text(name, text, headers) {
        const blob = new Blob([text]);
        return this.store(pages, kept(name), new Response(blob, { headers }), blob.size);
    }
}
const pageHeaders = { "Content-Type": "text/html; charset=utf-8" };
const inService = (address) => new URL(root + address.replace(/^(\.\.?\/)+/, ""), document.baseURI).href;

/** Stores the rows of a view up to the limit, on one page. Returns their article numbers and pictures. */
async function keepView(room, view, path) {
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
    // Mark the page as stored on this device, for the case that there is a network but the service does not respond.
    whole.body.dataset.kept = "";
    const text = "<!DOCTYPE html>" + whole.documentElement.outerHTML;
    await room.text(`page/${view}`, text, answer.headers);
    await room.text(`list/${view}`, text, answer.headers);
    const files = all("link[href*='assets/'], script[src]", whole).map((file) => file.getAttribute("href") ?? file.getAttribute("src"));
    for (const url of new Set(files.map(inService))) {
        room.files.add(url);
        if (room.sizes.has(url)) { continue; }
        const file = await fetch(url);
        if (file.ok) { await room.store(pages, url, file.clone(), await bytesOf(file)); }
    }
    return all("li", rows).map((row) => ({ number: row.dataset.article, images: all("img[src*='image/']", row).map((image) => inService(image.getAttribute("src"))) }));
}

/** Only one tab stores at a time; the others then find the work done. */
function keep() {
    if (!navigator.onLine) { return; }
    return navigator.locks.request("feedsearch-keep", { ifAvailable: true }, async (lock) => {
        if (!lock || isEnding) { return; }
        try { await keepAll(); } finally { tellState(); }
    });
}

async function keepAll() {
    const room = await Room.open();
    const none = await fetch(`${root}offline`);
    await room.text("page/none", await none.text(), none.headers);
    const articles = new Map();
    for (const [view, path] of [["unread", ""], ["starred", "starred"]]) {
        for (const article of await keepView(room, view, path)) { articles.set(article.number, article.images); }
    }
    for (const address of [...room.sizes.keys()]) {
        const number = address.match(/\/kept\/article\/(\d+)$/)?.[1];
        // Remove files of old articles and of an old version of the pages.
        if (number ? !articles.has(number) : address.includes("/assets/") && !room.files.has(address)) { await room.remove(pages, address); }
    }
    const images = new Set();
    let count = 0;
    for (const [number, thumbs] of articles) {
        if (isEnding) { return; }
        const name = `article/${number}`, known = await room.caches[pages].match(kept(name));
        const text = known ? await known.text() : await (await fetch(`${root}?article=${number}&part=article`, { headers: { Accept: "text/html" } })).text();
        if (!known && !(await room.text(name, text, pageHeaders))) { continue; }
        count += 1;
        for (const image of thumbs) { images.add(image); }
        for (const [, source] of text.matchAll(/<img [^>]*src="(?:\.\/)?(image\/[^"]+)"/g)) { images.add(inService(source.replaceAll("&amp;", "&"))); }
    }
    await keepPictures(room, images);
    if (isEnding || !isChosen()) { return forget(); }
    localStorage.setItem(chosen, String(Date.now()));
    localStorage.setItem(chosenArticles, String(count));
    localStorage.setItem(chosenBytes, String(room.used));
}

/** Stores pictures of the newest articles first, as many as fit. Newer pictures replace older ones. */
async function keepPictures(room, images) {
    for (const image of room.spare.filter((image) => !images.has(image))) { await room.remove(pictures, image); }
    room.spare = [...images].reverse().filter((image) => room.sizes.has(image));
    for (const image of images) {
        if (isEnding) { return; }
        if (room.sizes.has(image)) {
            // This picture is newer than the remaining ones, so keep it.
            room.spare = room.spare.filter((other) => other !== image);
            continue;
        }
        let answer;
        try { answer = await fetch(image); } catch { continue; }
        if (answer.ok && !(await room.store(pictures, image, answer.clone(), await bytesOfPicture(answer)))) { return; }
    }
}

async function begin() {
    isEnding = false;
    localStorage.setItem(chosen, "0");
    // The browser may ask the user. Without permission, it may remove stored files when the disk is full.
    navigator.storage?.persist?.();
    await navigator.serviceWorker.register(workerAddress);
    await navigator.serviceWorker.ready;
    await keep();
}

async function end() {
    isEnding = true;
    await forget();
    const registration = await navigator.serviceWorker.getRegistration(root);
    // The worker is still needed if this browser shows notifications.
    if (!await registration?.pushManager?.getSubscription()) { await registration?.unregister(); }
    tellState();
}

/** Removes everything that was stored, except marks that were not sent yet. */
async function forget() {
    for (const name of [chosen, chosenArticles, chosenBytes]) { localStorage.removeItem(name); }
    await caches.delete(pages);
    await caches.delete(pictures);
}

// The status in the settings

const megabytes = (bytes) => (bytes / 2 ** 20).toFixed(1);
function tellState() {
    const section = box();
    if (!section) { return; }
    const button = find("button", section), said = find("p", section), { keep, end, ready, used, waiting, insecure } = section.dataset;
    button.hidden = !isPossible;
    button.textContent = isChosen() ? end : keep;
    const count = localStorage.getItem(chosenArticles), lines = [];
    if (!isPossible) { lines.push(insecure); }
    if (isChosen() && count) {
        lines.push(ready.replace("{1}", count));
        lines.push(used.replace("{1}", megabytes(localStorage.getItem(chosenBytes))).replace("{2}", Math.round(mostBytes() / 2 ** 20)));
    }
    if (marks().length) { lines.push(waiting.replace("{1}", marks().length)); }
    said.textContent = lines.join(" ");
    section.hidden = false;
}

/** Shows above the list and in the article that there is no network. */
function showSign() {
    const isAway = !navigator.onLine || "kept" in document.body.dataset;
    for (const [pane, before] of [["list", ".rows"], ["article", "article"]]) {
        const old = find(`#${pane} > .offline-sign`), place = find(`#${pane} > ${before}`);
        if (!isAway || !place) { old?.remove(); continue; }
        if (old) { continue; }
        const sign = document.createElement("p");
        sign.className = "offline-sign";
        sign.role = "status";
        sign.textContent = document.body.dataset.offline;
        place.before(sign);
    }
}
for (const name of ["online", "offline"]) { window.addEventListener(name, showSign); }
document.addEventListener("articleshown", showSign);

document.addEventListener("click", (event) => {
    if (!event.target.closest?.("#offline button")) { return; }
    if (isChosen()) { tabs?.postMessage("end"); end(); } else { begin(); }
});

// Starts, ends and marks in one tab apply to all tabs of this browser.

const tabs = globalThis.BroadcastChannel ? new BroadcastChannel("feedsearch") : null;
tabs?.addEventListener("message", async ({ data }) => {
    if (data !== "end" && data !== "signed out") { return; }
    if (isPossible) { await end(); }
    // The page may no longer be shown to this user: the service asks to sign in.
    if (data === "signed out") { location.reload(); }
});

async function signOut(form) {
    try {
        if (isPossible) { await end(); }
        const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
        // The response redirects to the page that asks to sign in.
        if (!answer.redirected) { throw new Error(String(answer.status)); }
        tabs?.postMessage("signed out");
        location.assign(answer.url);
    } catch {
        // The browser shows the error.
        form.submit();
    }
}

let showMark = null;
window.addEventListener("storage", (event) => {
    if ([chosen, chosenArticles, chosenBytes].includes(event.key)) {
        if (event.key === chosen && event.newValue !== null) { isEnding = false; }
        tellState();
    }
    if (event.key?.startsWith(mark)) {
        tellState();
        if (showMark && event.newValue !== null) { applyMarks(showMark); }
    }
});

export function applyMarks(show) {
    showMark = show;
    for (const { number, name, value } of waiting()) {
        const row = rowOf(number);
        if (row) { show(row, name, value); }
    }
}

window.addEventListener("online", send);
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") { send(); } });
atSignOut((event) => {
    event.preventDefault();
    signOut(event.target);
});
tellState();
showSign();
send();
if (isChosen()) {
    navigator.serviceWorker.register(workerAddress);
    if (Date.now() - Number(localStorage.getItem(chosen)) > interval) { keep().catch(() => {}); }
}
