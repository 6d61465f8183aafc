// What was searched for, in the opened article: ranges that change no element (CSS Custom Highlight API).

import { all, find } from "./dom.js";
import { tell } from "./toast.js";

let found = [], place = -1;
export function highlight(row) {
    found = [];
    place = -1;
    if (!globalThis.CSS?.highlights) { return; }
    CSS.highlights.delete("found");
    const words = new Set(all("mark", row).map((mark) => mark.textContent.toLowerCase()).filter(Boolean));
    const text = find("#article .text");
    if (!words.size || !text) { return; }
    const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode() && found.length < 2000) {
        const content = nodes.currentNode.data.toLowerCase();
        for (const word of words) {
            for (let at = content.indexOf(word); at >= 0; at = content.indexOf(word, at + word.length)) {
                const range = document.createRange();
                range.setStart(nodes.currentNode, at);
                range.setEnd(nodes.currentNode, Math.min(at + word.length, nodes.currentNode.length));
                found.push(range);
            }
        }
    }
    CSS.highlights.set("found", new Highlight(...found));
}

/** Scrolls to the next or the former place of what was searched for. */
export function jump(distance) {
    if (!found.length) { return; }
    place = (place + distance + found.length) % found.length;
    const pane = document.getElementById("article"), box = found[place].getBoundingClientRect();
    pane.scrollBy({ top: box.top - pane.getBoundingClientRect().top - pane.clientHeight / 3 });
    tell(`${place + 1} / ${found.length}`);
}
