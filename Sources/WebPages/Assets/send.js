// Sends the open article to a service without leaving the page.

import { all, find } from "./dom.js";
import { bind } from "./keys.js";
import { tell } from "./toast.js";

const buttons = () => all("#article .send button");

document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("#article .send")) { return; }
    event.preventDefault();
    const fields = new URLSearchParams(new FormData(form, event.submitter));
    form.closest("details").open = false;
    try {
        const answer = await fetch(form.action, { method: "POST", body: fields, headers: { Accept: "application/json" } });
        if (!answer.ok) { return tell((await answer.json()).detail); }
        tell(form.dataset.sent.replace("{1}", () => fields.get("to")));
    } catch { tell(document.body.dataset.failed); }
});

/** Sends the article if there is only one service, or shows the services. */
function begin() {
    const [first, second] = buttons();
    if (!first) { return; }
    if (!second) { return first.form.requestSubmit(first); }
    first.closest("details").open = true;
    first.focus();
}
bind({ e: begin });
