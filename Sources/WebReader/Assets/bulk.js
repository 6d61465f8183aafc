// All read: the list is shown again, and what was done can be taken back where one stands.

import { renew } from "./list.js";
import { change, page, replace } from "./net.js";
import { tell } from "./toast.js";

document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.action.endsWith("/actions/read-all")) { return; }
    event.preventDefault();
    try {
        const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
        if (!answer.ok) { throw new Error(String(answer.status)); }
        replace("list", await page(location.href, "list"));
        renew();
        tell(document.body.dataset.done, async () => {
            await change("v1/undo", {});
            replace("list", await page(location.href, "list"));
            renew();
        });
    } catch { tell(document.body.dataset.failed); }
});
