// Whether an article is read and starred.

import { all, atSignOut, find, root, swapWords } from "./dom.js";
import { rowOf, rows } from "./list.js";
import { change, page } from "./net.js";
import { applyMarks, keepMark, waiting } from "./offline.js";
import { tell } from "./toast.js";

// States whose answer has not come. The page may be left before: then the next page of this tab shows them, and sends them again,
// which changes nothing where they were stored.
const unanswered = "feedsearch-state/";
let isLeft = false;
window.addEventListener("pagehide", () => { isLeft = true; });
window.addEventListener("pageshow", () => { isLeft = false; });

// The last request of each state. Requests of one state are sent one after the other, as the service could answer them in another order.
const requests = new Map();

async function store(number, name, value) {
    const key = `${unanswered}${number}/${name}`;
    sessionStorage.setItem(key, String(value));
    const send = () => change("v1/state", { articles: [number], [name]: value }, { keepalive: true });
    const request = requests.has(key) ? requests.get(key).then(send, send) : send();
    requests.set(key, request);
    try {
        await request;
    } finally {
        if (requests.get(key) === request) {
            requests.delete(key);
            // A browser ends what waits for an answer when it leaves the page.
            if (!isLeft) { sessionStorage.removeItem(key); }
        }
    }
}

/** Shows a state at once, and takes it back where it could not be stored. */
export async function set(row, name, value) {
    const number = Number(row.dataset.article);
    show(row, name, value);
    announce([number], name, value);
    try {
        await store(number, name, value);
    } catch (error) {
        if (isLeft || keepMark(error, number, name, value)) { return; }
        show(row, name, !value);
        announce([number], name, !value);
        tell(document.body.dataset.failed);
    }
}

// Other tabs of this browser show a change at once.

const tabs = globalThis.BroadcastChannel ? new BroadcastChannel("feedsearch-state") : null;
tabs?.addEventListener("message", ({ data: { articles, name, value } }) => {
    note(articles, name);
    for (const number of articles) {
        const element = elementOf(number);
        if (element) { show(element, name, value); }
    }
});

/** When this browser changed a state last, of any article and by article and name. */
let announcedAt = -Infinity;
const changedAt = new Map();
function note(articles, name) {
    announcedAt = performance.now();
    for (const number of articles) { changedAt.set(`${number}/${name}`, announcedAt); }
}

/** Whether a tab of this browser made a change just now, so that the next event of the service is probably about it. */
export const changedJustNow = () => performance.now() - announcedAt < 1500;

/** Tells the other tabs about a change of this one. */
export function announce(articles, name, value) {
    note(articles, name);
    tabs?.postMessage({ articles, name, value });
}

/** The row of an article, or the open article if the list has no row of it. */
const elementOf = (number) => rowOf(number) ?? find(`#article article[data-article="${number}"]`);

/** Shows the states that the service has of the articles in the page, which another program may have changed. */
export async function refresh() {
    const open = find("#article article")?.dataset.article;
    const numbers = [...new Set([...rows().map((row) => row.dataset.article), open].filter(Boolean))];
    for (let from = 0; from < numbers.length; from += 100) {
        // An answer may be older than a change that was made while it was under way.
        const since = performance.now() - 2000;
        const next = await page(`${root}recent?articles=${numbers.slice(from, from + 100).join(",")}`, "list");
        for (const row of all(".rows > li[data-article]", next)) {
            const number = row.dataset.article, element = elementOf(number);
            for (const [name, value] of [["read", isRead(row)], ["starred", "starred" in row.dataset]]) {
                const isPending = changedAt.get(`${number}/${name}`) > since || sessionStorage.getItem(`${unanswered}${number}/${name}`) !== null
                    || waiting().some((mark) => mark.number === Number(number) && mark.name === name);
                if (element && !isPending) { show(element, name, value); }
            }
        }
    }
}

export function show(row, name, value) {
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
