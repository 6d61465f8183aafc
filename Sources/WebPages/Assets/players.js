// Players of other sites, which load nothing before a click, and audio and video of the service, whose playback positions are stored.

import { all } from "./dom.js";
import { change } from "./net.js";

document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#article a.player[data-frame]");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) { return; }
    event.preventDefault();
    const frame = document.createElement("iframe");
    frame.title = link.textContent.replace("▶", "").trim();
    frame.allow = "autoplay; encrypted-media; fullscreen; picture-in-picture";
    frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-popups allow-presentation");
    // Some providers refuse to play without a referrer. They receive only the origin of the service.
    frame.referrerPolicy = "strict-origin";
    frame.src = link.dataset.frame;
    const box = document.createElement("span");
    box.className = link.className;
    box.append(frame);
    link.replaceWith(box);
    frame.focus();
});

// Playback positions

const everySeconds = 15;
const known = new WeakMap();

function keep(player, seconds, keepalive = false) {
    const article = player.closest("article")?.dataset.article;
    if (!article || known.get(player) === seconds) { return; }
    known.set(player, seconds);
    player.dataset.seconds = seconds;
    change(`v1/articles/${article}/playback`, { place: Number(player.dataset.place), seconds }, { keepalive }).catch(() => {});
}

/** Events of players do not bubble, but can be captured. */
function on(name, action) {
    document.addEventListener(name, (event) => {
        if (event.target.dataset?.place !== undefined) { action(event.target); }
    }, true);
}

on("loadedmetadata", (player) => {
    const seconds = Number(player.dataset.seconds ?? 0);
    known.set(player, seconds);
    if (seconds > 0 && !(seconds >= player.duration - 5)) { player.currentTime = seconds; }
});
on("timeupdate", (player) => {
    const seconds = Math.floor(player.currentTime);
    if (!player.paused && Math.abs(seconds - (known.get(player) ?? 0)) >= everySeconds) { keep(player, seconds); }
});
on("pause", (player) => { if (!player.ended) { keep(player, Math.floor(player.currentTime)); } });
on("ended", (player) => keep(player, 0));
window.addEventListener("pagehide", () => {
    const player = all("#article [data-place]").find((player) => !player.paused);
    if (player) { keep(player, Math.floor(player.currentTime), true); }
});
