// Updates the numbers of unread articles and the states of rows after changes by other programs.

import { all, find, root } from "./dom.js";
import { page, replace } from "./net.js";
import { changedJustNow, refresh } from "./state.js";

function count(link, unread) {
    find(".count", link).textContent = unread ? String(unread) : "";
}

let events = null;
/** A hidden page closes its connection: a browser allows six connections to a host for all of its pages. */
function follow() {
    if (document.visibilityState === "hidden") {
        events?.close();
        events = null;
    } else if (!events) {
        events = new EventSource(root + "v1/events");
        events.addEventListener("unread", told);
        // An EventSource does not reconnect after an error status.
        events.addEventListener("error", ({ target }) => {
            if (target !== events || target.readyState !== EventSource.CLOSED) { return; }
            events = null;
            setTimeout(follow, 30_000);
        });
    }
}
document.addEventListener("visibilitychange", follow);
follow();

/** Unread articles by feed, as last received. Used for folders that are opened later. */
const known = new Map();

let isFirst = true, rowsSoon = 0;
/** The page shows the states at the time it was created, and misses changes while it is hidden. */
function followRows() {
    const isCurrent = isFirst || changedJustNow();
    isFirst = false;
    if (!isCurrent) { rowsSoon ||= setTimeout(() => { rowsSoon = 0; refresh().catch(() => {}); }, 300); }
}

function told(event) {
    followRows();
    const news = JSON.parse(event.data);
    known.set("unread", news.unread);
    for (const feed of news.feeds) { known.set(String(feed.n), feed.unread); }
    show();
    // The first articles have arrived, so reload. A page with choices stays until the user has chosen.
    if (news.unread && find(".first-run:not(:has(.choices))")) { return location.reload(); }
    if (news.feeds.length && find("#saved a")) { savedSoon ||= setTimeout(saved, 1000); }
    if (news.feeds.length && find("#tree .folder")) { foldersSoon ||= setTimeout(folders, 300); }
    // All numbers from 100 on share one icon.
    find("link[rel=icon]").href = `${root}favicon/${Math.min(news.unread, 100)}.svg`;
    navigator.setAppBadge?.(news.unread).catch(() => {});
    document.title = (news.unread ? `(${news.unread}) ` : "") + document.title.replace(/^\(\d+\) /, "");
}

function show() {
    for (const link of all("#feeds a[data-feed]")) {
        const unread = known.get(link.dataset.feed);
        if (unread !== undefined) { count(link, unread); }
    }
}
document.addEventListener("treeshown", show);

let savedSoon = 0;
/** The service counts the matches of saved searches, and leaves out searches that would take long. */
async function saved() {
    try { replace("saved", await page(location.href, "saved")); } catch { /* Retried at the next change. */ } finally { savedSoon = 0; }
}

let foldersSoon = 0;
/** The service counts folders: a closed folder has no feeds in the page to add up, and a feed may be in two folders. */
async function folders() {
    try {
        const answer = await fetch(`${root}v1/folders`);
        if (!answer.ok) { return; }
        const unread = new Map((await answer.json()).folders.map((folder) => [folder.folder.join("/"), folder.unread]));
        for (const link of all("#tree .line > a")) { count(link, unread.get(link.dataset.folder) ?? 0); }
    } catch { /* Retried at the next change. */ } finally { foldersSoon = 0; }
}
