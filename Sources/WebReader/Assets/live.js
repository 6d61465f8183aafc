// Counts of unread articles, which follow what other programs do.

import { all, find, root } from "./dom.js";

function count(key, unread) {
    const link = find(`#feeds a[data-feed="${key}"]`);
    if (!link) { return; }
    find(".count", link).textContent = unread ? String(unread) : "";
    link.classList.toggle("has-unread", unread > 0);
}

let events = null;
/** A page that is not seen gives its connection back: a browser has six for all pages of a host. */
function follow() {
    if (document.visibilityState === "hidden") {
        events?.close();
        events = null;
    } else if (!events) {
        events = new EventSource(root + "v1/events");
        events.addEventListener("unread", told);
    }
}
document.addEventListener("visibilitychange", follow);
follow();

function told(event) {
    const news = JSON.parse(event.data);
    count("unread", news.unread);
    for (const feed of news.feeds) { count(feed.n, feed.unread); }
    for (const folder of all(".folder:has(ul)")) {
        const sum = all("ul .count", folder).reduce((sum, element) => sum + Number(element.textContent), 0);
        find(".count", folder).textContent = sum ? String(sum) : "";
    }
    // Numbers above 100 have one icon.
    find("link[rel=icon]").href = `${root}favicon/${Math.min(news.unread, 100)}.svg`;
    navigator.setAppBadge?.(news.unread).catch(() => {});
    document.title = (news.unread ? `(${news.unread}) ` : "") + document.title.replace(/^\(\d+\) /, "");
}
