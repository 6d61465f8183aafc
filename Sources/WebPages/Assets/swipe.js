// On a touch screen a row is swiped: towards its end it is read or unread, towards its beginning starred or not.

import { isRead, set } from "./state.js";

const enough = 72;
let row = null, start = null, distance = 0;

document.addEventListener("touchstart", (event) => {
    row = event.touches.length === 1 ? event.target.closest(".rows > li") : null;
    start = event.touches[0];
    distance = 0;
}, { passive: true });

document.addEventListener("touchmove", (event) => {
    if (!row) { return; }
    const touch = event.touches[0];
    distance = touch.clientX - start.clientX;
    // Who scrolls does not swipe.
    if (Math.abs(touch.clientY - start.clientY) > Math.abs(distance)) { return end(); }
    row.style.translate = `${distance}px`;
}, { passive: true });

document.addEventListener("touchend", () => {
    const [swiped, way] = [row, distance];
    end();
    if (!swiped || Math.abs(way) < enough) { return; }
    if (way > 0) { set(swiped, "read", !isRead(swiped)); } else { set(swiped, "starred", !swiped.dataset.starred); }
});
document.addEventListener("touchcancel", end);

function end() {
    if (row) { row.style.translate = ""; }
    row = null;
}
