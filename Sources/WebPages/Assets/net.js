// Requests to the service.

import { find, root } from "./dom.js";

const policy = window.trustedTypes?.createPolicy("feedsearch", { createHTML: (text) => text, createScriptURL: () => `${root}worker.js` });

/** The address of the service worker, the only script that is loaded by address. */
export const workerAddress = policy?.createScriptURL("") ?? `${root}worker.js`;

/** Changes each page that `page` returns, as the service may have written it before a change of this browser was stored. */
let amendment = () => {};
export function amendPages(body) { amendment = body; }

const requestTimes = new WeakMap();
/** The page with the changes that this browser made since the page was requested. */
export function amended(next) {
    amendment(next, requestTimes.get(next));
    return next;
}

/** Requests a page of the service, the only source of markup here, or only a part of it. */
export async function page(address, part, signal) {
    const requestedAt = performance.now();
    const whole = new URL(address, document.baseURI);
    if (part) { whole.searchParams.set("part", part); }
    const answer = await fetch(whole, { signal, headers: { Accept: "text/html" } });
    if (answer.status === 401) { location.assign(address); }
    const text = await answer.text(), next = new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, "text/html");
    requestTimes.set(next, requestedAt);
    return amended(next);
}

/** Requests a change. The token is in a header that no other site can set. */
export async function change(path, body, options = {}) {
    const answer = await fetch(root + path, {
        ...options,
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRF-Token": find("meta[name=csrf]").content },
        body: JSON.stringify(body),
    });
    if (!answer.ok) { throw new Error(String(answer.status)); }
    return answer.status === 204 ? null : answer.json();
}

/** Sends a form of the page. Returns null on success, otherwise the message of the service. */
export async function post(form) {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "text/html" } });
    if (answer.ok) { return null; }
    const text = await answer.text();
    const told = new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, "text/html");
    return (find("#mistake", told) ?? find("main p", told))?.textContent.replace(/^! /, "") ?? String(answer.status);
}

export function replace(id, from) {
    const now = document.getElementById(id), new_ = from.getElementById(id);
    if (now && new_) { now.replaceWith(document.adoptNode(new_)); }
}
