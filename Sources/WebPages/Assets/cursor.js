// The article that keys act on: the selected row, which is also the open article if both panes are visible.

import { article } from "./ahead.js";
import { open } from "./article.js";
import { find } from "./dom.js";
import { bind } from "./keys.js";
import { rowOf, rows, selected, step, stepToUnread } from "./list.js";
import { isRead, set } from "./state.js";
import { tell } from "./toast.js";

const pane = () => document.getElementById("article");
/** Whether the article pane is visible. In a narrow window, it replaces the list. */
const showsArticle = () => pane().getClientRects().length > 0;
const openArticle = () => (showsArticle() ? find("article", pane()) : null);

/**
 * The article that keys act on: its row, or the open article if it has no row in the list, or null. Both elements
 * have `data-article`, `data-starred` and the class `read` or `unread`, as `set` in state.js expects.
 */
export const current = () => selected ?? openArticle();

let timer = 0;
/** Opens the selected row if the article pane is visible. While a key is held down, only the last row is opened. */
function follow(row, event) {
    clearTimeout(timer);
    if (!row || !showsArticle()) { return; }
    if (event.repeat) { timer = setTimeout(() => open(selected, "replace"), 150); } else { open(row, "replace"); }
}

async function move(distance, event) { follow(await step(distance), event); }

async function moveToUnread(direction, event) {
    const row = await stepToUnread(direction);
    if (!row) { tell(document.body.dataset.noUnread); }
    follow(row, event);
}

function change(name, isSet) {
    const element = current();
    if (element) { set(element, name, !isSet(element)); }
}

/** Opens the article's page on its own site. */
async function visit() {
    const here = openArticle();
    if (here && here.dataset.article === current().dataset.article) { find(".source", pane())?.click(); return; }
    const address = selected && find("h2 a", selected)?.href;
    if (!address) { return; }
    const source = find("#article .source", await article(address))?.href;
    if (source) { window.open(source, "_blank", "noopener"); }
}

const down = (event) => move(1, event), up = (event) => move(-1, event);
bind({
    // In earlier versions, J and K opened the next or previous article, and j and k only selected it.
    j: down, J: down, k: up, K: up,
    n: (event) => moveToUnread(1, event), p: (event) => moveToUnread(-1, event),
    o: () => open(selected ?? rows()[0]), Enter: () => open(selected ?? rows()[0]),
    m: () => change("read", isRead), s: () => change("starred", (element) => "starred" in element.dataset),
    v: visit,
});

// Opening an article by its address marks it as read. A reload does not, since the user may have marked it as unread.
const opened = find("article.unread", pane());
if (opened && find(".state", pane()) && performance.getEntriesByType("navigation")[0]?.type === "navigate") {
    set(rowOf(opened.dataset.article) ?? opened, "read", true);
}
