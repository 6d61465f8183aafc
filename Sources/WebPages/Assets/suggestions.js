// Suggestions for the text in the search field: recent and saved searches, then words of the articles, also by pinyin. Recent
// searches are stored only in this browser.

import { all, find, root } from "./dom.js";

const name = "feedsearch-searches";
const [maxKept, maxQueryBytes, maxBytes, maxRecent, maxSaved, maxWords] = [12, 200, 1600, 4, 3, 6];
let items = [], active = -1, asking = null;

const field = () => find("#search input[type=search]");
const box = () => document.getElementById("suggestions");

// Recent searches are in a cookie, in base64url and separated by dots, so that pages without a script can show them too.

const bytesOf = (text) => new TextEncoder().encode(text);
const encode = (text) => btoa(String.fromCharCode(...bytesOf(text))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const decode = (text) => new TextDecoder().decode(Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0)));

function recent() {
    const value = document.cookie.match(new RegExp(`(?:^|; )${name}=([^;]*)`))?.[1] ?? "";
    return value.split(".").filter(Boolean).flatMap((part) => { try { return [decode(part)]; } catch { return []; } });
}

function keep(queries) {
    let value = "";
    for (const part of queries.slice(0, maxKept).map(encode)) {
        if (value.length + part.length + 1 > maxBytes) { break; }
        value += (value && ".") + part;
    }
    const path = new URL(root, document.baseURI).pathname.replace(/(.)\/$/, "$1");
    document.cookie = `${name}=${value}; path=${path}; max-age=${value ? 365 * 86400 : 0}; samesite=lax` +
        (location.protocol === "https:" ? "; secure" : "");
}

/** The whole query of the form: its filters, followed by the text in the field. */
export function queryOf(form) {
    const filters = all("input[name=filter]", form).map((filter) => filter.value), words = form.elements.q.value;
    return [...filters, words].filter((part) => part.trim()).join(" ");
}

/** Stores a search that was submitted or whose results were opened. */
export function remember(text) {
    text = text.trim();
    if (!text || bytesOf(text).length > maxQueryBytes) { return; }
    keep([text, ...recent().filter((other) => other !== text)]);
}

function forget(item) {
    if (item?.kind !== "recent") { return; }
    keep(recent().filter((other) => other !== item.text));
    draw(items.filter((other) => other !== item));
}

function matching(text) {
    const wanted = text.trim().toLowerCase();
    const kept = recent().filter((other) => other.toLowerCase().includes(wanted) && other.toLowerCase() !== wanted)
        .slice(0, maxRecent).map((text) => ({ text, kind: "recent" }));
    const saved = all("#feeds a[data-saved]").filter((link) => link.dataset.saved.toLowerCase().includes(wanted))
        .slice(0, maxSaved).map((link) => ({ text: link.dataset.saved, kind: "saved", address: link.href }));
    return [...kept, ...saved];
}

async function words(text) {
    asking?.abort();
    asking = new AbortController();
    if (!text.trim()) { return []; }
    try {
        const answer = await fetch(`${root}v1/complete?${new URLSearchParams({ text, limit: maxWords })}`, { signal: asking.signal });
        if (!answer.ok) { return []; }
        return (await answer.json()).completions.map(({ text }) => ({ text, kind: "word" }));
    } catch { return null; }
}

async function offer() {
    const text = field().value;
    // The page of an empty search already lists these.
    if (!text.trim() && find("#list .start")) { return close(); }
    const own = matching(text);
    draw(own);
    const more = await words(text);
    // The text has changed since the request, or the field has lost the focus.
    if (!more || field().value !== text || document.activeElement !== field()) { return; }
    const known = new Set(own.map((item) => item.text));
    draw([...own, ...more.filter((item) => !known.has(item.text))]);
}

function draw(found) {
    items = found;
    active = -1;
    let list = box();
    if (!list) {
        list = document.createElement("ul");
        list.id = "suggestions";
        list.role = "listbox";
        list.ariaLabel = field().ariaLabel;
        find("#search .field").after(list);
        field().setAttribute("role", "combobox");
        field().setAttribute("aria-autocomplete", "list");
        field().setAttribute("aria-controls", "suggestions");
    }
    list.replaceChildren(...items.map((item, place) => {
        const option = document.createElement("li");
        option.id = `suggestion-${place}`;
        option.role = "option";
        option.ariaSelected = "false";
        option.append(item.text);
        const kind = find("#search").dataset[item.kind];
        if (kind) {
            const label = document.createElement("span");
            label.textContent = ` ${kind}`;
            option.append(label);
        }
        if (item.kind === "recent") {
            // For pointers; keyboards use Shift and Delete.
            const cross = document.createElement("span");
            cross.className = "forget";
            cross.ariaHidden = "true";
            cross.title = `${find("#search").dataset.forget} (Shift Delete)`;
            cross.textContent = "×";
            option.setAttribute("aria-keyshortcuts", "Shift+Delete");
            option.append(cross);
        }
        return option;
    }));
    list.hidden = !items.length;
    field().ariaExpanded = String(!list.hidden);
    field().removeAttribute("aria-activedescendant");
}

export function close() {
    asking?.abort();
    if (box()) { draw([]); }
}

function move(distance) {
    const options = all("li", box());
    if (!options.length) { return; }
    active = (active + distance + options.length + 1) % (options.length + 1);
    // After the last suggestion, return to the field.
    if (active === options.length) { active = -1; }
    for (const [place, option] of options.entries()) { option.ariaSelected = String(place === active); }
    if (active < 0) { field().removeAttribute("aria-activedescendant"); return; }
    field().setAttribute("aria-activedescendant", options[active].id);
    options[active].scrollIntoView({ block: "nearest" });
}

function choose(item) {
    if (item.address) { location.assign(item.address); return; }
    const input = field();
    input.value = item.text;
    if (item.kind === "recent") {
        // The suggestion is a whole query.
        find("#search .chips")?.remove();
        document.dispatchEvent(new Event("searchfor"));
    } else {
        input.dispatchEvent(new Event("input", { bubbles: true }));
        remember(queryOf(input.form));
    }
    close();
}

const isField = (event) => event.target === field();

document.addEventListener("input", (event) => { if (isField(event)) { offer(); } });
document.addEventListener("searched", () => { if (find("#list .start") && !field().value) { close(); } });
document.addEventListener("focusin", (event) => { if (isField(event) && !event.target.value) { offer(); } });
document.addEventListener("focusout", (event) => { if (isField(event)) { close(); } });
document.addEventListener("change", (event) => { if (isField(event)) { remember(queryOf(event.target.form)); } });
document.addEventListener("pointerdown", (event) => {
    const option = event.target.closest?.("#suggestions li");
    if (!option) { return; }
    // Keep the focus in the field.
    event.preventDefault();
    const item = items[all("li", box()).indexOf(option)];
    if (event.target.closest(".forget")) { forget(item); } else { choose(item); }
});
document.addEventListener("keydown", (event) => {
    if (!isField(event) || event.isComposing) { return; }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        if (!items.length) { offer(); } else { move(event.key === "ArrowDown" ? 1 : -1); }
    } else if (event.key === "Delete" && event.shiftKey && active >= 0) {
        event.preventDefault();
        forget(items[active]);
    } else if (event.key === "Enter") {
        if (active >= 0) { event.preventDefault(); choose(items[active]); } else { close(); }
    } else if (event.key === "Escape") {
        close();
    }
}, true);
