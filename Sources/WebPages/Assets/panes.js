// Dividers between the panes. They can be dragged or moved with arrow keys, and are stored on this device.

const name = "feedsearch-panes", limits = { feeds: [180, 480], list: [280, 720] };
let widths = {};
try { widths = JSON.parse(localStorage.getItem(name)) ?? {}; } catch { /* Use the default widths. */ }

function set(pane, width) {
    const [least, most] = limits[pane];
    widths[pane] = Math.round(Math.min(most, Math.max(least, width)));
    apply(pane);
    localStorage.setItem(name, JSON.stringify(widths));
}

function apply(pane) {
    if (widths[pane]) { document.body.style.setProperty(`--${pane}-width`, `${widths[pane]}px`); }
    const divider = document.querySelector(`.divider[data-pane=${pane}]`);
    const width = widthOf(pane);
    if (divider && width) { divider.ariaValueNow = String(Math.round(width)); }
}

/** The width of a pane. The column of filters next to the list (search.css) is not included. */
function widthOf(pane) {
    const width = document.getElementById(pane)?.getBoundingClientRect().width ?? 0;
    return pane === "list" ? width - (parseFloat(getComputedStyle(document.body).getPropertyValue("--beside")) || 0) : width;
}

for (const pane of ["feeds", "list"]) {
    const element = document.getElementById(pane);
    if (!element) { continue; }
    const divider = document.createElement("div");
    divider.className = "divider";
    divider.dataset.pane = pane;
    divider.tabIndex = 0;
    divider.role = "separator";
    divider.ariaOrientation = "vertical";
    divider.ariaLabel = document.body.dataset.widen;
    [divider.ariaValueMin, divider.ariaValueMax] = limits[pane].map(String);
    // Both panes are in the landmark of the list and the article.
    if (pane === "feeds") { document.getElementById("list").before(divider); } else { element.after(divider); }
    apply(pane);
    const towards = getComputedStyle(document.body).direction === "rtl" ? -1 : 1;
    divider.addEventListener("keydown", (event) => {
        const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
        if (!step) { return; }
        event.preventDefault();
        set(pane, widthOf(pane) + step * towards);
    });
    divider.addEventListener("pointerdown", (event) => {
        divider.setPointerCapture(event.pointerId);
        const start = event.clientX, width = widthOf(pane);
        const move = (event) => set(pane, width + (event.clientX - start) * towards);
        divider.addEventListener("pointermove", move);
        divider.addEventListener("pointerup", () => divider.removeEventListener("pointermove", move), { once: true });
    });
}
