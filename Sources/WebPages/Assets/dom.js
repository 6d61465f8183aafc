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

/** Calls `body` at sign-out, to remove what a script has stored on the device. */
export function atSignOut(body) {
    document.addEventListener("submit", (event) => {
        if (event.target.action.endsWith("/actions/sign-out")) { body(event); }
    });
}
