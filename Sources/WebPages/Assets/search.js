// Search while one types.

import { all, entitle, find, root } from "./dom.js";
import { help } from "./keys.js";
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
            // The field stays, so that nothing that is typed meanwhile is lost.
            const list = document.getElementById("list"), found = next.getElementById("list");
            all(":scope > :not(#search)", list).forEach((element) => element.remove());
            list.append(...all(":scope > :not(#search)", found).map((element) => document.adoptNode(element)));
            list.scrollTop = 0;
            find("#feeds a[aria-current]")?.removeAttribute("aria-current");
            mark(form, next);
            entitle(next.title);
            history.replaceState({}, "", address);
            document.dispatchEvent(new Event("searched"));
            renew();
        } catch { /* A later key has asked again, or the network is gone: what was found stays. */ }
    }, 60);
}

/** What is wrong with the query is underlined in the field itself. */
function mark(form, found) {
    const now = find(".mistake", form), next = find("#search .mistake", found), field = form.elements.q;
    now?.remove();
    if (next) { find(".field", form).append(document.adoptNode(next)); }
    for (const name of ["aria-invalid", "aria-describedby"]) {
        const value = find("#search input[type=search]", found)?.getAttribute(name);
        if (value) { field.setAttribute(name, value); } else { field.removeAttribute(name); }
    }
    follow(field);
}

/** The line below the text moves with it. */
function follow(field) {
    const line = find(".mistake", field.form);
    if (line) { line.scrollLeft = field.scrollLeft; }
}

document.addEventListener("input", (event) => {
    if (!event.target.closest?.("#search")) { return; }
    // What was wrong is another text now.
    find("#search .mistake")?.remove();
    search();
});
document.addEventListener("scroll", (event) => { if (event.target.form?.id === "search") { follow(event.target); } }, true);

document.addEventListener("click", (event) => {
    if (!event.target.closest?.(".help") || event.defaultPrevented) { return; }
    event.preventDefault();
    help();
});
