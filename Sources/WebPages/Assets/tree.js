// The subscriptions as a tree, following <https://www.w3.org/WAI/ARIA/apg/patterns/treeview/>: arrow keys, Home, End, letters,
// and a single tab stop. Without this module, they are lists of links, and the buttons of a form open folders.

import { all, find } from "./dom.js";
import { page } from "./net.js";

export const tree = () => document.getElementById("tree");
const items = () => all("a[role=treeitem]", tree()).filter((item) => !item.closest("ul[hidden]"));
const row = (item) => item.closest("li");
const group = (item) => find(":scope > ul", row(item));
const isOpen = (item) => item.ariaExpanded === "true";
/** The folder that contains an item; null at the top level. */
export const parent = (item) => row(item).parentElement.closest("li")?.querySelector("a[role=treeitem]") ?? null;
/** Identifies an item by its feed and folder, since a feed may be in several folders. */
export const key = (item) => `${item.dataset.feed ?? ""}\n${item.dataset.from ?? ""}\n${item.dataset.feed || item.dataset.from ? parent(item)?.dataset.folder ?? "" : item.dataset.folder}`;

let lastNumber = 0;
/** Sets the ARIA roles of lists and links. */
function name(list, level) {
    list.role = level === 1 ? "tree" : "group";
    for (const item of list.children) {
        item.role = "none";
        const link = find(":scope > a, :scope > .line > a", item), inner = find(":scope > ul", item);
        link.role = "treeitem";
        link.ariaLevel = String(level);
        link.tabIndex = -1;
        const twist = find(":scope > .line > .twist", item);
        if (!twist) { continue; }
        // Arrow keys in the tree replace this button.
        twist.tabIndex = -1;
        twist.setAttribute("aria-hidden", "true");
        link.ariaExpanded = twist.getAttribute("aria-expanded");
        if (inner) { own(link, inner, level); }
    }
}

function own(link, list, level) {
    list.id ||= `folder-${lastNumber += 1}`;
    link.setAttribute("aria-owns", list.id);
    name(list, level + 1);
}

/** Makes an item the only tab stop. */
function rove(item, focuses = true) {
    for (const other of all("a[role=treeitem][tabindex='0']", tree())) { other.tabIndex = -1; }
    item.tabIndex = 0;
    if (focuses) { item.focus(); }
}

export function begin() {
    const list = find(":scope > ul", tree());
    if (!list?.children.length) { return; }
    name(list, 1);
    const here = items();
    rove(here.find((item) => item.hasAttribute("aria-current")) ?? here[0], false);
}

/** Stores for the account whether a folder is open. */
function keep(path, opens) {
    const form = tree(), fields = new URLSearchParams({ csrf: form.elements.csrf?.value ?? "", [opens ? "open" : "close"]: path });
    fetch(form.action, { method: "POST", body: fields, redirect: "manual", keepalive: true }).catch(() => {});
}

async function branch(path, from) {
    const address = new URL(location.href);
    address.searchParams.set("folder", path);
    if (from) { address.searchParams.set("from", from); }
    return document.adoptNode(find("#branch", await page(address.href, "branch")));
}

export async function turn(item, opens = !isOpen(item)) {
    if (!item.dataset.folder || isOpen(item) === opens || row(item).classList.contains("more")) { return; }
    const twist = find(":scope > .line > .twist", row(item));
    item.ariaExpanded = twist.ariaExpanded = String(opens);
    const label = tree().dataset[opens ? "close" : "open"];
    twist.ariaLabel = label.replace("{1}", find(".name", item).textContent);
    twist.name = opens ? "close" : "open";
    keep(item.dataset.folder, opens);
    if (!opens) {
        // If the focus is inside the folder, move it to the folder.
        if (group(item)?.contains(document.activeElement)) { rove(item); }
        if (group(item)) { group(item).hidden = true; }
        return;
    }
    if (group(item)) { group(item).hidden = false; return; }
    item.ariaBusy = "true";
    try {
        const list = await branch(item.dataset.folder);
        list.removeAttribute("id");
        if (!group(item)) { row(item).append(list); own(item, list, Number(item.ariaLevel)); }
        group(item).hidden = !isOpen(item);
    } catch { item.ariaExpanded = twist.ariaExpanded = "false"; }
    item.ariaBusy = "false";
}

