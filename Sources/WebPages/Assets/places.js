// Back and forward: opens or closes an article next to the current list, and restores the scroll position of a list.

import { close, open } from "./article.js";
import { goTo, place, rowOf } from "./list.js";

/** The address without the article that is open next to the list. */
function view(address) {
    const url = new URL(address);
    url.searchParams.delete("article");
    return url.pathname + url.search;
}

/** The view that the page was loaded with, or the last search entered since then. */
let shown = view(location.href);
document.addEventListener("searched", () => { shown = view(location.href); });
const keep = () => history.replaceState({ ...history.state, list: place() }, "");
// When a browser reloads the page, it discards a history state that is set this late.
const reloaded = "feedsearch-place";
window.addEventListener("pagehide", () => {
    keep();
    sessionStorage.setItem(reloaded, JSON.stringify({ view: view(location.href), list: place() }));
});
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") { keep(); } });

window.addEventListener("popstate", () => {
    if (view(location.href) !== shown) { return location.reload(); }
    const number = new URL(location.href).searchParams.get("article");
    const row = number && rowOf(number);
    if (number && !row) { return location.reload(); }
    if (row) { open(row, false); } else { close(); }
});

const kept = JSON.parse(sessionStorage.getItem(reloaded) ?? "null");
sessionStorage.removeItem(reloaded);
const isReload = performance.getEntriesByType("navigation")[0]?.type === "reload" && kept?.view === shown;
const position = isReload ? kept.list : history.state?.list;
if (position) { goTo(position); }

// Without a network, the stored page does not contain the article in the address.
const wanted = new URL(location.href).searchParams.get("article");
if (wanted && !document.querySelector("#article article")) { open(rowOf(wanted), false); }
