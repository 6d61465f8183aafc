// Whether an article is read and starred.

import { all, atSignOut, find, swapWords } from "./dom.js";
import { rowOf } from "./list.js";
import { change } from "./net.js";
import { applyMarks, keepMark } from "./offline.js";
import { tell } from "./toast.js";

// States whose answer has not come. The page may be left before: then the next page of this tab shows them, and sends them again,
// which changes nothing where they were stored.
const unanswered = "feedsearch-state/";
let isLeft = false;
window.addEventListener("pagehide", () => { isLeft = true; });
window.addEventListener("pageshow", () => { isLeft = false; });

async function store(number, name, value) {
    const key = `${unanswered}${number}/${name}`;
    sessionStorage.setItem(key, String(value));
    try {
        await change("v1/state", { articles: [number], [name]: value }, { keepalive: true });
    } finally {
        // A browser ends what waits for an answer when it leaves the page.
        if (!isLeft) { sessionStorage.removeItem(key); }
    }
}

/** Shows a state at once, and takes it back where it could not be stored. */
export async function set(row, name, value) {
    const number = Number(row.dataset.article);
    show(row, name, value);
    try {
        await store(number, name, value);
    } catch (error) {
        if (isLeft || keepMark(error, number, name, value)) { return; }
        show(row, name, !value);
        tell(document.body.dataset.failed);
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
    const row = rowOf(number) ?? find(`#article article[data-article="${number}"]`);
    event.preventDefault();
    const name = button.value.endsWith("read") ? "read" : "starred";
    set(row, name, !button.value.startsWith("un"));
});

applyMarks(show);
for (const key of Object.keys(sessionStorage).filter((key) => key.startsWith(unanswered))) {
    const [number, name] = key.slice(unanswered.length).split("/"), value = sessionStorage.getItem(key) === "true";
    const row = rowOf(number);
    if (row) { set(row, name, value); } else { store(Number(number), name, value).catch(() => {}); }
}
atSignOut(() => sessionStorage.clear());
