// Functions that all modules of the reader use to access the page.

/** The path of the service. It is absolute, because the address of the page changes during a search. */
export const root = new URL(document.body.dataset.root, document.baseURI).pathname;
// A page that shows a refused form has the address of the form. Restore the page's own address for reloads and partial requests.
if ("here" in document.body.dataset) { history.replaceState(history.state, "", root + document.body.dataset.here); }
export const find = (selector, within = document) => within.querySelector(selector);
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];

/** The element with the label of a button, next to its icon. */
export const words = (button) => find("span", button) ?? button;

/** Swaps the label of a button and the label for its other state. */
export function swapWords(button) {
    [words(button).textContent, button.dataset.other] = [button.dataset.other, words(button).textContent];
}

/** Sets the title of the page, and keeps the number of unread articles before it. */
export function entitle(title) {
    document.title = (document.title.match(/^\(\d+\) /)?.[0] ?? "") + title.replace(/^\(\d+\) /, "");
}

/** A code for the account and the library of the page. All values that scripts store in the browser belong to it. */
export const owner = document.body.dataset.owner ?? "";
/** The key of a value in the browser's storage. */
export const stored = (name) => `feedsearch-${name}/${owner}`;

/** Removes the values of other accounts and libraries, which remain if a session expires without a sign-out. */
function forgetOthers() {
    const key = `feedsearch-owner ${root}`, before = localStorage.getItem(key);
    if (!owner || before === owner) { return; }
    const former = (name) => before === null ? /^feedsearch-(opened|mark|offline|state)\b/.test(name) && !name.includes(owner) : name.includes(`/${before}`);
    for (const storage of [localStorage, sessionStorage]) {
        for (const name of Object.keys(storage).filter(former)) { storage.removeItem(name); }
    }
    sessionStorage.removeItem("feedsearch-place");
    globalThis.caches?.delete("feedsearch-pages");
    globalThis.caches?.delete("feedsearch-pictures");
    localStorage.setItem(key, owner);
}

/** Takes over values that earlier versions stored without an owner, if all accounts of the service share one library. */
function adoptFormer() {
    const key = `feedsearch-owner ${root}`;
    if (!owner || /^\d+-/.test(owner) || localStorage.getItem(key) !== null) { return; }
    for (const name of Object.keys(localStorage)) {
        const found = name.match(/^feedsearch-(mark|opened|offline|offline-articles|offline-bytes)(\/\d+\/\w+)?$/);
        if (!found) { continue; }
        localStorage.setItem(stored(found[1]) + (found[2] ?? ""), localStorage.getItem(name));
        localStorage.removeItem(name);
    }
    localStorage.setItem(key, owner);
}
try {
    adoptFormer();
    forgetOthers();
} catch { /* The browser stores nothing. */ }

/** Calls `body` at sign-out, to remove what a script has stored on the device. */
export function atSignOut(body) {
    document.addEventListener("submit", (event) => {
        if (event.target.action.endsWith("/actions/sign-out")) { body(event); }
    });
}
