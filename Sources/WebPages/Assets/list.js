// The rows of the list. All rows have the same height, so that the position of each follows from its index. Only the visible rows and
// some rows above and below them are in the page; the style sheet draws empty rows instead of the others. Rows that were drawn before
// are requested by article number, other rows by their position in the list, and after a jump by row index.

import { all, find, root } from "./dom.js";
import { page } from "./net.js";

const chunk = 50, maxDrawn = 300, ahead = 60, maxRows = 100000, maxSearchedRows = 1000;
const pane = document.getElementById("list");

export const rows = () => all(".rows > li");
export const rowOf = (number) => find(`.rows > li[data-article="${number}"]`);
/** The row that keys act on, or null. */
export let selected = null;

/** Article numbers by row index; missing for rows that were not requested yet. */
let known = [];
/** Data that is missing in rows requested by number, by article: the position in this list, the day, and the time shown below that day. */
const details = new Map();
/** The index of the first row in the page, and the number of rows in the list as far as it is known. */
let first = 0, total = 0;
/** The address of the rows after the last known row; null at the end. */
let following = null, followingRow = 0;
let isByDate = false, height = 0, list = null, dayBar = null, generation = 0;
/** The height of the search field, which remains above the rows. */
let head = 0;
const headSize = new ResizeObserver(() => {
    const former = height;
    measure();
    if (height === former) { showDay(); } else { lay(); draw(); }
});

/** Restarts with the list that is in the page. */
export function renew() {
    generation += 1;
    list = find(".rows", pane);
    selected = null;
    isByDate = "byDate" in list.dataset;
    first = Number(list.dataset.first ?? 0);
    known = [];
    details.clear();
    rows().forEach((row, place) => { known[first + place] = row.dataset.article; remember(row); });
    const next = find(".way.next a", pane);
    following = next?.href ?? null;
    followingRow = first + list.childElementCount;
    total = Math.max(followingRow, isByDate && following ? Math.min(Number(list.dataset.total ?? 0), maxRows) : 0);
    if (!following) { total = followingRow; } else if (!isByDate) { total = followingRow + 1; }
    dayBar = document.createElement("p");
    dayBar.className = "day-bar";
    // Hidden from screen readers, since each row that begins a day announces the day.
    dayBar.ariaHidden = "true";
    list.before(dayBar);
    headSize.disconnect();
    if (find("#search", pane)) { headSize.observe(find("#search", pane)); }
    measure();
    lay();
    draw();
}

/** Reloads the list. */
export async function reload() {
    const next = await page(location.href, "list");
    pane.replaceChildren(...[...next.getElementById("list").childNodes].map((node) => document.adoptNode(node)));
    renew();
}

function measure() {
    // In a narrow window, the open article hides the list, which then has no size.
    if (!pane.getClientRects().length) { return; }
    const row = list?.firstElementChild;
    height = row ? row.getBoundingClientRect().height : 0;
    const search = find("#search", pane);
    head = search && getComputedStyle(search).position === "sticky" ? search.offsetHeight : 0;
    pane.style.setProperty("--head", `${head}px`);
}

/** Reserves the space of rows that are not in the page. */
function lay() {
    const count = list.childElementCount;
    list.style.paddingBlockStart = `${first * height}px`;
    list.style.paddingBlockEnd = `${Math.max(0, total - first - count) * height}px`;
    find(".way.prev", pane)?.toggleAttribute("hidden", first === 0 || isByDate);
    find(".way.next", pane)?.toggleAttribute("hidden", following !== null && followingRow < maxRows);
    let day = details.get(known[first - 1])?.day;
    rows().forEach((row, place) => {
        row.ariaPosInSet = String(first + place + 1);
        row.ariaSetSize = following && !isByDate ? "-1" : String(total);
        row.classList.toggle("starts-day", Boolean(row.dataset.day) && row.dataset.day !== day);
        day = row.dataset.day;
    });
    showDay();
}

/** Shows the day of the topmost row above the rows, because the header inside a row scrolls away. */
function showDay() {
    dayBar.textContent = (height && rowAt(topRow())?.dataset.day) || "";
    dayBar.hidden = !dayBar.textContent;
}

const rowAt = (index) => list.children[index - first] ?? null;
const start = () => list.offsetTop - pane.offsetTop;
/** The index of the first row below the search field. */
const topRow = () => Math.max(0, Math.floor((pane.scrollTop + head - start()) / height));
/** The index of the first row in the pane, and the index after the last. */
function seen() {
    const top = pane.scrollTop - start();
    return [Math.max(0, Math.floor(top / height)), Math.ceil((top + pane.clientHeight) / height)];
}

