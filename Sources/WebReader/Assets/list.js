// The rows of the list: which one is selected, and those that follow.

import { all, find } from "./dom.js";
import { page } from "./net.js";

export const rows = () => all(".rows > li");
export const rowOf = (number) => find(`.rows > li[data-article="${number}"]`);
export let selected = find(".rows a[aria-current]")?.closest("li") ?? null;

export function select(row) {
    if (!row) { return; }
    selected?.classList.remove("selected");
    selected = row;
    row.classList.add("selected");
    find("h2 a", row).focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
    if (!row.nextElementSibling) { more(); }
}

export function step(distance) {
    const list = rows();
    const place = selected ? list.indexOf(selected) + distance : 0;
    if (list[place]) { select(list[place]); }
}

/** The list was replaced: nothing of the former one is selected. */
export function renew() {
    selected = null;
    watch();
}

// The next page of the list

let isLoading = false;
async function more() {
    const link = find(".more a");
    if (!link || isLoading) { return; }
    isLoading = true;
    try {
        const next = await page(link.href, "list");
        find(".rows").append(...all(".rows > li", next).map((row) => document.adoptNode(row)));
        const line = find(".more", next);
        if (line) { link.closest(".more").replaceWith(document.adoptNode(line)); } else { link.closest(".more").remove(); }
        watch();
    } catch { /* The link stays, and can be clicked. */ }
    isLoading = false;
}

const seen = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) { more(); }
}, { rootMargin: "600px" });

function watch() {
    seen.disconnect();
    const line = find(".more");
    if (line) { seen.observe(line); }
}

watch();
