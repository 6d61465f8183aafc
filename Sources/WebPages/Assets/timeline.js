// Dragging across months limits the search to them. Each month is also a link.

import { find } from "./dom.js";

let from = null, to = null, brush = null;

/** The index of the month under the pointer, counted from the first month shown. */
function place(svg, event) {
    const box = svg.getBoundingClientRect(), months = Number(svg.dataset.months);
    return Math.max(0, Math.min(months - 1, Math.floor((event.clientX - box.left) / box.width * months)));
}

function month(svg, place) {
    const [year, first] = svg.dataset.first.split("-").map(Number);
    const number = year * 12 + first - 1 + place;
    return `${String(Math.floor(number / 12)).padStart(4, "0")}-${String(number % 12 + 1).padStart(2, "0")}`;
}

document.addEventListener("pointerdown", (event) => {
    const svg = event.target.closest?.(".timeline");
    if (!svg || event.button) { return; }
    from = place(svg, event);
});

document.addEventListener("pointermove", (event) => {
    const svg = find(".timeline");
    if (from === null || !svg) { return; }
    const now = place(svg, event);
    if (now === from && !brush) { return; }
    to = now;
    if (!brush) {
        brush = document.createElementNS("http://www.w3.org/2000/svg", "rect");
        brush.setAttribute("class", "brush");
        brush.setAttribute("height", "100%");
        svg.append(brush);
    }
    const width = svg.viewBox.baseVal.width / Number(svg.dataset.months);
    brush.setAttribute("x", Math.min(from, to) * width);
    brush.setAttribute("width", (Math.abs(to - from) + 1) * width);
});

function end() {
    brush?.remove();
    from = to = brush = null;
}

document.addEventListener("pointerup", () => {
    const svg = find(".timeline");
    if (from === null || to === null || !svg) { return end(); }
    const months = [Math.min(from, to), Math.max(from, to)].map((place) => month(svg, place));
    const address = svg.dataset.address.replace("0001-01..0001-12", months.join(".."));
    end();
    location.assign(address);
});
document.addEventListener("pointercancel", end);
// Prevent dragging of the links.
document.addEventListener("dragstart", (event) => { if (event.target.closest?.(".timeline")) { event.preventDefault(); } });
