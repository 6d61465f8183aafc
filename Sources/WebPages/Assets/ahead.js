// Prefetches the articles next to the open one.

import { find } from "./dom.js";
import { amended, page } from "./net.js";

const kept = new Map();

/** The page of an article, prefetched or requested now. */
export function article(address, signal) {
    const early = kept.get(address);
    kept.delete(address);
    return early?.then(amended) ?? page(address, "article", signal);
}

/** Forgets what was fetched, as another program may have changed it. */
export function forget() { kept.clear(); }

/** Prefetches the articles of the rows next to a row. */
export function fetchBeside(row) {
    for (const neighbour of [row.nextElementSibling, row.previousElementSibling]) {
        const address = neighbour && find("h2 a", neighbour)?.href;
        if (!address || kept.has(address)) { continue; }
        const early = page(address, "article");
        // After a failure, the article is requested when it is opened.
        early.catch(() => kept.delete(address));
        kept.set(address, early);
        if (kept.size > 4) { kept.delete(kept.keys().next().value); }
    }
}
