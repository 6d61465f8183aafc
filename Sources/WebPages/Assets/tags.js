// Adds and removes tags of the open article without leaving it.

import { find } from "./dom.js";
import { bind } from "./keys.js";
import { change, page, replace } from "./net.js";
import { tell } from "./toast.js";

const box = () => find("#article .tags");

/** Updates the tags in the sidebar. */
async function renewList() {
    try { replace("tags", await page(location.href, "tags")); } catch { /* Retried at the next change. */ }
}

/** Updates the tags of an article if it is still open. */
async function renew(number) {
    const next = find("#article .tags", await page(location.href, "article"));
    if (!next || find("#article article")?.dataset.article !== number) { return; }
    box().replaceWith(document.adoptNode(next));
    find(".add-tag summary", box())?.focus({ preventScroll: true });
}

async function alter(number, add, remove, text, undo) {
    try {
        await change("v1/state", { articles: [Number(number)], tags: { add, remove } });
        await Promise.all([renew(number), renewList()]);
        tell(text, undo);
    } catch { tell(document.body.dataset.failed); }
}

document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!box()?.contains(form)) { return; }
    event.preventDefault();
    const fields = new FormData(form, event.submitter), number = fields.get("article");
    const add = [fields.get("add")?.trim()].filter(Boolean), remove = [fields.get("remove")].filter(Boolean);
    if (!add.length && !remove.length) { return; }
    const { added, removed } = box().dataset;
    const done = (add.length ? added : removed).replace("{1}", () => add[0] ?? remove[0]);
    const undone = (add.length ? removed : added).replace("{1}", () => add[0] ?? remove[0]);
    alter(number, add, remove, done, () => alter(number, remove, add, undone));
});

// Tags all articles of a list.
document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches(".tag-all form")) { return; }
    event.preventDefault();
    try {
        const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "application/json" } });
        if (!answer.ok) { return tell((await answer.json()).detail); }
        const { changed, action } = await answer.json(), number = find("#article article")?.dataset.article;
        form.parentElement.open = false;
        find("input[name=add]", form).value = "";
        await Promise.all([number && renew(number), renewList()]);
        tell(form.dataset.many.replace("{1}", changed), action && (async () => {
            await change("v1/undo", { action });
            await Promise.all([number && renew(number), renewList()]);
        }));
    } catch { tell(document.body.dataset.failed); }
});

document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && event.target.closest?.("#article .add-tag");
    if (menu) { menu.open = false; find("summary", menu).focus(); }
});
document.addEventListener("toggle", (event) => {
    if (event.target.matches?.(":is(.add-tag, .tag-all)") && event.target.open) { find("input[name=add]", event.target).focus(); }
}, true);

/** Opens the field for a new tag. */
function begin() {
    const menu = find(".add-tag", box() ?? document);
    if (!menu) { return; }
    menu.open = true;
    find("input[name=add]", menu).focus();
}
bind({ t: begin });