let queue = Promise.resolve();
/** Runs changes of the rows one after another: concurrent changes would add the same rows twice. */
function inTurn(change) {
    const done = queue.then(change);
    queue = done.catch(() => {});
    return done;
}

let isDrawing = false, jumpTimer = 0;
/** Adds rows if the visible rows are near the first or last row in the page. */
function draw() {
    if (isDrawing || !height) { return; }
    isDrawing = true;
    inTurn(drawNear).catch(() => { setTimeout(draw, 2000); }).finally(() => { isDrawing = false; });
}

async function drawNear() {
    for (;;) {
        const [top, bottom] = seen(), last = first + list.childElementCount, now = generation;
        clearTimeout(jumpTimer);
        if (bottom < first - chunk || top > last + chunk) {
            // Dragging the scroll bar passes many positions, so draw only where it stops.
            jumpTimer = setTimeout(() => inTurn(() => jump(top)).catch(() => {}), 60);
            return;
        }
        if (bottom + ahead > last && last < total) {
            await drawBelow(last, now);
        } else if (top - ahead < first && first > 0) {
            await drawAbove(now);
        } else {
            return;
        }
    }
}

const taken = (from) => all(".rows > li", from).map((row) => document.adoptNode(row));

/** Rows that were in the page before, with their current state. */
async function again(numbers) {
    const found = taken(await page(`${root}recent?articles=${numbers.join(",")}`, "list"));
    const byNumber = new Map(found.map((row) => [row.dataset.article, row]));
    // An empty row replaces an article that no longer exists.
    return numbers.map((number) => {
        const row = byNumber.get(number) ?? document.createElement("li");
        readdress(row);
        return row;
    });
}

/** Adapts a row that was requested by article number to this list. */
function readdress(row) {
    const link = find("h2 a", row);
    if (!link) { return; }
    const address = new URL(location.href);
    for (const name of ["before", "after", "row"]) { address.searchParams.delete(name); }
    address.searchParams.set("article", row.dataset.article);
    link.href = address.href;
    const { place, day, time } = details.get(row.dataset.article) ?? {};
    if (place) { row.dataset.place = place; }
    if (day) { row.dataset.day = day; }
    if (time) { find("time", row)?.replaceWith(time.cloneNode(true)); }
}

