// Moves feeds and folders: by dragging them onto a folder or between others, or with Alt and an arrow key. The page for arranging does
// the same without a script or dragging.

import { find } from "./dom.js";
import { change } from "./net.js";
import { key, parent, renew, tree } from "./tree.js";
import { tell } from "./toast.js";

const type = "application/x-feedsearch";
const mayMove = () => tree() && "movable" in tree().dataset;
const isByHand = () => tree()?.dataset.order === "hand";
const folderOf = (item) => (item ? parent(item)?.dataset.folder ?? "" : "");
const isFolder = (item) => "folder" in item.dataset && !("from" in item.dataset);

/** Moves an item and offers to undo it. */
async function move(item, to) {
    const name = find(".name", item).textContent, path = item.dataset.folder;
    try {
        const done = isFolder(item)
            ? await change("v1/folders/move", { folder: path, ...to })
            : await change(`v1/feeds/${item.dataset.feed}/move`, { from: folderOf(item), ...to });
        const into = to.into ?? folderOf(item);
        await renew(isFolder(item) ? `\n\n${[into, path.split("/").pop()].filter(Boolean).join("/")}` : `${item.dataset.feed}\n\n${into}`);
        if (!done.action) { return; }
        tell(tree().dataset.moved.replace("{1}", name), async () => {
            await change("v1/undo", { action: done.action });
            await renew(key(item));
        });
    } catch { tell(document.body.dataset.failed); }
}

document.addEventListener("keydown", (event) => {
    const item = event.target.closest?.("#tree a[role=treeitem]");
    const place = { ArrowUp: "up", ArrowDown: "down" }[event.key];
    if (!item || !place || !event.altKey || event.ctrlKey || event.metaKey || !mayMove() || !isByHand()) { return; }
    event.preventDefault();
    if (!("from" in item.dataset)) { move(item, { place }); }
});

// MARK: Dragging

let dragged = null, target = null;

function mark(element, where) {
    if (target?.element !== element || target?.where !== where) {
        target?.element.classList.remove("drop-into", "drop-before", "drop-after");
        element?.classList.add(`drop-${where}`);
    }
    target = element ? { element, where } : null;
}

/** The position at which a drop would insert the dragged item: in a folder, or before or after an item. */
function place(event) {
    const head = event.target.closest?.(".tree-head");
    if (head) { return [head, "into"]; }
    const item = event.target.closest?.("#tree a[role=treeitem], #tree .line")?.closest("li")?.querySelector("a[role=treeitem]");
    if (!item || item === dragged || "from" in item.dataset) { return [null]; }
    const inside = isFolder(dragged) && isFolder(item) && `${item.dataset.folder}/`.startsWith(`${dragged.dataset.folder}/`);
    if (inside) { return [null]; }
    const box = item.getBoundingClientRect(), part = (event.clientY - box.top) / box.height;
    if (isFolder(item)) {
        if (isByHand() && isFolder(dragged) && (part < 0.3 || part > 0.7)) { return [item, part < 0.5 ? "before" : "after"]; }
        return [item, "into"];
    }
    if (isFolder(dragged)) { return [null]; }
    if (isByHand()) { return [item, part < 0.5 ? "before" : "after"]; }
    // If feeds are not in manual order, they have no position of their own: drop into the folder of the item under the pointer.
    return parent(item) ? [parent(item), "into"] : [find(".tree-head"), "into"];
}

document.addEventListener("dragstart", (event) => {
    const item = event.target.closest?.("#tree a[role=treeitem]");
    if (!item || !mayMove() || "from" in item.dataset) { return; }
    dragged = item;
    event.dataTransfer.setData(type, key(item));
    event.dataTransfer.effectAllowed = "move";
    item.classList.add("dragged");
});

document.addEventListener("dragover", (event) => {
    if (!dragged) { return; }
    const [element, where] = place(event);
    mark(element, where);
    if (!element) { return; }
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
});

document.addEventListener("drop", (event) => {
    if (!dragged) { return; }
    const [element, where] = place(event), item = dragged;
    if (!element) { return; }
    event.preventDefault();
    if (where === "into") {
        const into = element.dataset.folder ?? "";
        const from = isFolder(item) ? item.dataset.folder.split("/").slice(0, -1).join("/") : folderOf(item);
        if (into !== from) { move(item, { into }); }
        return;
    }
    const beside = isFolder(element) ? find(".name", element).textContent : Number(element.dataset.feed);
    move(item, { into: folderOf(element), [where]: beside });
});

document.addEventListener("dragend", () => {
    dragged?.classList.remove("dragged");
    mark(null);
    dragged = null;
});
