// Keys. Each module may bind its own.

import { find, root } from "./dom.js";
import { page } from "./net.js";

const actions = new Map(), places = new Map();

/** What keys do, by the name that the browser gives them: `{ j: (event) => … }`. */
export function bind(keys) {
    for (const [key, action] of Object.entries(keys)) { actions.set(key, action); }
}

/** Where `g` and a key lead, relative to the service, or what gives the address: `{ s: "starred" }`. */
export function bindPlaces(keys) {
    for (const [key, place] of Object.entries(keys)) { places.set(key, place); }
}

let goesTo = false;

/** Keys of the reader's own, by the key that is pressed: the key whose action it has. */
let own = {};
fetch(root + "own-keys.json").then((answer) => answer.json()).then((keys) => { own = keys; }, () => {});
const meant = (pressed) => {
    const key = own[pressed === " " ? "Space" : pressed] ?? pressed;
    return key === "Space" ? " " : key;
};

document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) { return; }
    const isTyping = event.target.matches("input:not([type=hidden]), select, textarea");
    if (event.key === "Escape" && isTyping) { event.target.blur(); return; }
    if (isTyping || document.querySelector("dialog[open]")) { return; }
    const key = meant(event.key);
    if (goesTo) {
        goesTo = false;
        if (places.has(key)) { const place = places.get(key); location.assign(typeof place === "function" ? place() : root + place); }
        return;
    }
    if (key === "g") { goesTo = true; return; }
    if (event.key === "Enter" && event.target.closest("a, button, summary")) { return; }
    if (event.key === " " && event.target.closest("button, summary")) { return; }
    const action = actions.get(key);
    if (action) {
        event.preventDefault();
        action(event);
    }
});

/** Shows what keys do. */
export async function help() {
    let dialog = document.getElementById("help");
    if (!dialog) {
        const next = await page(root + "keys");
        dialog = document.createElement("dialog");
        dialog.id = "help";
        dialog.ariaLabel = find("h1", next).textContent;
        const sheet = document.adoptNode(find("main", next));
        // What scrolls can be reached by keys.
        sheet.tabIndex = 0;
        dialog.append(sheet);
        document.body.append(dialog);
        dialog.addEventListener("click", (event) => { if (event.target === dialog) { dialog.close(); } });
    }
    dialog.showModal();
}
