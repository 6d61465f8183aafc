// The reader's pages work without scripts. These modules answer keys, open articles beside the list, search while one types,
// draw the next page of a list where one scrolls to it, and follow the counts of unread articles.

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
import "./places.js";
import { address as recentAddress } from "./recent.js";
import "./search.js";
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
bindPlaces({ u: "", a: "all", t: "today", s: "starred", r: recentAddress });

// The panels of the sidebar close by a click elsewhere and by Escape; the field for an address is ready for typing.
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
