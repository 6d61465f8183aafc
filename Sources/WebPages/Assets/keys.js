// Keyboard shortcuts. Each module can bind its own.

import { find, root } from "./dom.js";
import { page } from "./net.js";

const actions = new Map(), places = new Map();

/** Binds actions to keys, named as in `KeyboardEvent.key`: `{ j: (event) => … }`. */
export function bind(keys) {
    for (const [key, action] of Object.entries(keys)) { actions.set(key, action); }
}

/** Binds pages to keys that follow `g`: a path relative to the service, or a function that returns it: `{ s: "starred" }`. */
export function bindPlaces(keys) {
    for (const [key, place] of Object.entries(keys)) { places.set(key, place); }
}

let goesTo = false;

/** The user's own shortcuts: maps the pressed key to the key whose action it triggers. */
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

/** Shows the keyboard shortcuts. */
export async function help() {
    let dialog = document.getElementById("help");
    if (!dialog) {
        const next = await page(root + "keys");
        dialog = document.createElement("dialog");
        dialog.id = "help";
        dialog.ariaLabel = find("h1", next).textContent;
        const sheet = document.adoptNode(find("main", next));
        // Make the scrolling content reachable by keyboard.
        sheet.tabIndex = 0;
        dialog.append(sheet);
        document.body.append(dialog);
        dialog.addEventListener("click", (event) => { if (event.target === dialog) { dialog.close(); } });
    }
    dialog.showModal();
}
