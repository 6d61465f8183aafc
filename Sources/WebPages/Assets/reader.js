// The reader's pages work without scripts. These modules handle keys, open articles next to the list, search as the user types,
// draw further rows of a list during scrolling, and update the numbers of unread articles.

import { space } from "./article.js";
import "./bulk.js";
import "./cursor.js";
import { all, find } from "./dom.js";
import "./drop.js";
import { bind, bindPlaces, help } from "./keys.js";
import "./live.js";
import "./look.js";
import { jump } from "./marks.js";
import "./palette.js";
import "./players.js";
import "./position.js";
import "./reading.js";
import "./panes.js";
import "./pull.js";
import "./places.js";
import "./search.js";
import "./send.js";
import "./suggestions.js";
import "./tags.js";
import "./timeline.js";
import "./arrange.js";
import "./tree.js";
import "./swipe.js";

bind({
    "/": () => { const field = find("#search input"); field.focus(); field.select(); },
    "?": () => help(),
    " ": () => space(),
    ".": () => jump(1), ",": () => jump(-1),
});
bindPlaces({ u: "", a: "all", t: "today", s: "starred", r: "recent" });

// The panels of the sidebar close on Escape or on a click outside them. The field for an address gets the focus.
document.addEventListener("click", (event) => {
    // A click in the palette may have opened the panel.
    if (event.target.closest("#palette")) { return; }
    for (const panel of all(".pop[open]")) { if (!panel.contains(event.target)) { panel.open = false; } }
});
document.addEventListener("keydown", (event) => {
    const panel = event.key === "Escape" && find(".pop[open]");
    if (!panel) { return; }
    panel.open = false;
    find("summary", panel).focus();
});
document.addEventListener("toggle", (event) => { if (event.target.matches(".adding[open]")) { find("input[name=url]", event.target).focus(); } }, true);
