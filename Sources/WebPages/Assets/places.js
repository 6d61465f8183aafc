// Back and forward: an article opens or closes beside the list that stands, and a list that is come back to begins where it was.

import { close, open } from "./article.js";
import { goTo, place, rowOf } from "./list.js";

/** The address without what is open beside the list. */
function view(address) {
    const url = new URL(address);
    url.searchParams.delete("article");
    return url.pathname + url.search;
}

/** What the page was loaded with, or a search that was typed since. */
let shown = view(location.href);
document.addEventListener("searched", () => { shown = view(location.href); });
const keep = () => history.replaceState({ ...history.state, list: place() }, "");
// A browser that reloads the page drops a state that is set this late.
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

// Without a network the article of an address is not in the page that was kept.
const wanted = new URL(location.href).searchParams.get("article");
if (wanted && !document.querySelector("#article article")) { open(rowOf(wanted), false); }
