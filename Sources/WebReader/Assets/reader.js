// The reader's pages work without this module. It answers keys, opens articles beside the list, searches while one types,
// draws the next page of a list where one scrolls to it, and follows the counts of unread articles.

const policy = window.trustedTypes?.createPolicy("feedsearch", { createHTML: (text) => text });
const root = document.body.dataset.root;
const find = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

/** A page of the service, which alone makes markup here; of a view one part is enough. */
async function page(address, part, signal) {
    const whole = new URL(address, document.baseURI);
    if (part) { whole.searchParams.set("part", part); }
    const answer = await fetch(whole, { signal, headers: { Accept: "text/html" } });
    if (answer.status === 401) { location.assign(address); }
    const text = await answer.text();
    return new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, "text/html");
}

/** A change of the interface; the token goes in a field that no other site can set. */
async function change(path, body) {
    const answer = await fetch(root + path, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRF-Token": find("meta[name=csrf]").content },
        body: JSON.stringify(body),
    });
    if (!answer.ok) { throw new Error(String(answer.status)); }
    return answer.json();
}

function replace(id, from) {
    const now = document.getElementById(id), new_ = from.getElementById(id);
    if (now && new_) { now.replaceWith(document.adoptNode(new_)); }
}

/** The title of a view, with the number of unread articles that stands before it. */
function entitle(title) {
    document.title = (document.title.match(/^\(\d+\) /)?.[0] ?? "") + title.replace(/^\(\d+\) /, "");
}

// Toast

let toastTimer = 0;
function tell(text, undo) {
    const toast = document.getElementById("toast");
    const span = document.createElement("span");
    span.textContent = text;
    toast.replaceChildren(span);
    if (undo) {
        const button = document.createElement("button");
        button.textContent = document.body.dataset.undo;
        button.addEventListener("click", () => { toast.hidden = true; undo(); });
        toast.append(button);
    }
    toast.hidden = false;
    clearTimeout(toastTimer);
    toastTimer = setTimeout(() => { toast.hidden = true; }, 8000);
}

// Rows

const rows = () => all(".rows > li");
const rowOf = (number) => find(`.rows > li[data-article="${number}"]`);
let selected = find(".rows a[aria-current]")?.closest("li") ?? null;

function select(row) {
    if (!row) { return; }
    selected?.classList.remove("selected");
    selected = row;
    row.classList.add("selected");
    find("h2 a", row).focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
    if (!row.nextElementSibling) { more(); }
}

function step(distance) {
    const list = rows();
    const place = selected ? list.indexOf(selected) + distance : 0;
    if (list[place]) { select(list[place]); }
}

let opening = null;
/** Opens the article of a row beside the list, and marks it as read. */
async function open(row, keepsHistory = true) {
    if (!row) { return; }
    select(row);
    const address = find("h2 a", row).href;
    opening?.abort();
    opening = new AbortController();
    try {
        const next = await page(address, "article", opening.signal);
        replace("article", next);
        entitle(next.title);
    } catch (error) {
        if (error.name !== "AbortError") { tell(document.body.dataset.failed); }
        return;
    }
    document.body.dataset.shows = "article";
    highlight(row);
    for (const link of all(".rows a[aria-current]")) { link.removeAttribute("aria-current"); }
    find("h2 a", row).setAttribute("aria-current", "true");
    if (keepsHistory) { history.pushState({ article: row.dataset.article }, "", address); }
    if (row.classList.contains("unread")) { set(row, "read", true); }
}

// What was searched for, in the opened article: ranges that change no element (CSS Custom Highlight API).

let found = [], place = -1;
function highlight(row) {
    found = [];
    place = -1;
    if (!globalThis.CSS?.highlights) { return; }
    CSS.highlights.delete("found");
    const words = new Set(all("mark", row).map((mark) => mark.textContent.toLowerCase()).filter(Boolean));
    const text = find("#article .text");
    if (!words.size || !text) { return; }
    const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode() && found.length < 2000) {
        const content = nodes.currentNode.data.toLowerCase();
        for (const word of words) {
            for (let at = content.indexOf(word); at >= 0; at = content.indexOf(word, at + word.length)) {
                const range = document.createRange();
                range.setStart(nodes.currentNode, at);
                range.setEnd(nodes.currentNode, Math.min(at + word.length, nodes.currentNode.length));
                found.push(range);
            }
        }
    }
    CSS.highlights.set("found", new Highlight(...found));
}

/** Scrolls to the next or the former place of what was searched for. */
function jump(distance) {
    if (!found.length) { return; }
    place = (place + distance + found.length) % found.length;
    const pane = document.getElementById("article"), box = found[place].getBoundingClientRect();
    pane.scrollBy({ top: box.top - pane.getBoundingClientRect().top - pane.clientHeight / 3 });
    tell(`${place + 1} / ${found.length}`);
}

