internal import Articles
internal import Formats
internal import Messages

extension ReaderPage {
    /// Adds the form that turns the recording of opened articles on or off, and the form that clears the list.
    func openedForms(_ page: inout HTMLPage) {
        guard case .opened = content.view else { return }
        page.element("div", [("class", "opened-list")]) { part in
            if content.hasOlderOpened {
                let all = ReaderView.search(query: "is:opened", sort: .newest)
                part.element("p") {
                    $0.element("a", $0.say(.openedOlder), [("href", $0.root + all.address())])
                }
            }
            if !content.recordsOpened { part.element("p", part.say(.openedNotRecorded), [("class", "dim")]) }
            if !mayWrite { return }
            form("opened", [], &part) { form in
                form.element(
                    "button", form.say(content.recordsOpened ? .openedStop : .openedRecord),
                    [
                        ("type", "submit"), ("name", "set"), ("value", content.recordsOpened ? "off" : "on"),
                    ])
            }
            if content.rows.isEmpty { return }
            part.element("details") { details in
                details.element("summary", details.say(.openedClear))
                form("opened", [], &details) { form in
                    form.element("p", form.say(.openedClearAsk))
                    form.element(
                        "button", form.say(.openedClear),
                        [("type", "submit"), ("name", "set"), ("value", "clear"), ("class", "dangerous")])
                }
            }
        }
    }
}
