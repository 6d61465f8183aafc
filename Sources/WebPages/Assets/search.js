// Searches as the user types.

import { all, entitle, find, root } from "./dom.js";
import { bind, help } from "./keys.js";
import { place, renew } from "./list.js";
import { page } from "./net.js";
import { close, queryOf, remember } from "./suggestions.js";

const form = () => document.getElementById("search");
const list = document.getElementById("list");
/** Windows that are wide enough for the column of filters next to the results (search.css). */
const isWide = matchMedia("(min-width: 1360px)");
const facetsDelay = 400, typingDelay = 60, hidesFacets = "feedsearch-hides-facets";
let searching = null, timer = 0, facetsTimer = 0;
/** Whether this search has its own history entry. The first key press adds the entry, the next ones replace it. */
let hasEntry = false;

function address(isTyped) {
    const query = queryOf(form());
    if (!query.trim()) { return `${root}search`; }
    const fields = new URLSearchParams({ q: query }), sort = form().elements.sort?.value;
    if (sort && sort !== "relevance") { fields.set("sort", sort); }
    if (form().elements.facets) { fields.set("facets", "1"); }
    if (isTyped) { fields.set("typed", "1"); }
    return `${root}search?${fields}`;
}

/** Starts a search. While the user types, the last word may be incomplete, and mistakes are not shown yet. */
function search(isTyped) {
    // In a narrow window the filters are a sheet, which a new search closes.
    if (!isWide.matches) { form().elements.facets?.remove(); }
    clearTimeout(timer);
    clearTimeout(facetsTimer);
    timer = setTimeout(() => show(address(isTyped), isTyped), isTyped ? typingDelay : 0);
}

async function show(wanted, isTyped) {
    searching?.abort();
    searching = new AbortController();
    const typed = form().elements.q.value;
    let next;
    try {
        next = await page(wanted, "list", searching.signal);
    } catch { return; /* A later key has asked again, or the network is gone: the results stay. */ }
    const found = next.getElementById("list");
    const isUnchanged = form().elements.q.value === typed;
    if (isTyped && "waiting" in found.dataset) {
        find("#mistake", list)?.remove();
        return mark(found);
    }
    enter(wanted, isTyped);
    swap(found);
    renewForm(find("#search", found), isTyped || !isUnchanged);
    mark(found);
    find("#feeds a[aria-current]")?.removeAttribute("aria-current");
    entitle(next.title);
    document.dispatchEvent(new Event("searched"));
    renew();
    if (!isTyped) {
        remember(queryOf(form()));
        // On a phone, the keyboard would cover the results.
        if (matchMedia("(pointer: coarse)").matches) { form().elements.q.blur(); }
    }
    facetsTimer = setTimeout(showFacets, isTyped ? facetsDelay : 0);
}

/** Adds the search to the history. Going back leads to the page where it began, as the user left that page. */
function enter(wanted, isTyped) {
    if (hasEntry || new URL(wanted, document.baseURI).href === location.href) {
        history.replaceState({}, "", wanted);
    } else {
        history.replaceState({ ...history.state, list: place() }, "");
        pinAddresses();
        history.pushState({}, "", wanted);
    }
    hasEntry = isTyped;
}

/** Addresses outside the list are relative to the loaded page, which may be in another folder than the search. */
function pinAddresses() {
    for (const link of all(":is(#feeds, #article, .bottom) a[href]:not([href^='#'])")) { link.href = link.href; }
    for (const other of all("form[action]")) { other.action = other.action; }
}

/** Replaces the results. The form is kept, because the user may still be typing; the filters are kept until they are counted again. */
function swap(found) {
    const stays = isWide.matches && !find(".start", found) ? ":is(#search, .facets)" : "#search";
    all(`:scope > :not(${stays})`, list).forEach((element) => element.remove());
    list.append(...all(":scope > :not(:is(#search, .facets))", found).map((element) => document.adoptNode(element)));
    list.scrollTop = 0;
}

