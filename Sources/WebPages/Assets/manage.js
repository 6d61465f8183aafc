// The management pages work without scripts. This module accepts dropped files, follows jobs, shows passwords as they are entered,
// and keeps the current page in view in the menu.

import { find, root } from "./dom.js";
import "./drop.js";
import { page } from "./net.js";
import "./push.js";

/** Shows the progress of a job, using the events of the service, until the job has ended. */
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
            } catch { setTimeout(show, 2000); /* No further event may come. */ }
        }
        isAsking = false;
    }
    // The job may have ended before the first event.
    events.addEventListener("open", show);
    events.addEventListener("job", (event) => { if (JSON.parse(event.data).id === id) { show(); } });
}

const job = find("#job[data-job]");
if (job) { follow(job.dataset.job); }

// This bookmarklet is meant to be dragged to the bookmarks, and does nothing on this page.
find(".bookmarklet")?.addEventListener("click", (event) => event.preventDefault());

for (const input of document.querySelectorAll("input[data-show]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "show";
    const name = input.closest("label").querySelector("span").textContent;
    function update(isShown) {
        input.type = isShown ? "text" : "password";
        button.textContent = isShown ? input.dataset.hide : input.dataset.show;
        button.setAttribute("aria-label", button.textContent + ": " + name);
    }
    update(false);
    button.addEventListener("click", () => { update(input.type === "password"); input.focus(); });
    // A browser stores the passwords of a form, but not its plain-text fields.
    input.form.addEventListener("submit", () => update(false));
    input.closest(".secret-field").append(button);
}

// Only the menu scrolls, and only in a narrow window.
const menu = find(".menu-of-pages"), current = menu && find("a[aria-current]", menu);
if (current && menu.scrollWidth > menu.clientWidth) {
    const [box, place] = [menu.getBoundingClientRect(), current.getBoundingClientRect()];
    menu.scrollLeft += place.left + place.width / 2 - box.left - box.width / 2;
}

document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.target.matches("input, select, textarea")) { location.assign(root); }
});
