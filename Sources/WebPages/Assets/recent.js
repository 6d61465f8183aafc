// Tells the service which articles are opened. It lists them on all devices, unless the user has turned recording off. An article
// that is part of a whole page is recorded by the service itself.

import { change } from "./net.js";
import { expectEvent } from "./state.js";

// Earlier versions stored the list in the browser.
try { localStorage.removeItem("feedsearch-opened"); } catch { /* There is no storage. */ }

export function remember(number) {
    expectEvent();
    // Without a network or write access, the opening is not recorded.
    change(`v1/articles/${number}/opened`, { opened: true }, { keepalive: true }).catch(() => {});
}
