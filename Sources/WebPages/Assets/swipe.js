// Swiping a row on a touch screen: towards its end toggles read, towards its beginning toggles the star.

import { find, words } from "./dom.js";
import { isRead, set } from "./state.js";

const enough = 72, most = 120;
let row = null, touch = null, distance = 0;

/** The action of each direction: 1 is towards the end of the row, -1 towards its beginning. */
const changes = {
    1: { name: "read", isSet: isRead, button: "button[value$=read]" },
    [-1]: { name: "starred", isSet: (row) => "starred" in row.dataset, button: "button[value$=starred]" },
};
const direction = () => Math.sign(distance) * (getComputedStyle(row).direction === "rtl" ? -1 : 1);

document.addEventListener("touchstart", (event) => {
    end();
    if (event.touches.length !== 1) { return; }
    row = event.target.closest(".rows > li[data-article]");
    touch = event.touches[0];
}, { passive: true });

document.addEventListener("touchmove", (event) => {
    if (!row) { return; }
    const { clientX, clientY } = event.touches[0];
    const moved = clientX - touch.clientX;
    // A vertical movement scrolls the list.
    if (Math.abs(clientY - touch.clientY) > Math.abs(moved)) { return end(); }
    distance = Math.max(-most, Math.min(most, moved));
    show();
}, { passive: true });

/** Moves the row, and shows next to it what the swipe will do. */
function show() {
    const { style, dataset } = row.parentElement, button = find(changes[direction()]?.button ?? "button", row);
    if (!button) { return; }
    row.style.translate = `${distance}px`;
    row.classList.add("swiped");
    style.setProperty("--swipe-top", `${row.offsetTop}px`);
    dataset.swipe = words(button).textContent;
    dataset.towards = direction() > 0 ? "end" : "beginning";
    dataset.enough = String(Math.abs(distance) >= enough);
}

document.addEventListener("touchend", () => {
    const swiped = row, change = row && Math.abs(distance) >= enough ? changes[direction()] : null;
    end();
    if (change && find(".state", swiped)) { set(swiped, change.name, !change.isSet(swiped)); }
});
document.addEventListener("touchcancel", end);

function end() {
    if (row) {
        row.style.translate = "";
        row.classList.remove("swiped");
        for (const name of ["swipe", "towards", "enough"]) { delete row.parentElement?.dataset[name]; }
    }
    row = null;
    distance = 0;
}
