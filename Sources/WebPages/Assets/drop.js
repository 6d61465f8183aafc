// Imports a file that is dropped onto the window or chosen, and shows the job.

import { find, root } from "./dom.js";

const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
let depth = 0;

/** Shows or hides the hint where to drop the file. */
function show(isOn) {
    const drop = document.getElementById("drop");
    if (drop) { drop.hidden = !isOn; }
}

document.addEventListener("dragenter", (event) => {
    if (!holdsFiles(event)) { return; }
    event.preventDefault();
    depth += 1;
    show(true);
});
document.addEventListener("dragover", (event) => { if (holdsFiles(event)) { event.preventDefault(); } });
document.addEventListener("dragleave", (event) => {
    if (!holdsFiles(event)) { return; }
    depth = Math.max(0, depth - 1);
    if (!depth) { show(false); }
});

document.addEventListener("drop", async (event) => {
    if (!holdsFiles(event) || !event.dataTransfer.files.length) { return; }
    event.preventDefault();
    depth = 0;
    show(false);
    const form = new FormData();
    form.append("csrf", find("meta[name=csrf]").content);
    form.append("file", event.dataTransfer.files[0]);
    const answer = await fetch(root + "actions/import", { method: "POST", body: form });
    // The response redirects to the page of the job. A mistake is shown on the page of the form.
    location.assign(answer.ok ? answer.url : root + "import");
});

// A file is uploaded as soon as it is chosen.
document.addEventListener("change", (event) => {
    if (event.target.matches("form.upload input[type=file]") && event.target.files.length) { event.target.form.requestSubmit(); }
});
