// The reader's pages work without scripts. These modules answer keys, open articles beside the list, search while one types,
// draw the next page of a list where one scrolls to it, and follow the counts of unread articles.

import { open, space } from "./article.js";
import "./bulk.js";
import { find } from "./dom.js";
import "./drop.js";
import { bind, bindPlaces, help } from "./keys.js";
import { selected, step } from "./list.js";
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
import { isRead, set } from "./state.js";
import "./tags.js";
import "./timeline.js";
import "./arrange.js";
import "./tree.js";
import "./swipe.js";

bind({
    j: () => step(1), k: () => step(-1), n: () => step(1), p: () => step(-1),
    o: () => open(selected), Enter: () => open(selected),
    m: () => selected && set(selected, "read", !isRead(selected)),
    s: () => selected && set(selected, "starred", !selected.dataset.starred),
    v: () => find("#article .source")?.click(),
    "/": () => { const field = find("#search input"); field.focus(); field.select(); },
    "?": () => help(),
    " ": () => space(),
    ".": () => jump(1), ",": () => jump(-1),
    J: () => { step(1); open(selected); }, K: () => { step(-1); open(selected); },
});
bindPlaces({ u: "", a: "all", t: "today", s: "starred", r: recentAddress });