/** Replaces the form except for the field. While the user types, chips are kept too: a filter becomes a chip when it is complete. */
function renewForm(next, isTyped) {
    const field = find(".field", form()), query = find(".query", field), hadSort = find(".sort", field);
    if (!isTyped) {
        find(".chips", field)?.remove();
        const chips = find(".chips", next);
        if (chips) { query.before(document.adoptNode(chips)); }
        form().elements.q.value = next.elements.q.value;
    }
    const sort = find(".sort", next);
    if (!hadSort && sort) { query.after(document.adoptNode(sort)); }
    if (hadSort && !sort) { hadSort.remove(); }
}

/** Underlines a mistake in the field. */
function mark(found) {
    const next = find("#search .mistake", found), field = form().elements.q;
    find(".mistake", form())?.remove();
    if (next) { find(".query", form()).append(document.adoptNode(next)); }
    for (const name of ["aria-invalid", "aria-describedby"]) {
        const value = find("#search input[type=search]", found)?.getAttribute(name);
        if (value) { field.setAttribute(name, value); } else { field.removeAttribute(name); }
    }
    follow(field);
}

/** Scrolls the underline with the text. */
function follow(field) {
    const line = find(".mistake", field.form);
    if (line) { line.scrollLeft = field.scrollLeft; }
}

/** Counts the distribution of the results if there is space for it. This happens after the results are shown, so as not to delay them. */
async function showFacets() {
    if (!isWide.matches || !find(".search-head .filter", list) || localStorage.getItem(hidesFacets)) { return; }
    const wanted = location.href;
    let next;
    try { next = await page(wanted, "facets"); } catch { return; }
    if (location.href !== wanted) { return; }
    const facets = find(".facets", next);
    find(".facets", list)?.remove();
    if (facets) { form().after(document.adoptNode(facets)); }
    find(".search-head .filter", list)?.setAttribute("aria-expanded", String(!!facets));
}

/** Moves the focus to the filters of a search, and shows them if they are hidden. */
async function goToFacets() {
    const button = find(".search-head .filter", list);
    if (!button) { return; }
    if (!find(".facets", list)) {
        // A narrow window shows them as a separate page.
        if (!isWide.matches) { return button.click(); }
        await toggleFacets();
    }
    find(".facets ul a", list)?.focus();
}
bind({ f: goToFacets });

/** Shows or hides the column of filters, and stores the choice on this device. */
async function toggleFacets() {
    const column = find(".facets", list);
    if (column) {
        column.remove();
        form().elements.facets?.remove();
        localStorage.setItem(hidesFacets, "1");
        find(".search-head .filter", list).setAttribute("aria-expanded", "false");
    } else {
        localStorage.removeItem(hidesFacets);
        await showFacets();
    }
}

document.addEventListener("input", (event) => {
    if (event.target.form?.id !== "search" || event.isComposing) { return; }
    // The mistake was in the previous text.
    find("#search .mistake")?.remove();
    search(event.target.name === "q");
});
document.addEventListener("compositionend", (event) => { if (event.target.form?.id === "search") { search(true); } });
document.addEventListener("focusout", (event) => {
    if (event.target.form?.id === "search" && event.relatedTarget?.form?.id !== "search") { hasEntry = false; }
});
document.addEventListener("submit", (event) => {
    if (event.target.id !== "search") { return; }
    event.preventDefault();
    close();
    search(false);
});
document.addEventListener("searchfor", () => search(false));
document.addEventListener("scroll", (event) => { if (event.target.form?.id === "search") { follow(event.target); } }, true);

/** Removes a filter and searches with the remaining ones. */
function removeChip(chip) {
    const isLast = all("#search .chips li").length === 1;
    (isLast ? chip.parentElement : chip).remove();
    form().elements.q.focus();
    search(false);
}

document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) { return; }
    if (event.target.closest?.(".help")) {
        event.preventDefault();
        help();
    }
    const cross = event.target.closest?.("#search .chips a");
    if (cross) {
        event.preventDefault();
        removeChip(cross.closest("li"));
    }
    if (isWide.matches && event.target.closest?.(".search-head .filter")) {
        event.preventDefault();
        toggleFacets();
    }
});
document.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.key !== "Backspace" || field.form?.id !== "search" || field.name !== "q" || event.isComposing) { return; }
    const last = all("#search .chips li").at(-1);
    if (!last || field.selectionStart !== 0 || field.selectionEnd !== 0) { return; }
    event.preventDefault();
    removeChip(last);
});

if (list && !find(".facets", list)) { showFacets(); }
