// Search while one types.

import { all, entitle, find, root } from "./dom.js";
import { renew } from "./list.js";
import { page } from "./net.js";

let searching = null, searchTimer = 0;
function search() {
    const form = document.getElementById("search");
    const query = form.elements.q.value;
    clearTimeout(searchTimer);
    if (!query.trim()) { return; }
    searchTimer = setTimeout(async () => {
        searching?.abort();
        searching = new AbortController();
        const address = `${root}search?${new URLSearchParams(new FormData(form))}`;
        try {
            const next = await page(address, "list", searching.signal);
            const field = form.elements.q;
            // The field stays, so that nothing that is typed meanwhile is lost.
            const list = document.getElementById("list"), found = next.getElementById("list");
            all(":scope > :not(#search)", list).forEach((element) => element.remove());
            list.append(...all(":scope > :not(#search)", found).map((element) => document.adoptNode(element)));
            list.scrollTop = 0;
            find("#feeds a[aria-current]")?.removeAttribute("aria-current");
            entitle(next.title);
            history.replaceState({}, "", address);
            renew();
            field.focus();
        } catch { /* A later key has asked again, or the network is gone: what was found stays. */ }
    }, 60);
}

let completing = null;
/** Ways to go on with what is typed: words of the archive, also by pinyin. */
async function complete(field) {
    completing?.abort();
    completing = new AbortController();
    const text = field.value;
    if (!text.trim()) { return; }
    try {
        const answer = await fetch(`${root}v1/complete?${new URLSearchParams({ text, limit: 8 })}`, { signal: completing.signal });
        if (!answer.ok) { return; }
        const { completions } = await answer.json();
        document.getElementById("completions").replaceChildren(...completions.map(({ text }) => {
            const option = document.createElement("option");
            option.value = text;
            return option;
        }));
    } catch { /* A later key has asked again. */ }
}

document.addEventListener("input", (event) => {
    if (!event.target.closest?.("#search")) { return; }
    search();
    if (event.target.type === "search") { complete(event.target); }
});
