// The rows of the list. All have one height: those that are seen are in the page, with some above and below, and the others
// are room that is kept free. What was drawn once is known by its number and drawn again the same; what was not is asked for by
// its place, either way; a jump, which no row leads to, by its number.

import { all, find, root } from "./dom.js";
import { page } from "./net.js";

const chunk = 50, drawnAtMost = 300, ahead = 60, maxRows = 100000;
const pane = document.getElementById("list");

export const rows = () => all(".rows > li");
export const rowOf = (number) => find(`.rows > li[data-article="${number}"]`);
export let selected = find(".rows a[aria-current]")?.closest("li") ?? null;

/** By the row, counted from the first: the number of its article. Rows that were not asked for are not there. */
let known = [];
/** The first row that is in the page, and how many rows there are, as far as anyone knows. */
let first = 0, total = 0;
/** Where what follows the last known row is; null at the end. */
let following = null, followingRow = 0;
let isByDate = false, height = 0, list = null, generation = 0;

/** The list was replaced: nothing of the former one is selected. */
export function renew() {
    generation += 1;
    list = find(".rows", pane);
    selected = find("a[aria-current]", list)?.closest("li") ?? null;
    const drawn = rows();
    isByDate = "byDate" in list.dataset;
    first = Number(list.dataset.first ?? 0);
    known = [];
    drawn.forEach((row, place) => { known[first + place] = row.dataset.article; });
    const next = find(".way.next a", pane);
    following = next?.href ?? null;
    followingRow = first + drawn.length;
    total = Math.max(followingRow, isByDate && following ? Math.min(Number(list.dataset.total ?? 0), maxRows) : 0);
    if (!following) { total = followingRow; }
    measure();
    lay();
    draw();
}

function measure() {
    const row = list?.firstElementChild;
    height = row ? row.getBoundingClientRect().height : 0;
}

/** Keeps room for the rows that are not in the page. */
function lay() {
    const count = list.childElementCount;
    list.style.paddingBlockStart = `${first * height}px`;
    list.style.paddingBlockEnd = `${Math.max(0, total - first - count) * height}px`;
    find(".way.prev", pane)?.toggleAttribute("hidden", first === 0 || isByDate);
    find(".way.next", pane)?.toggleAttribute("hidden", following !== null && followingRow < maxRows);
    rows().forEach((row, place) => {
        row.ariaPosInSet = String(first + place + 1);
        row.ariaSetSize = following && !isByDate ? "-1" : String(total);
    });
}

/** The rows that are seen: the first one, and the one behind the last. */
function seen() {
    const start = pane.scrollTop - (list.offsetTop - pane.offsetTop);
    return [Math.max(0, Math.floor(start / height)), Math.ceil((start + pane.clientHeight) / height)];
}

let isDrawing = false, jumpTimer = 0;
/** Adds rows where the seen ones come near the end of those that are in the page. */
async function draw() {
    if (isDrawing || !height) { return; }
    const [top, bottom] = seen(), last = first + list.childElementCount;
    clearTimeout(jumpTimer);
    if (bottom < first - chunk || top > last + chunk) {
        // A drag of the scroll bar passes many places: only the one where it rests is drawn.
        jumpTimer = setTimeout(() => jump(top), 60);
        return;
    }
    const goesDown = bottom + ahead > last && last < total, goesUp = top - ahead < first && first > 0;
    if (!goesDown && !goesUp) { return; }
    isDrawing = true;
    const now = generation;
    try {
        if (goesDown) { await drawBelow(last, now); } else { await drawAbove(now); }
    } catch { setTimeout(draw, 2000); isDrawing = false; return; }
    isDrawing = false;
    if (now === generation) { draw(); }
}

const taken = (from) => all(".rows > li", from).map((row) => document.adoptNode(row));
/** Rows that were in the page before, as they are now. */
async function again(numbers) {
    const found = taken(await page(`${root}recent?articles=${numbers.join(",")}`, "list"));
    const byNumber = new Map(found.map((row) => [row.dataset.article, row]));
    // Their articles may have gone meanwhile: an empty row keeps their place.
    return numbers.map((number) => byNumber.get(number) ?? document.createElement("li"));
}

/** Rows drawn again lead to this list, not to that of their numbers. */
function readdress(row, place) {
    const link = find("h2 a", row);
    if (!link) { return; }
    const address = new URL(location.href);
    for (const name of ["before", "after", "row"]) { address.searchParams.delete(name); }
    address.searchParams.set("article", row.dataset.article);
    link.href = address.href;
    if (place) { row.dataset.place = place; }
}

const places = new Map();

