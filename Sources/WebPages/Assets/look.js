// The menu "Aa" of the open article: theme, size, font and width are applied at once and stored in a cookie.

import { all, find } from "./dom.js";
import { tell } from "./toast.js";

const names = ["theme", "size", "font", "width"];
const settings = document.documentElement.dataset;
const menu = () => find("#article .look form");
let timer = 0;

function apply(form) {
    const chosen = new FormData(form);
    for (const name of names) {
        const value = chosen.get(name);
        if (value) { settings[name] = value; } else { delete settings[name]; }
        // The form in the sidebar has the same choices.
        for (const field of all(`.settings select[name=${name}]`)) { field.value = value; }
    }
}

async function keep(form) {
    clearTimeout(timer);
    timer = 0;
    try {
        // The response redirects to the page, which has already changed.
        const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual", keepalive: true });
        if (answer.type !== "opaqueredirect" && !answer.ok) { throw new Error(String(answer.status)); }
    } catch { tell(document.body.dataset.failed); }
}

/** Updates the form of an article that was prefetched before a choice was changed. */
function renew() {
    const form = menu();
    if (!form) { return; }
    const now = { theme: settings.theme ?? "", size: settings.size ?? "18", font: settings.font ?? "serif", width: settings.width ?? "" };
    for (const [name, value] of Object.entries(now)) { form.elements[name].value = value; }
}

document.addEventListener("input", (event) => {
    const form = menu();
    if (!form?.contains(event.target)) { return; }
    apply(form);
    clearTimeout(timer);
    timer = setTimeout(() => keep(form), 250);
});
document.addEventListener("submit", (event) => {
    if (event.target !== menu()) { return; }
    event.preventDefault();
    keep(event.target);
});
window.addEventListener("pagehide", () => { if (timer && menu()) { keep(menu()); } });
document.addEventListener("articleshown", renew);
