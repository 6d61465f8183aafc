internal import Messages

extension ReaderPage {
    /// Adds suggestions for the first steps if there are no subscriptions.
    func firstRun(_ page: inout HTMLPage) {
        page.element("div", [("class", "first-run")]) { box in
            box.element("p", box.say(.webFirstRun))
            subscribeForm(&box)
            box.element("p") { $0.element("a", $0.say(.webImport), [("href", $0.root + "import")]) }
            form("sample", [], &box) { form in
                form.element("button", form.say(.webSample), [("type", "submit")])
                form.element("p", form.say(.webSampleHelp), [("class", "dim")])
            }
        }
    }

    /// Adds a form that leads to the page of the feeds found at an address, where the user can subscribe.
    func subscribeForm(_ page: inout HTMLPage) {
        page.element("form", [("class", "add"), ("action", page.root + "subscribe")]) { form in
            let label = form.say(.webAddLabel)
            form.empty(
                "input",
                [
                    ("name", "url"), ("type", "text"), ("inputmode", "url"), ("required", ""), ("aria-label", label),
                    ("placeholder", label), ("autocapitalize", "none"), ("autocomplete", "off"),
                ])
            form.element("button", form.say(.webAdd), [("type", "submit")])
        }
    }
}