async function drawBelow(last, now) {
    const numbers = known.slice(last, last + chunk).filter(Boolean);
    let added;
    if (numbers.length) {
        added = await again(numbers);
        if (now !== generation) { return; }
        added.forEach((row) => readdress(row, places.get(row.dataset.article)));
    } else {
        const next = await page(following, "list");
        if (now !== generation) { return; }
        added = taken(next);
        following = find(".way.next a", next)?.href ?? null;
        added.forEach((row, place) => { known[last + place] = row.dataset.article; });
        followingRow = last + added.length;
        if (!following) { total = followingRow; } else { total = Math.max(total, Math.min(maxRows, followingRow + (isByDate ? 1 : 0))); }
        if (!isByDate && following) { total = followingRow + 1; }
    }
    added.forEach(remember);
    list.append(...added);
    const over = list.childElementCount - drawnAtMost;
    if (over > 0) {
        rows().slice(0, over).forEach((row) => row.remove());
        first += over;
    }
    lay();
}

async function drawAbove(now) {
    const start = Math.max(0, first - chunk), numbers = known.slice(start, first).filter(Boolean);
    let added;
    if (numbers.length === first - start) {
        added = await again(numbers);
        if (now !== generation) { return; }
        added.forEach((row) => readdress(row, places.get(row.dataset.article)));
    } else {
        const address = new URL(location.href);
        for (const name of ["after", "row"]) { address.searchParams.delete(name); }
        address.searchParams.set("before", list.firstElementChild.dataset.place);
        const previous = await page(address.href, "list");
        if (now !== generation) { return; }
        added = taken(previous).slice(-(first - start));
        if (added.length < first - start || (start === 0 && find(".way.prev", previous))) {
            // The list has grown or shrunk meanwhile: its rows get other numbers.
            return jump(Math.max(0, start));
        }
        added.forEach((row, place) => { known[start + place] = row.dataset.article; });
    }
    added.forEach(remember);
    list.prepend(...added);
    first = start;
    const over = list.childElementCount - drawnAtMost;
    if (over > 0) { rows().slice(-over).forEach((row) => row.remove()); }
    lay();
}

function remember(row) {
    if (row.dataset.place) { places.set(row.dataset.article, row.dataset.place); }
    // What scrolled out of the page and comes back is still the selected one.
    if (selected && row.dataset.article === selected.dataset.article) {
        row.classList.add("selected");
        selected = row;
    }
}

/** Draws the list around a row that may be far from all that are known. */
export async function jump(row) {
    if (!isByDate) { return; }
    const now = generation += 1;
    const start = Math.max(0, Math.min(row, total - 1) - 20);
    const address = new URL(location.href);
    for (const name of ["after", "before"]) { address.searchParams.delete(name); }
    address.searchParams.set("row", String(start));
    let next;
    try { next = await page(address.href, "list"); } catch { return; }
    if (now !== generation) { return; }
    const added = taken(next);
    known = [];
    places.clear();
    first = start;
    added.forEach((row, place) => { known[first + place] = row.dataset.article; remember(row); });
    following = find(".way.next a", next)?.href ?? null;
    followingRow = first + added.length;
    if (!following) { total = followingRow; }
    list.replaceChildren(...added);
    if (!height) { measure(); }
    lay();
    draw();
}

/** The first row that is seen, and how far it is scrolled: a page that is come back to begins there. */
export function place() {
    if (!list || !height) { return null; }
    const start = pane.scrollTop - (list.offsetTop - pane.offsetTop);
    return { row: Math.floor(start / height), rest: start % height };
}

export async function goTo({ row, rest }) {
    if (!height || row <= 0) { return; }
    if (row >= first + list.childElementCount) { await jump(row); }
    pane.scrollTop = (list.offsetTop - pane.offsetTop) + row * height + rest;
}

export function select(row, focuses = true) {
    if (!row) { return; }
    selected?.classList.remove("selected");
    selected = row;
    row.classList.add("selected");
    if (focuses) { find("h2 a", row).focus({ preventScroll: true }); }
    row.scrollIntoView({ block: "nearest" });
    draw();
}

export function step(distance) {
    const list = rows();
    const now = selected ? list.indexOf(selected) : -1;
    // Of a selected row that is not in the page any more the place is lost: the first that is seen is taken.
    const next = now < 0 ? list[Math.max(0, seen()[0] - first)] : list[now + distance];
    if (next) { select(next); }
}

let frame = 0;
pane?.addEventListener("scroll", () => {
    frame ||= requestAnimationFrame(() => { frame = 0; draw(); });
}, { passive: true });
window.addEventListener("resize", () => { if (list) { measure(); lay(); draw(); } });
// A picture that is not there leaves no sign.
pane?.addEventListener("error", (event) => { if (event.target.matches?.(".thumb")) { event.target.remove(); } }, true);

if (pane) { renew(); }
