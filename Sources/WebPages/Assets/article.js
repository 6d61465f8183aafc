// Opens articles next to the list.

import { article, fetchBeside } from "./ahead.js";
import { all, entitle, find } from "./dom.js";
import { rowOf, rows, select, selected, step } from "./list.js";
import { highlight } from "./marks.js";
import { replace } from "./net.js";
import { remember } from "./recent.js";
import { set } from "./state.js";
import { tell } from "./toast.js";

let opening = null;
/**
 * Opens the article of a row next to the list, and marks it as read. Adds a history entry unless `keepsHistory` is false.
 * With "replace", articles that are opened in succession share one entry.
 */
export async function open(row, keepsHistory = true) {
    if (!row) { return; }
    select(row);
    const address = find("h2 a", row).href;
    opening?.abort();
    const { signal } = opening = new AbortController();
    try {
        const next = await article(address, signal);
        // A prefetch cannot be aborted.
        if (signal.aborted) { return; }
        replace("article", next);
        entitle(next.title);
    } catch (error) {
        if (error.name !== "AbortError") { tell(document.body.dataset.failed); }
        return;
    }
    document.body.dataset.shows = "article";
    showNeighbours(row);
    document.dispatchEvent(new Event("articleshown"));
    highlight(row);
    for (const link of all(".rows a[aria-current]")) { link.removeAttribute("aria-current"); }
    find("h2 a", row).setAttribute("aria-current", "true");
    if (keepsHistory) {
        const isNext = keepsHistory === "replace" && new URL(location.href).searchParams.has("article");
        history[isNext ? "replaceState" : "pushState"]({ article: row.dataset.article }, "", address);
    }
    remember(row.dataset.article);
    if (row.classList.contains("unread")) { set(row, "read", true); }
    fetchBeside(row);
}

/** Fills the links at the end of the article to the previous and next article in the list. */
function showNeighbours(row) {
    for (const [relation, neighbour] of [["prev", row.previousElementSibling], ["next", row.nextElementSibling]]) {
        const link = find(`#article .neighbours [rel=${relation}]`), title = neighbour && find("h2 a", neighbour);
        if (!link) { continue; }
        link.hidden = !title;
        if (!title) { continue; }
        link.href = title.href;
        link.dataset.article = neighbour.dataset.article;
        // The unread marker is not part of the title.
        find("bdi", link).textContent = [...title.childNodes].filter((node) => !node.matches?.(".dot")).map((node) => node.textContent).join("").trim();
    }
}

/** If only one pane is visible, shows the list. */
export function close() {
    document.body.dataset.shows = "list";
}

/** Scrolls down; at the end of an article, opens the next one. */
export async function space() {
    const pane = document.getElementById("article");
    if (!find("article", pane)) { return open(selected ?? rows()[0]); }
    if (pane.scrollTop + pane.clientHeight >= pane.scrollHeight - 2) { return open(await step(1), "replace"); }
    pane.scrollBy({ top: pane.clientHeight * 0.9 });
}

document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) { return; }
    const link = event.target.closest(".rows h2 a");
    if (link) {
        event.preventDefault();
        open(link.closest("li"));
        return;
    }
    const neighbour = rowOf(event.target.closest(".neighbours a")?.dataset.article);
    if (neighbour) {
        event.preventDefault();
        open(neighbour);
        return;
    }
    const back = event.target.closest(".back");
    if (back) {
        event.preventDefault();
        close();
        history.pushState({}, "", back.href);
    }
});