/** Shows a state at once, and takes it back where it could not be stored. */
async function set(row, name, value) {
    const number = Number(row.dataset.article);
    show(row, name, value);
    try {
        await change("v1/state", { articles: [number], [name]: value });
    } catch {
        show(row, name, !value);
        tell(document.body.dataset.failed);
    }
}

function show(row, name, value) {
    const copies = [row, find(`#article article[data-article="${row.dataset.article}"]`)].filter(Boolean);
    for (const element of copies) {
        if (name === "read") {
            element.classList.toggle("read", value);
            element.classList.toggle("unread", !value);
        } else if (value) {
            element.dataset.starred = "1";
        } else {
            delete element.dataset.starred;
        }
    }
    // The buttons say what they do next.
    for (const field of all(`.state input[name=article][value="${row.dataset.article}"]`)) {
        for (const button of all("button", field.form)) {
            const sets = button.value.endsWith("read") ? "read" : "starred";
            if (sets !== name || button.value.startsWith("un") === value) { continue; }
            [button.textContent, button.dataset.other] = [button.dataset.other, button.textContent];
            button.value = value ? "un" + sets : sets;
        }
    }
}

const isRead = (row) => row.classList.contains("read");

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

// Search while one types

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
            selected = null;
            find("#feeds a[aria-current]")?.removeAttribute("aria-current");
            entitle(next.title);
            history.replaceState({}, "", address);
            watch();
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

// Events

document.addEventListener("input", (event) => {
    if (!event.target.closest?.("#search")) { return; }
    search();
    if (event.target.type === "search") { complete(event.target); }
});

document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) { return; }
    const link = event.target.closest(".rows h2 a");
    if (link) {
        event.preventDefault();
        open(link.closest("li"));
        return;
    }
    const back = event.target.closest(".back");
    if (back) {
        event.preventDefault();
        document.body.dataset.shows = "list";
        history.pushState({}, "", back.href);
        return;
    }
    const button = event.target.closest(".state button");
    if (!button) { return; }
    const number = find("input[name=article]", button.form).value;
    const row = rowOf(number) ?? find(`#article article[data-article="${number}"]`);
    event.preventDefault();
    const name = button.value.endsWith("read") ? "read" : "starred";
    set(row, name, !button.value.startsWith("un"));
});

// All read: the list is shown again, and what was done can be taken back where one stands.
document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.action.endsWith("/actions/read-all")) { return; }
    event.preventDefault();
    try {
        const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
        if (!answer.ok) { throw new Error(String(answer.status)); }
        replace("list", await page(location.href, "list"));
        selected = null;
        watch();
        tell(document.body.dataset.done, async () => {
            await change("v1/undo", {});
            replace("list", await page(location.href, "list"));
            watch();
        });
    } catch { tell(document.body.dataset.failed); }
});

window.addEventListener("popstate", () => location.reload());

const keys = {
    j: () => step(1), k: () => step(-1), n: () => step(1), p: () => step(-1),
    o: () => open(selected), Enter: () => open(selected),
    m: () => selected && set(selected, "read", !isRead(selected)),
    s: () => selected && set(selected, "starred", !selected.dataset.starred),
    v: () => find("#article .source")?.click(),
    "/": () => { const field = find("#search input"); field.focus(); field.select(); },
    "?": () => help(),
    " ": () => space(),
    ".": () => jump(1), ",": () => jump(-1),
    J: () => { step(1); open(selected); }, K: () => { step(-1); open(selected); },
};
const places = { u: "", a: "all", t: "today", s: "starred" };
let goesTo = false;

function space() {
    const pane = document.getElementById("article");
    if (!find("article", pane)) { return open(selected ?? rows()[0]); }
    if (pane.scrollTop + pane.clientHeight >= pane.scrollHeight - 2) { step(1); return open(selected); }
    pane.scrollBy({ top: pane.clientHeight * 0.9 });
}

document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) { return; }
    const isTyping = event.target.matches("input:not([type=hidden]), select, textarea");
    if (event.key === "Escape" && isTyping) { event.target.blur(); return; }
    if (isTyping || document.querySelector("dialog[open]")) { return; }
    if (goesTo) {
        goesTo = false;
        if (event.key in places) { location.assign(root + places[event.key]); }
        return;
    }
    if (event.key === "g") { goesTo = true; return; }
    if (event.key === "Enter" && event.target.closest("a, button, summary")) { return; }
    if (event.key === " " && event.target.closest("button, summary")) { return; }
    const action = keys[event.key];
    if (action) {
        event.preventDefault();
        action();
    }
});

async function help() {
    let dialog = find("dialog");
    if (!dialog) {
        const next = await page(root + "keys");
        dialog = document.createElement("dialog");
        dialog.append(document.adoptNode(find("main", next)));
        document.body.append(dialog);
        dialog.addEventListener("click", (event) => { if (event.target === dialog) { dialog.close(); } });
    }
    dialog.showModal();
}

// Counts

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
    document.title = (news.unread ? `(${news.unread}) ` : "") + document.title.replace(/^\(\d+\) /, "");
}

watch();