/** Adds the feeds that did not fit into the page. */
async function more(item) {
    const list = await branch(item.dataset.folder, item.dataset.from).catch(() => null);
    if (!list) { return; }
    const added = [...list.children], level = Number(item.ariaLevel), isHere = document.activeElement === item;
    row(item).replaceWith(...added);
    const holder = added[0]?.parentElement;
    if (holder) { name(holder, level); }
    if (isHere && added[0]) { rove(find("a", added[0])); }
}

/** Updates the tree, and restores the focus. */
export async function renew(stands) {
    const was = tree(), next = document.adoptNode(find("#tree", await page(location.href, "tree")));
    const focused = stands ?? (was.contains(document.activeElement) ? key(document.activeElement) : null);
    was.replaceWith(next);
    begin();
    const item = focused && items().find((item) => key(item) === focused);
    if (item) { rove(item); item.scrollIntoView({ block: "nearest" }); }
    document.dispatchEvent(new Event("treeshown"));
}

let typed = "", typedAt = 0;
/** Moves to the next item whose name begins with the letters typed within half a second. */
function type(letter, item, here) {
    typed = performance.now() - typedAt > 500 ? letter : typed + letter;
    typedAt = performance.now();
    const text = typed.toLowerCase(), place = here.indexOf(item);
    const start = typed.length > 1 ? place : place + 1;
    const found = [...here.slice(start), ...here.slice(0, start)]
        .find((other) => find(".name", other)?.textContent.toLowerCase().startsWith(text));
    if (found) { rove(found); }
}

function press(event, item) {
    const here = items(), place = here.indexOf(item);
    if (event.key.length > 1) { typed = ""; }
    switch (event.key) {
    case "ArrowDown": rove(here[place + 1] ?? item); return true;
    case "ArrowUp": rove(here[place - 1] ?? item); return true;
    case "Home": rove(here[0]); return true;
    case "End": rove(here.at(-1)); return true;
    case "ArrowRight":
        if (!item.ariaExpanded) { return true; }
        if (isOpen(item)) { rove(find("a", group(item)) ?? item); } else { turn(item, true); }
        return true;
    case "ArrowLeft":
        if (isOpen(item)) { turn(item, false); } else if (parent(item)) { rove(parent(item)); }
        return true;
    case " ": item.click(); return true;
    case "Enter": return false;
    default:
        // Leave `z` to the undo button of the last move.
        if (event.key === "z" && find("#toast:not([hidden]) button")) { return false; }
        // Keys that are not letters or digits, such as `?` and `/`, keep their usual meaning.
        if (!/^[\p{L}\p{N}]$/u.test(event.key)) { return false; }
        type(event.key, item, here);
        return true;
    }
}

document.addEventListener("keydown", (event) => {
    const item = event.target.closest?.("#tree a[role=treeitem]");
    if (!item || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) { return; }
    if (press(event, item)) {
        event.preventDefault();
        // Letters are not shortcuts here.
        event.stopImmediatePropagation();
    }
}, true);

document.addEventListener("focusin", (event) => {
    const item = event.target.closest?.("#tree a[role=treeitem]");
    if (item && item.tabIndex < 0) { rove(item, false); }
});

document.addEventListener("click", (event) => {
    const twist = event.target.closest?.("#tree .twist");
    if (twist) {
        event.preventDefault();
        turn(twist.nextElementSibling);
        return;
    }
    const item = event.target.closest?.("#tree .more a");
    if (item && !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
        event.preventDefault();
        more(item);
    }
});

if (tree()) { begin(); }
