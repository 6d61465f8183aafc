// What every module of the reader uses to look at the page.

/** The path of the service. It is absolute, because the address of the page changes as one searches. */
export const root = new URL(document.body.dataset.root, document.baseURI).pathname;
// The page of a form that was refused is at the address of the form. Reloads and parts of the page use the page's own address.
if ("here" in document.body.dataset) { history.replaceState(history.state, "", root + document.body.dataset.here); }
export const find = (selector, within = document) => within.querySelector(selector);
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];

/** The words of a button beside its drawing. */
export const words = (button) => find("span", button) ?? button;

/** Words of a button and those that it keeps for its other state. */
export function swapWords(button) {
    [words(button).textContent, button.dataset.other] = [button.dataset.other, words(button).textContent];
}

/** The title of a view, with the number of unread articles that stands before it. */
export function entitle(title) {
    document.title = (document.title.match(/^\(\d+\) /)?.[0] ?? "") + title.replace(/^\(\d+\) /, "");
}

/** Signing out leaves nothing on the device: `body` removes what a script keeps there. */
export function atSignOut(body) {
    document.addEventListener("submit", (event) => {
        if (event.target.action.endsWith("/actions/sign-out")) { body(event); }
    });
}
