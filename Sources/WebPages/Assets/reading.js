// Actions on an opened article: share, listen, print, fetch the full text.

import { all, find, swapWords, words } from "./dom.js";
import { page, post, replace } from "./net.js";
import { tell } from "./toast.js";

/** Shows the buttons that this browser supports. Called whenever the article has changed. */
export function prepare() {
    silence();
    if (navigator.clipboard) { for (const box of all("#article .text .code")) { addCopy(box); } }
    const can = { share: Boolean(navigator.share), link: Boolean(navigator.clipboard), listen: "speechSynthesis" in window, print: true };
    for (const button of all("#article .actions button[data-do]")) {
        if (can[button.dataset.do]) { button.hidden = false; }
    }
}

const article = () => find("#article article");

/** Adds a button that copies a block of code. The button has no text, which a search in the article could find. */
function addCopy(box) {
    if (find(".copy", box)) { return; }
    const button = document.createElement("button"), name = document.getElementById("article").dataset.copy;
    const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg"), shape = document.createElementNS(drawing.namespaceURI, "use");
    shape.setAttribute("href", "#icon-copy");
    drawing.setAttribute("class", "icon");
    drawing.append(shape);
    drawing.ariaHidden = "true";
    button.type = "button";
    button.className = "copy";
    button.ariaLabel = button.title = name;
    button.append(drawing);
    box.append(button);
}

async function copy(text, done) {
    await navigator.clipboard.writeText(text).then(() => tell(done)).catch(() => tell(document.body.dataset.failed));
}

/** The address of the open article. */
const pageAddress = () => find("#article .source")?.href ?? location.href;

const actions = {
    link() { return copy(pageAddress(), document.getElementById("article").dataset.linkCopied); },
    async share() {
        const url = pageAddress();
        // It is not an error if the user cancels.
        await navigator.share({ title: find("h1", article()).textContent, url }).catch(() => {});
    },
    print() { window.print(); },
    listen(button) {
        if (speechSynthesis.speaking) { return silence(); }
        const language = article().lang || document.documentElement.lang;
        const voices = speechSynthesis.getVoices().filter((voice) => voice.lang.replace("_", "-").startsWith(language.split("-")[0]));
        const voice = voices.find((voice) => voice.lang.replace("_", "-") === language) ?? voices[0];
        // Speak one paragraph after another: some browsers stop in the middle of a long text.
        const pieces = [find("h1", article()), ...all(".text :is(p, li, h2, h3, h4, h5, h6, blockquote, td, dd, dt)", article())]
            .filter((element) => !find("p, li", element)).map((element) => element.textContent.trim()).filter(Boolean);
        if (pieces.length < 2) { pieces.push(find(".text", article()).textContent); }
        for (const [place, text] of pieces.entries()) {
            const piece = new SpeechSynthesisUtterance(text);
            piece.lang = language;
            if (voice) { piece.voice = voice; }
            if (place === pieces.length - 1) { piece.addEventListener("end", () => turn(button, false)); }
            speechSynthesis.speak(piece);
        }
        turn(button, true);
    },
};

function turn(button, isOn) {
    if (button.ariaPressed === String(isOn)) { return; }
    swapWords(button);
    button.ariaPressed = String(isOn);
}

function silence() {
    if (!("speechSynthesis" in window)) { return; }
    speechSynthesis.cancel();
    const button = find("#article button[data-do=listen][aria-pressed=true]");
    if (button) { turn(button, false); }
}
window.addEventListener("pagehide", silence);

document.addEventListener("click", (event) => {
    const button = event.target.closest?.("#article button[data-do]");
    actions[button?.dataset.do]?.(button);
});

/** Copies the text of a citation when the user clicks on it. */
document.addEventListener("click", (event) => {
    const text = event.target.closest?.(".cite pre");
    if (!text || !navigator.clipboard || String(getSelection())) { return; }
    copy(text.textContent, text.dataset.copied);
});
document.addEventListener("click", (event) => {
    const box = event.target.closest?.("#article .code .copy")?.parentElement;
    if (box) { copy(find("pre", box).textContent, document.getElementById("article").dataset.copied); }
});

// Menus of the article close on Escape or on a click outside them.

const menus = () => all("#article .actions > .end > details[open]");
document.addEventListener("click", (event) => {
    // The palette opens menus.
    if (event.target.closest("dialog")) { return; }
    for (const menu of menus()) {
        if (!menu.contains(event.target) || event.target.closest("[data-do]")) { menu.open = false; }
    }
});
document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && menus()[0];
    if (!menu) { return; }
    menu.open = false;
    find("summary", menu).focus();
});

/** Shows a picture as large as the window. Without a script, the link opens the picture. */
document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#article .text a.large");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) { return; }
    event.preventDefault();
    const dialog = document.createElement("dialog"), picture = document.createElement("img"), button = document.createElement("button");
    dialog.id = "picture";
    picture.src = link.href;
    picture.alt = find("img", link).alt;
    dialog.ariaLabel = picture.alt || link.ariaLabel;
    button.type = "button";
    button.textContent = "×";
    button.ariaLabel = document.getElementById("article").dataset.close;
    dialog.append(picture, button);
    dialog.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => { dialog.remove(); link.focus({ preventScroll: true }); });
    document.body.append(dialog);
    dialog.showModal();
});

document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("#article .full-text")) { return; }
    event.preventDefault();
    const button = find("button", form), was = words(button).textContent;
    button.disabled = true;
    words(button).textContent = form.dataset.waits;
    const number = article().dataset.article;
    try {
        const problem = await post(form);
        // Another article may have been opened in the meantime.
        if (article()?.dataset.article !== number) { return; }
        if (problem) {
            const line = document.createElement("p");
            line.role = "alert";
            line.textContent = problem;
            find("#article > [role=alert]")?.remove();
            find("#article .actions").after(line);
        } else {
            replace("article", await page(location.href, "article"));
            document.dispatchEvent(new Event("articleshown"));
        }
    } catch { tell(document.body.dataset.failed); }
    button.disabled = false;
    words(button).textContent = was;
});

document.addEventListener("articleshown", prepare);
prepare();
