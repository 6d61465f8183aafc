// How much of the open article has been read: a line below its actions, the minutes that are left, and the position at
// which reading continues later. The service stores the position for all devices.

import { find } from "./dom.js";
import { change } from "./net.js";

const pane = () => document.getElementById("article");
/** No position is stored for texts shorter than this many window heights. */
const minHeights = 1.5;
/** Changes of the position smaller than this are not sent to the service. */
const minStep = 20;
const quietTime = 3000;

/** Positions of this visit by article number. A page that was fetched earlier may contain an older position. */
const places = new Map();
let number = null, sent = 0, timer = 0;

/** The text of the open article, and its edges relative to the top of the visible part. */
function measure() {
    const text = find("#article .text");
    if (!text) { return null; }
    const box = text.getBoundingClientRect(), bar = find("#article .actions").getBoundingClientRect();
    const top = bar.bottom - box.top, bottom = pane().getBoundingClientRect().bottom - box.top;
    return { height: box.height, top, bottom, isLong: box.height > minHeights * pane().clientHeight };
}

const within = (value) => Math.min(1, Math.max(0, value));

function show() {
    const line = find("#article .progress"), left = find("#article .left"), now = measure();
    if (!line || !now) { return; }
    const done = now.isLong ? within(now.bottom / now.height) : 0;
    line.style.inlineSize = `${done * 100}%`;
    const minutes = Math.ceil(Number(find("#article article").dataset.minutes ?? 0) * (1 - done));
    left.hidden = !now.isLong || minutes < 1;
    left.textContent = pane().dataset.left.replace("{1}", minutes);
    if (now.isLong) {
        // After the end was reached, start at the top the next time.
        places.set(number, done === 1 ? 0 : Math.round(within(now.top / now.height) * 1000));
    }
}

function send() {
    clearTimeout(timer);
    const place = places.get(number);
    if (place === undefined || place === sent || (place && Math.abs(place - sent) < minStep)) { return; }
    sent = place;
    // Without a network or write access, only this tab knows the position.
    change(`v1/articles/${number}/position`, { thousandths: place }, { keepalive: true }).catch(() => {});
}

function begin() {
    send();
    const article = find("#article article");
    number = article?.dataset.article ?? null;
    sent = Number(article?.dataset.position ?? 0);
    const place = places.get(number) ?? sent, now = measure();
    if (place > 0 && now?.isLong && !location.hash) { pane().scrollTop += place / 1000 * now.height - now.top; }
    show();
}

let frame = 0;
// The pane is replaced with each article, and its scroll events do not bubble.
document.addEventListener("scroll", (event) => {
    if (event.target.id !== "article") { return; }
    frame ||= requestAnimationFrame(() => { frame = 0; show(); });
    clearTimeout(timer);
    timer = setTimeout(send, quietTime);
}, { capture: true, passive: true });
window.addEventListener("resize", show);
window.addEventListener("pagehide", send);
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") { send(); } });
document.addEventListener("articleshown", begin);
begin();
