// Whether an article is read and starred.

import { all, find, swapWords } from "./dom.js";
import { rowOf } from "./list.js";
import { change } from "./net.js";
import { applyMarks, keepMark } from "./offline.js";
import { tell } from "./toast.js";

/** Shows a state at once, and takes it back where it could not be stored. */
export async function set(row, name, value) {
    const number = Number(row.dataset.article);
    show(row, name, value);
    try {
        await change("v1/state", { articles: [number], [name]: value });
    } catch (error) {
        if (keepMark(error, number, name, value)) { return; }
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
