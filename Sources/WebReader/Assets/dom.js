// What every module of the reader uses to look at the page.

/** The way from the page to the service. */
export const root = document.body.dataset.root;
export const find = (selector, within = document) => within.querySelector(selector);
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];

/** The title of a view, with the number of unread articles that stands before it. */
export function entitle(title) {
    document.title = (document.title.match(/^\(\d+\) /)?.[0] ?? "") + title.replace(/^\(\d+\) /, "");
}
