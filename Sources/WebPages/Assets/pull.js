// Pulling the list down on a touch screen refreshes the current feed, or all feeds. A sign above the list shows the progress.

import { find, root } from "./dom.js";
import { reload } from "./list.js";
import { change } from "./net.js";

const enough = 64, most = 96, interval = 400, shownFor = 3000;
const pane = document.getElementById("list"), said = document.body.dataset;
let touch = null, distance = 0, isRunning = false, hiding = 0;

function sign() {
    let element = document.getElementById("pull");
    if (!element) {
        element = document.createElement("div");
        element.id = "pull";
        element.role = "status";
        element.append(document.createElement("span"), document.createElement("progress"));
        document.body.append(element);
    }
    clearTimeout(hiding);
    return element;
}

function show(text, done, total) {
    const element = sign(), bar = find("progress", element);
    find("span", element).textContent = text;
    bar.hidden = total === undefined;
    bar.ariaLabel = text;
    if (total > 0) { bar.max = total; bar.value = done; } else { bar.removeAttribute("value"); }
}

function hide() {
    const element = document.getElementById("pull");
    clearTimeout(hiding);
    element?.remove();
}

document.addEventListener("touchstart", (event) => {
    cancel();
    // Users who may not refresh feeds have no text for the sign.
    if (!pane || isRunning || !said.pullDown || event.touches.length !== 1 || pane.scrollTop > 0 || !pane.contains(event.target)) { return; }
    touch = event.touches[0];
}, { passive: true });

document.addEventListener("touchmove", (event) => {
    if (!touch) { return; }
    const { clientX, clientY } = event.touches[0], moved = clientY - touch.clientY;
    // Other movements swipe a row or scroll the list.
    if (event.touches.length !== 1 || pane.scrollTop > 0 || moved < 0 || Math.abs(clientX - touch.clientX) > moved) { return cancel(); }
    // Ignore the small movements of a tap.
    if (moved < 16 && !distance) { return; }
    distance = Math.min(most, moved / 2);
    show(distance >= enough ? said.pullRelease : said.pullDown);
    const element = sign();
    element.dataset.enough = String(distance >= enough);
    element.style.setProperty("--pull", `${distance}px`);
}, { passive: true });

function cancel() {
    if (distance) { hide(); }
    touch = null;
    distance = 0;
}
document.addEventListener("touchcancel", cancel);

document.addEventListener("touchend", () => {
    const isEnough = distance >= enough;
    cancel();
    if (isEnough) { run(); }
});

/** An array with the feed whose list is shown; empty for other lists. */
function feeds() {
    const [, number] = location.pathname.slice(root.length).match(/^feed\/(\d+)$/) ?? [];
    return number ? { feeds: [Number(number)] } : {};
}

async function run() {
    isRunning = true;
    progress({});
    try {
        const report = await ended(await change("v1/refresh", feeds()));
        if (report.inserted || report.updated || report.removed) { await reload(); }
        show(said.pullDone.replace("{1}", report.inserted));
    } catch {
        show(said.pullFailed);
    } finally {
        isRunning = false;
        hiding = setTimeout(hide, shownFor);
    }
}

function progress({ done = 0, total = 0 }) {
    show(said.pullRunning.replace("{1}", done).replace("{2}", total || "…"), done, total);
}

/** Shows the progress of a job until it ends, and returns its report. */
async function ended(job) {
    while (["waiting", "running"].includes(job.state)) {
        progress(job.progress ?? {});
        await new Promise((done) => { setTimeout(done, interval); });
        const answer = await fetch(`${root}v1/jobs/${job.id}`);
        if (!answer.ok) { throw new Error(String(answer.status)); }
        job = await answer.json();
    }
    if (job.state !== "done" || job.report?.offline) { throw new Error(job.state); }
    return job.report ?? {};
}
