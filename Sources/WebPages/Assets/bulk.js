// Marks many articles at once: all that the user has seen, those above or below the selected row, and those that are scrolled past.
// The change can be undone without leaving the page.

import { all, find } from "./dom.js";
import { bind } from "./keys.js";
import { reload, rows, selected } from "./list.js";
import { change } from "./net.js";
import { announce, isRead, show } from "./state.js";
import { tell } from "./toast.js";

// The list is divided at the selected row.
document.addEventListener("toggle", (event) => {
    const form = event.target.open && find("#mark-as", event.target);
    if (!form) { return; }
    const place = selected?.dataset.place ?? form.elements.place.value;
    form.elements.place.value = place;
    for (const button of all("button", form)) { button.disabled = button.value !== "all" && !place; }
}, true);

document.addEventListener("submit", (event) => {
    if (event.target.id !== "mark-as") { return; }
    event.preventDefault();
    mark(event.target, event.submitter?.value ?? "all");
});

async function mark(form, side) {
    const fields = new URLSearchParams(new FormData(form));
    if (selected?.dataset.place) { fields.set("place", selected.dataset.place); }
    if (side !== "all" && !fields.get("place")) { return; }
    fields.set("side", side);
    try {
        const answer = await fetch(form.action, { method: "POST", body: fields, headers: { Accept: "application/json" } });
        if (!answer.ok) { throw new Error(String(answer.status)); }
        const { changed, action } = await answer.json();
        const place = fields.get("place").split(".").map(Number);
        const isOnSide = (row) => side === "all" || isBeside(row, side, place);
        const marked = rows().filter((row) => row.dataset.article && !isRead(row) && isOnSide(row));
        for (const row of marked) { show(row, "read", true); }
        const numbers = marked.map((row) => Number(row.dataset.article));
        announce(numbers, "read", true);
        find("details.mark-as")?.removeAttribute("open");
        if (side === "all") { await reload(); }
        tell(document.body.dataset.many.replace("{1}", changed), action && (async () => {
            await change("v1/undo", { action });
            announce(numbers, "read", false);
            await reload();
        }));
    } catch { tell(document.body.dataset.failed); }
}

function isBeside(row, side, [date, number]) {
    if (!row.dataset.place) { return false; }
    const [rowDate, rowNumber] = row.dataset.place.split(".").map(Number);
    const order = (rowDate - date || rowNumber - number) * ("oldestFirst" in row.parentElement.dataset ? -1 : 1);
    return side === "above" ? order > 0 : order < 0;
}

function press(side) {
    const form = document.getElementById("mark-as");
    if (form) { mark(form, side); }
}
bind({ A: () => press("all"), "[": () => press("above"), "]": () => press("below") });

// Marks articles that are scrolled past, if the user has enabled this. Sent to the service once a second.

const passed = new Set();
let timer = 0;
if ("readOnScroll" in document.body.dataset) {
    const pane = document.getElementById("list");
    pane.addEventListener("scroll", () => {
        const top = pane.getBoundingClientRect().top;
        for (const row of rows()) {
            if (row.getBoundingClientRect().bottom >= top) { break; }
            if (row.dataset.article && !isRead(row)) {
                passed.add(Number(row.dataset.article));
                show(row, "read", true);
            }
        }
        if (passed.size) { timer ||= setTimeout(send, 1000); }
    }, { passive: true });
    window.addEventListener("pagehide", () => { if (passed.size) { send(); } });
}

async function send() {
    const articles = [...passed];
    passed.clear();
    timer = 0;
    announce(articles, "read", true);
    try { await change("v1/state", { articles, read: true }, { keepalive: true }); } catch {
        announce(articles, "read", false);
        for (const row of rows()) { if (articles.includes(Number(row.dataset.article))) { show(row, "read", false); } }
        tell(document.body.dataset.failed);
    }
}
