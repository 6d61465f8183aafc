// The pages for managing work without scripts. This module takes files that are dropped, follows jobs, and asks before what
// removes something for good.

import { find, root } from "./dom.js";
import "./drop.js";
import { page } from "./net.js";

/** Shows a job as it goes on, by the events of the service, until it has ended. */
function follow(id) {
    const events = new EventSource(root + "v1/events");
    let isAsking = false, isNew = false;
    async function show() {
        isNew = true;
        if (isAsking) { return; }
        isAsking = true;
        while (isNew) {
            isNew = false;
            try {
                const next = find("#job", await page(location.href));
                if (!next?.dataset.job) { events.close(); return location.replace(location.href); }
                find("#job").replaceWith(document.adoptNode(next));
            } catch { /* The network is gone: the next event asks again. */ }
        }
        isAsking = false;
    }
    // It may have ended before the first event.
    events.addEventListener("open", show);
    events.addEventListener("job", (event) => { if (JSON.parse(event.data).id === id) { show(); } });
}

const job = find("#job[data-job]");
if (job) { follow(job.dataset.job); }

// A file is sent as soon as it is chosen.
find("form.upload input[type=file]")?.addEventListener("change", (event) => {
    if (event.target.files.length) { event.target.form.requestSubmit(); }
});

// What opens the subscriptions of a page is dragged to the bookmarks, and does nothing here.
find(".bookmarklet")?.addEventListener("click", (event) => event.preventDefault());

document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.target.matches("input, select, textarea")) { location.assign(root); }
});
