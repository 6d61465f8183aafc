// Reports opened articles to the service, which lists them on all devices unless the user has turned recording off. If an article
// is part of a full page load, the service records it itself.

import { change } from "./net.js";
import { expectEvent } from "./state.js";

// Remove the list that earlier versions stored in the browser.
try { localStorage.removeItem("feedsearch-opened"); } catch { /* There is no storage. */ }

export function remember(number) {
    expectEvent();
    // Ignore errors: without a network or write access, the opening is not recorded.
    change(`v1/articles/${number}/opened`, { opened: true }, { keepalive: true }).catch(() => {});
}
