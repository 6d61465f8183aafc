// Highlights matches in the opened article, with ranges that change no elements (CSS Custom Highlight API).

import { all, find } from "./dom.js";
import { selected } from "./list.js";

let found = [], place = -1;
export function highlight(row) {
    found = [];
    place = -1;
    if (!globalThis.CSS?.highlights) { return; }
    CSS.highlights.delete("found");
    CSS.highlights.delete("here");
    if (!row) { return; }
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
    count();
}

/** Shows the number of the current match: `2 / 37`. */
function count() {
    const control = find("#article .jump");
    if (!control) { return; }
    control.hidden = !found.length;
    find("output", control).textContent = `${place < 0 ? "–" : place + 1} / ${found.length}`;
}

/** Scrolls to the next or previous match. */
export function jump(distance) {
    if (!found.length) { return; }
    place = place < 0 && distance < 0 ? found.length - 1 : (place + distance + found.length) % found.length;
    const pane = document.getElementById("article"), box = found[place].getBoundingClientRect();
    pane.scrollBy({ top: box.top - pane.getBoundingClientRect().top - pane.clientHeight / 3 });
    CSS.highlights.set("here", new Highlight(found[place]));
    count();
}

document.addEventListener("click", (event) => {
    const name = event.target.closest?.(".jump button")?.dataset.do;
    if (name) { jump(name === "next" ? 1 : -1); }
});

// The page may have been loaded with an open article.
highlight(selected);