async function drawBelow(last, now) {
    const numbers = known.slice(last, last + chunk).filter(Boolean);
    let added;
    if (numbers.length) {
        added = await again(numbers);
        if (now !== generation) { return; }
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
    const over = list.childElementCount - maxDrawn;
    if (over > 0) {
        rows().slice(0, over).forEach((row) => row.remove());
        first += over;
    }
    lay();
}

async function drawAbove(now) {
    const from = Math.max(0, first - chunk), numbers = known.slice(from, first).filter(Boolean);
    let added;
    if (numbers.length === first - from) {
        added = await again(numbers);
        if (now !== generation) { return; }
    } else {
        const address = new URL(location.href);
        for (const name of ["after", "row"]) { address.searchParams.delete(name); }
        address.searchParams.set("before", list.firstElementChild.dataset.place);
        const previous = await page(address.href, "list");
        if (now !== generation) { return; }
        added = taken(previous).slice(-(first - from));
        if (added.length < first - from || (from === 0 && find(".way.prev", previous))) {
            // The list has grown or shrunk, so the rows have other indices now.
            return jump(from);
        }
        added.forEach((row, place) => { known[from + place] = row.dataset.article; });
    }
    added.forEach(remember);
    list.prepend(...added);
    first = from;
    const over = list.childElementCount - maxDrawn;
    if (over > 0) { rows().slice(-over).forEach((row) => row.remove()); }
    lay();
}

function remember(row) {
    const { article, place, day } = row.dataset;
    if (place || day) { details.set(article, { place, day, time: find("time", row)?.cloneNode(true) }); }
    // The selected row may return after it was scrolled out of the page. After a reload, the row of the open article is selected.
    if (!article || article !== (selected?.dataset.article ?? find("#article article")?.dataset.article)) { return; }
    row.classList.add("selected");
    selected = row;
}

/** Draws the list around a row that may be far from the rows in the page. */
async function jump(row) {
    const now = generation += 1, from = Math.max(0, Math.min(row, total - 1) - 20);
    const numbers = known.slice(from, from + chunk).filter(Boolean);
    if (numbers.length && numbers.length === Math.min(chunk, total - from)) {
        const added = await again(numbers);
        if (now !== generation) { return; }
        added.forEach(remember);
        replaceRows(added, from);
        return;
    }
    if (!isByDate) { return; }
    const address = new URL(location.href);
    for (const name of ["after", "before"]) { address.searchParams.delete(name); }
    address.searchParams.set("row", String(from));
    const next = await page(address.href, "list").catch(() => null);
    if (!next || now !== generation) { return; }
    const added = taken(next);
    known = [];
    details.clear();
    added.forEach((row, place) => { known[from + place] = row.dataset.article; remember(row); });
    following = find(".way.next a", next)?.href ?? null;
    followingRow = from + added.length;
    if (!following) { total = followingRow; }
    replaceRows(added, from);
}

function replaceRows(added, from) {
    first = from;
    list.replaceChildren(...added);
    if (!height) { measure(); }
    lay();
    draw();
}

/** Returns the row at an index, and draws it if it is not in the page; null if the list has no such row. */
async function drawn(index) {
    // The number of search results is known only at the end of the list.
    const exists = () => index >= 0 && (index < total || (!isByDate && following));
    for (let requests = 0; requests < 40 && exists() && !rowAt(index); requests += 1) {
        await inTurn(() => drawTowards(index));
    }
    return rowAt(index);
}

async function drawTowards(index) {
    const last = first + list.childElementCount;
    if (rowAt(index)) { return; }
    if (index >= last && last < total && (!isByDate || index < last + chunk)) {
        await drawBelow(last, generation);
    } else if (index < first && index >= first - chunk) {
        await drawAbove(generation);
    } else {
        // The rows around the visible ones are drawn instead.
        pane.scrollTop = start() + index * height;
        await jump(index);
    }
}

// Positions of the list that survive a reload

/** Compares two positions in the order of the list. */
function compare(one, other) {
    const [date, number] = one.split(".").map(Number), [otherDate, otherNumber] = other.split(".").map(Number);
    return ("oldestFirst" in list.dataset ? 1 : -1) * (date - otherDate || number - otherNumber);
}

/** The first visible row, and how far it is scrolled out of view. */
export function place() {
    if (!list || !height) { return null; }
    const row = topRow();
    return { row, rest: pane.scrollTop - start() - row * height, place: rowAt(row)?.dataset.place };
}

/** Scrolls to a position. Rows above it may be gone by now, such as read articles in a list of unread articles. */
export async function goTo({ row, rest, place }) {
    if (!height || row < 0 || (row === 0 && rest <= 0)) { return; }
    await drawn(isByDate ? Math.min(row, total - 1) : row).catch(() => null);
    for (let requests = 0; place && requests < 10; requests += 1) {
        const here = rows(), found = here.findIndex((other) => other.dataset.place && compare(other.dataset.place, place) >= 0);
        if (found === 0 && first > 0 && here[0].dataset.place !== place) { await drawn(first - 1).catch(() => null); continue; }
        if (found < 0 && first + here.length < total) { await drawn(first + here.length).catch(() => null); continue; }
        row = first + (found < 0 ? here.length - 1 : found);
        break;
    }
    pane.scrollTop = start() + row * height + rest;
}

// Selection

export function select(row, focuses = true) {
    if (!row) { return; }
    selected?.classList.remove("selected");
    for (const link of all("a[aria-current]", list)) { if (!row.contains(link)) { link.removeAttribute("aria-current"); } }
    selected = row;
    row.classList.add("selected");
    if (focuses) { find("h2 a", row)?.focus({ preventScroll: true }); }
    row.scrollIntoView({ block: "nearest" });
    draw();
}

/** The index of the selected row plus a distance. If the selected row is unknown, the index of the first visible row. */
function indexFrom(distance) {
    const now = selected ? known.indexOf(selected.dataset.article) : -1;
    if (now >= 0) { return now + distance; }
    return height ? Math.min(topRow(), Math.max(0, total - 1)) : 0;
}

/** Selects the row at a distance from the selected row. Returns the row; null at the end of the list. */
export async function step(distance) {
    const index = indexFrom(distance), row = rowAt(index) ?? await drawn(index);
    select(row);
    return row;
}

/** Selects the next (1) or previous (-1) unread row. Returns it; null if none of the next 1,000 rows is unread. */
export async function stepToUnread(direction) {
    let index = indexFrom(direction);
    for (const end = index + direction * maxSearchedRows; index !== end && index >= 0 && index < total; index += direction) {
        const row = rowAt(index) ?? await drawn(index);
        if (!row) { break; }
        if (row.classList.contains("unread")) { select(row); return row; }
    }
    // Rows may have been drawn far from the visible rows.
    draw();
    return null;
}

let frame = 0;
pane?.addEventListener("scroll", () => {
    frame ||= requestAnimationFrame(() => { frame = 0; showDay(); draw(); });
}, { passive: true });
window.addEventListener("resize", () => { if (list) { measure(); lay(); draw(); } });
// Removes a picture that cannot be loaded. A feed without its icon shows its letter.
pane?.addEventListener("error", (event) => { if (event.target.matches?.(".thumb, .site img")) { event.target.remove(); } }, true);

if (pane) { renew(); }
