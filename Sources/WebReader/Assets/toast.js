// A line that tells what was done, and offers to take it back.

let toastTimer = 0;
export function tell(text, undo) {
    const toast = document.getElementById("toast");
    const span = document.createElement("span");
    span.textContent = text;
    toast.replaceChildren(span);
    if (undo) {
        const button = document.createElement("button");
        button.textContent = document.body.dataset.undo;
        button.addEventListener("click", () => { toast.hidden = true; undo(); });
        toast.append(button);
    }
    toast.hidden = false;
    clearTimeout(toastTimer);
    toastTimer = setTimeout(() => { toast.hidden = true; }, 8000);
}
