// Fetches the articles beside the open one before they are asked for.

import { find } from "./dom.js";
import { page } from "./net.js";

const kept = new Map();

/** The page of an article, which may have been fetched already. */
export function article(address, signal) {
    const early = kept.get(address);
    kept.delete(address);
    return early ?? page(address, "article", signal);
}

/** The rows beside an open one. */
export function fetchBeside(row) {
    for (const neighbour of [row.nextElementSibling, row.previousElementSibling]) {
        const address = neighbour && find("h2 a", neighbour)?.href;
        if (!address || kept.has(address)) { continue; }
        const early = page(address, "article");
        // Where it fails, it is asked for again when it is opened.
        early.catch(() => kept.delete(address));
        kept.set(address, early);
        if (kept.size > 4) { kept.delete(kept.keys().next().value); }
    }
}
