// A message about an action, with an offer to undo it, by a button or a key, for 8 seconds.

import { bind } from "./keys.js";

let timer = 0, takeBack = null;
export function tell(text, undo) {
    const toast = document.getElementById("toast");
    const span = document.createElement("span");
    span.textContent = text;
    toast.replaceChildren(span);
    takeBack = undo || null;
    if (undo) {
        const button = document.createElement("button");
        button.textContent = document.body.dataset.undo;
        button.addEventListener("click", runUndo);
        // Keep the message while the button has the focus.
        button.addEventListener("focus", () => clearTimeout(timer));
        button.addEventListener("blur", () => { timer = setTimeout(hide, 8000); });
        toast.append(button);
    }
    toast.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(hide, 8000);
}

function hide() {
    document.getElementById("toast").hidden = true;
    takeBack = null;
}

function runUndo() {
    const undo = takeBack;
    clearTimeout(timer);
    hide();
    undo?.();
}

bind({ z: runUndo });
