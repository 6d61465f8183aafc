// The states of articles: read and starred.

import { forget } from "./ahead.js";
import { all, atSignOut, find, root, stored, swapWords } from "./dom.js";
import { rowOf, rows } from "./list.js";
import { amendPages, change, page } from "./net.js";
import { applyMarks, keepMark, marked } from "./offline.js";
import { tell } from "./toast.js";

// States without a response yet. If the user leaves the page first, the next page in this tab shows and sends them again. This is
// harmless if they were already stored.
const unanswered = `${stored("state")}/`;
let isLeft = false;
window.addEventListener("pagehide", () => { isLeft = true; });
window.addEventListener("pageshow", () => { isLeft = false; });

/** When this browser changed a state last, and by article and name its last changes. */
let announcedAt = -Infinity;
const changes = new Map();
/** Pages that are requested until a change is stored may miss it. Of changes by other tabs that time is not known. */
function note(articles, name, value) {
    announcedAt = performance.now();
    for (const number of articles) { changes.set(`${number}/${name}`, { value, until: announcedAt + 2000 }); }
}

// The last request for each state. Requests for one state are sent one at a time, because the service may answer them in another order.
const requests = new Map();

/** Stores a state, or keeps it for later if there is no network. Throws if the state could not be stored. */
async function store(number, name, value) {
    note([number], name, value);
    const key = `${unanswered}${number}/${name}`;
    sessionStorage.setItem(key, String(value));
    const send = () => change("v1/state", { articles: [number], [name]: value }, { keepalive: true });
    const request = requests.has(key) ? requests.get(key).then(send, send) : send();
    requests.set(key, request);
    const isLast = () => requests.get(key) === request;
    try {
        await request;
    } catch (error) {
        if (isLeft || !isLast() || keepMark(error, number, name, value)) { return; }
        // When the user leaves the page, the browser cancels open requests, at times before the event `pagehide`.
        if (error instanceof TypeError) { await new Promise((done) => { setTimeout(done, 1000); }); }
        if (isLeft || !isLast()) { return; }
        throw error;
    } finally {
        if (isLast()) {
            requests.delete(key);
            changes.get(`${number}/${name}`).until = performance.now();
            if (!isLeft) { sessionStorage.removeItem(key); }
        }
    }
}

/** Shows a state at once, and reverts it if it could not be stored. */
export async function set(row, name, value) {
    const number = Number(row.dataset.article);
    show(row, name, value);
    announce([number], name, value);
    try {
        await store(number, name, value);
    } catch {
        show(row, name, !value);
        announce([number], name, !value);
        tell(document.body.dataset.failed);
    }
}

// Other tabs of this browser show a change at once.

const tabs = globalThis.BroadcastChannel ? new BroadcastChannel("feedsearch-state") : null;
tabs?.addEventListener("message", ({ data: { articles, name, value } }) => {
    note(articles, name, value);
    for (const number of articles) {
        const element = elementOf(number);
        if (element) { show(element, name, value); }
    }
});

/** What this browser set a state to, if a page requested at this time may have missed it; undefined if the page is right. */
function missed(number, name, requestedAt) {
    const key = `${number}/${name}`, sent = sessionStorage.getItem(unanswered + key), last = changes.get(key);
    if (sent !== null) { return sent === "true"; }
    if (last?.until > requestedAt) { return last.value; }
    return marked(number, name);
}

/** Shows in a page of the service what it missed. Otherwise a key would act on a state that nobody sees. */
amendPages((next, requestedAt) => {
    for (const element of all(":is(.rows > li, #article article)[data-article]", next)) {
        for (const name of ["read", "starred"]) {
            const value = missed(element.dataset.article, name, requestedAt);
            if (value !== undefined) { show(element, name, value); }
        }
    }
});

/** Whether a tab of this browser has just made a change, so that the next event of the service is probably about that change. */
export const changedJustNow = () => performance.now() - announcedAt < 1500;

/** Announces a change by this tab that does not affect the rows, so that the service's event does not reload them. */
export function expectEvent() { announcedAt = performance.now(); }

/** Tells other tabs about a change in this tab. */
export function announce(articles, name, value) {
    note(articles, name, value);
    tabs?.postMessage({ articles, name, value });
}

/** The row of an article, or the open article if it has no row in the list. */
const elementOf = (number) => rowOf(number) ?? find(`#article article[data-article="${number}"]`);

/** Shows the service's states of the articles in the page, which another program may have changed. */
export async function refresh() {
    forget();
    const open = find("#article article")?.dataset.article;
    const numbers = [...new Set([...rows().map((row) => row.dataset.article), open].filter(Boolean))];
    for (let from = 0; from < numbers.length; from += 100) {
        const requestedAt = performance.now();
        const next = await page(`${root}recent?articles=${numbers.slice(from, from + 100).join(",")}`, "list");
        for (const row of all(".rows > li[data-article]", next)) {
            const number = row.dataset.article, element = elementOf(number);
            for (const [name, value] of [["read", isRead(row)], ["starred", "starred" in row.dataset]]) {
                if (element && missed(number, name, requestedAt) === undefined) { show(element, name, value); }
            }
        }
    }
}

export function show(row, name, value) {
    const here = row.ownerDocument, copies = [row, find(`#article article[data-article="${row.dataset.article}"]`, here)].filter(Boolean);
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
    // The labels of buttons name their next action.
    for (const field of all(`.state input[name=article][value="${row.dataset.article}"]`, here)) {
        for (const button of all("button", field.form)) {
            const sets = button.value.endsWith("read") ? "read" : "starred";
            if (sets !== name || button.value.startsWith("un") === value) { continue; }
            swapWords(button);
            button.value = value ? "un" + sets : sets;
        }
    }
}

export const isRead = (row) => row.classList.contains("read");

document.addEventListener("click", (event) => {
    const button = event.target.closest(".state button");
    if (!button || event.defaultPrevented) { return; }
    const number = find("input[name=article]", button.form).value;
    const row = elementOf(number);
    event.preventDefault();
    const name = button.value.endsWith("read") ? "read" : "starred";
    set(row, name, !button.value.startsWith("un"));
});

applyMarks(show);
for (const key of Object.keys(sessionStorage).filter((key) => key.startsWith(unanswered))) {
    const [number, name] = key.slice(unanswered.length).split("/"), value = sessionStorage.getItem(key) === "true";
    const row = elementOf(number);
    if (row) { set(row, name, value); } else { store(Number(number), name, value).catch(() => {}); }
}
atSignOut(() => sessionStorage.clear());
