internal import Messages

extension ReaderPage {
    /// What one may begin with, where there is no subscription.
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

    /// Leads to the feeds behind an address, with their newest articles: only there one subscribes.
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
