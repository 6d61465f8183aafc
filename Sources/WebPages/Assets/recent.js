// The articles that were opened most recently on this device. They are stored only in the browser, for privacy. The service only
// learns that an opened article is read.

import { atSignOut, find, root, stored } from "./dom.js";

const name = stored("opened"), kept = 50;

function read() {
    try { return JSON.parse(localStorage.getItem(name)) ?? []; } catch { return []; }
}

export function remember(number) {
    const numbers = [Number(number), ...read().filter((other) => other !== Number(number))].slice(0, kept);
    try { localStorage.setItem(name, JSON.stringify(numbers)); } catch { /* No room: nothing is remembered. */ }
    offer();
}

export function address() { return `${root}recent?articles=${read().join(",")}`; }

function offer() {
    const link = find("#feeds .recent");
    if (link) { link.href = address(); }
}

offer();
const shown = find("#article article")?.dataset.article;
if (shown) { remember(shown); }
atSignOut(() => localStorage.removeItem(name));
