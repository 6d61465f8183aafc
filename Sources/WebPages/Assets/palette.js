// The command palette (Ctrl-K): all actions of the page by name.

import { all, find, root } from "./dom.js";

let commands = [], active = 0;

/** Collects the current actions of the page: links and buttons outside texts and rows, and the themes. */
function gather() {
    const places = [
        "#article .actions :is(a, button, summary)", "#list > header :is(a:not(.menu), summary:not(.mark-as > *), button:not(.save *, .tag-all *))",
        "#feeds :is(a:not(.brand *), summary, button:not(.add *, [action$=look] *))", ".help",
    ];
    const seen = new Set();
    const themes = all("#feeds select[name=theme] option").map((option) => ({ text: `${option.closest("label").firstElementChild.textContent}: ${option.label}`, place: "", option }));
    return places.flatMap((place) => all(place)).filter((element) => !element.closest("[hidden], .twist")).map((element) => ({
        text: (find(".name", element)?.textContent ?? element.ariaLabel ?? element.textContent).trim().replace(/\s+/g, " "),
        place: folderOf(element), element,
    })).concat(themes).filter(({ text, place }) => text && !seen.has(text + "\n" + place) && seen.add(text + "\n" + place));
}

/** The name of the folder that a feed or a folder is in. */
function folderOf(element) {
    const line = element.closest("#feeds .line"), folder = (line?.parentElement.parentElement ?? element).closest("#feeds .folder");
    return folder ? find(":scope > .line .name", folder).textContent : "";
}

function draw(dialog) {
    const wanted = find("input", dialog).value.trim();
    const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
    const found = commands.filter(({ text, place }) => words.every((word) => (text + " " + place).toLowerCase().includes(word)));
    // Commands that begin with the text are listed first.
    const begins = ({ text }) => text.toLowerCase().startsWith(wanted.toLowerCase());
    found.sort((one, other) => begins(other) - begins(one));
    if (wanted) { found.push({ text: `${dialog.dataset.search}: ${wanted}`, query: wanted }); }
    active = 0;
    find("ul", dialog).replaceChildren(...found.slice(0, 60).map((command, number) => {
        const option = document.createElement("li");
        option.id = `command-${number}`;
        option.role = "option";
        option.textContent = command.text;
        if (command.place) {
            const label = document.createElement("span");
            label.textContent = ` ${command.place}`;
            option.append(label);
        }
        option.command = command;
        return option;
    }));
    point(dialog);
}

function point(dialog) {
    const options = all("li", dialog);
    for (const [number, option] of options.entries()) { option.ariaSelected = String(number === active); }
    options[active]?.scrollIntoView({ block: "nearest" });
    find("input", dialog).setAttribute("aria-activedescendant", options[active]?.id ?? "");
}

function run(dialog, command) {
    dialog.close();
    if (!command) { return; }
    if (command.query) { location.assign(`${root}search?${new URLSearchParams({ q: command.query })}`); return; }
    if (command.option) {
        command.option.selected = true;
        command.option.closest("form").requestSubmit();
        return;
    }
    for (let menu = command.element.closest("details"); menu; menu = menu.parentElement.closest("details")) { menu.open = true; }
    // A click on the summary would close the menu that was just opened.
    if (command.element.localName === "summary") {
        find("input:not([type=hidden]), select, a, button", command.element.parentElement)?.focus();
    } else { command.element.click(); }
}

function make() {
    const dialog = document.createElement("dialog"), input = document.createElement("input"), list = document.createElement("ul");
    dialog.id = "palette";
    dialog.dataset.search = document.body.dataset.search;
    dialog.ariaLabel = document.body.dataset.commands;
    input.type = "text";
    input.placeholder = input.ariaLabel = document.body.dataset.command;
    input.autocomplete = "off";
    input.spellcheck = false;
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-expanded", "true");
    input.setAttribute("aria-controls", "commands");
    list.id = "commands";
    list.role = "listbox";
    list.ariaLabel = document.body.dataset.commands;
    dialog.append(input, list);
    document.body.append(dialog);
    input.addEventListener("input", () => draw(dialog));
    dialog.addEventListener("click", (event) => {
        if (event.target === dialog) { dialog.close(); }
        const option = event.target.closest("li");
        if (option) { run(dialog, option.command); }
    });
    dialog.addEventListener("keydown", (event) => {
        const options = all("li", dialog);
        if (event.isComposing) { return; }
        if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            active = (active + (event.key === "ArrowDown" ? 1 : -1) + options.length) % Math.max(1, options.length);
            point(dialog);
        } else if (event.key === "Enter") {
            event.preventDefault();
            run(dialog, options[active]?.command);
        }
    });
    return dialog;
}

/** Opens the palette. */
export function palette() {
    const dialog = document.getElementById("palette") ?? make();
    if (dialog.open || find("dialog[open]")) { return; }
    commands = gather();
    find("input", dialog).value = "";
    dialog.showModal();
    draw(dialog);
    find("input", dialog).focus();
}

document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
        event.preventDefault();
        palette();
    }
});
