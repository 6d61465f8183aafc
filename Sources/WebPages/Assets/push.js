// Notifications of saved searches in this browser (Web Push), switched on and off on the page of saved searches.

import { find, root } from "./dom.js";
import { change, workerAddress } from "./net.js";

const card = find("#push");
const isPossible = isSecureContext && "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

const registered = () => navigator.serviceWorker.getRegistration(root);

/** A short name of this browser and system. */
function label() {
    const brand = navigator.userAgentData?.brands?.map(({ brand }) => brand).find((name) => !/Not.A.Brand|Chromium/i.test(name));
    const name = brand ?? /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(navigator.userAgent)?.[1] ?? "browser";
    const system = navigator.userAgentData?.platform ?? /(Android|iPhone|iPad|Windows|Mac OS X|Linux)/.exec(navigator.userAgent)?.[1] ?? "";
    return `${name} ${system}`.trim();
}

function say(text) { find("[role=status]", card).textContent = text; }

async function begin() {
    if (await Notification.requestPermission() !== "granted") { return say(card.dataset.denied); }
    await navigator.serviceWorker.register(workerAddress);
    const registration = await navigator.serviceWorker.ready;
    const { key } = await change("v1/push/key", {});
    // A browser refuses to subscribe with a new key while a subscription with another key exists.
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys: { p256dh, auth } } = subscription.toJSON();
    await change("v1/push", { endpoint, p256dh, auth, label: label() });
    location.reload();
}

if (card && isPossible) {
    const button = find("button[data-do=push]", card);
    button.hidden = false;
    button.addEventListener("click", async () => {
        button.disabled = true;
        try { await begin(); } catch { say(card.dataset.failed); }
        button.disabled = false;
    });
    registered().then((registration) => registration?.pushManager.getSubscription()).then((subscription) => {
        if (subscription) { say(card.dataset.on); }
    }, () => {});
} else if (card) { say(card.dataset.impossible); }
