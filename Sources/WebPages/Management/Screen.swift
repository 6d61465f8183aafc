internal import Accounts
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import Messages
internal import System

/// The sections of the management pages, in the order of their menu.
enum Section: CaseIterable {
    case subscribe, transfer, folders, failing, saved, rules, send, actions, statistics, account, appearance
    /// The section of pages that are not in the menu.
    case none

    /// The address of the section, relative to the service.
    var address: String {
        switch self {
        case .subscribe: "subscribe"
        case .transfer: "import"
        case .folders: "folders"
        case .failing: "failing"
        case .saved: "saved"
        case .rules: "rules"
        case .send: "send"
        case .actions: "actions"
        case .statistics: "statistics"
        case .account: "account"
        case .appearance: "appearance"
        case .none: ""
        }
    }

    var title: Message {
        switch self {
        case .subscribe: .addFeed
        case .transfer: .importExport
        case .folders: .folders
        case .failing: .failingFeeds
        case .saved: .savedSearches
        case .rules: .rules
        case .send: .sendTitle
        case .actions: .actions
        case .statistics: .statistics
        case .account: .account
        case .appearance: .appearance
        case .none: .manage
        }
    }
}

extension HTMLPage {
    /// The address of a page of the service, relative to this page.
    func address(_ page: String) -> String { root + (page.isEmpty && root.isEmpty ? "./" : page) }
}

extension RequestContext {
    /// Returns a page of a section, with its heading, next to the menu.
    ///
    /// - Parameters:
    ///   - title: the heading; nil for the section's title.
    ///   - refreshSeconds: the number of seconds after which the browser reloads the page; nil for no reload.
    func answer(
        _ section: Section, _ title: String? = nil, status: HTTPStatus = 200, refreshSeconds: Int? = nil,
        _ body: (inout HTMLPage) -> Void
    ) -> HTTPResponse {
        var page = HTMLPage(language, depth: depth)
        let title = title ?? page.say(section.title)
        page.element("a", page.say(.skipMenu), [("class", "skip"), ("href", "#content")])
        page.element("header", [("class", "bar")]) { bar in
            bar.element("a", [("class", "home"), ("href", bar.address(""))]) { link in
                link.element("span", "‹ ", [("aria-hidden", "true")])
                link.text(link.say(.readerLink))
            }
            bar.element("span", "feedsearch", [("class", "dim")])
        }
        menu(section, &page)
        // Write the body first: if it does not contain the refused form, the message about the form is shown above it.
        var content = HTMLPage(language, depth: depth)
        body(&content)
        page.element("main", [("id", "content"), ("tabindex", "-1")]) { main in
            main.element("h1", title)
            if refused == nil, let done = text("done").flatMap({ Message.done[$0] }) {
                main.element("p", main.say(done), [("role", "status"), ("class", "done")])
            }
            if let refused, !content.hasShownMistake { main.mistake(refused) }
            main.add(content)
        }
        page.element("div", [("id", "drop"), ("hidden", "")]) { $0.element("p", $0.say(.dropHere)) }
        var frame = HTMLPage.Frame(title + " - feedsearch")
        frame.look = look
        frame.csrf = csrf ?? ""
        frame.script = "manage.js"
        frame.styles = ["manage.css"]
        frame.refreshSeconds = refreshSeconds
        frame.attributes = [
            ("class", "managing"), ("data-root", page.root.isEmpty ? "./" : page.root), ("data-owner", storageOwner),
        ]
        return page.response(status: refused?.status ?? status, frame)
    }

    private func menu(_ current: Section, _ page: inout HTMLPage) {
        page.element("nav", [("class", "menu-of-pages"), ("aria-label", page.say(.manage))]) { nav in
            nav.element("ul") { list in
                for section in Section.allCases where section != .none && mayOpen(section.address) {
                    list.element("li") { item in
                        item.element(
                            "a", item.say(section.title),
                            [
                                ("href", item.address(section.address)),
                                ("aria-current", section == current ? "page" : nil),
                            ])
                    }
                }
            }
        }
    }

    // MARK: - Forms

    /// Adds a form that changes something; adds nothing if the user lacks the required scope or role. If this form was
    /// sent with the request and refused, it shows the entered values and the message.
    ///
    /// - Parameter fields: hidden fields, which distinguish the form from others with the same action.
    func form(
        _ action: String, _ page: inout HTMLPage, class name: String? = nil, with fields: [(String, String)] = [],
        needs scope: Scope = .write, next: String? = nil, isUpload: Bool = false, _ body: (inout HTMLPage) -> Void
    ) {
        write(action, &page, name, fields, scope, next, isUpload) { form in
            if let refused, refused.path == "/actions/" + action,
                fields.allSatisfy({ refused.text($0) == $1 })
            {
                form.entry = refused
                if refused.field == nil { form.mistake(refused) }
            }
            body(&form)
            form.entry = nil
        }
    }

    /// Adds a form that has only a button.
    func button(
        _ text: String, _ action: String, with fields: [(String, String)] = [], class name: String? = nil,
        label: String? = nil, needs scope: Scope = .write, next: String? = nil, _ page: inout HTMLPage
    ) {
        write(action, &page, "inline", fields, scope, next, false) { form in
            form.element("button", text, [("type", "submit"), ("class", name), ("aria-label", label)])
        }
    }

    private func write(
        _ action: String, _ page: inout HTMLPage, _ name: String?, _ fields: [(String, String)], _ scope: Scope,
        _ next: String?, _ isUpload: Bool, _ body: (inout HTMLPage) -> Void
    ) {
        guard principal?.scope.includes(scope) ?? false, permits(.post, "actions/" + action) else { return }
        page.element(
            "form",
            [
                ("method", "post"), ("action", page.address("actions/" + action)), ("class", name),
                ("enctype", isUpload ? "multipart/form-data" : nil),
            ]
        ) { form in
            form.hidden("csrf", csrf)
            form.hidden("next", next ?? here)
            for (name, value) in fields { form.hidden(name, value) }
            body(&form)
        }
    }
}

extension HTMLPage {
    mutating func hidden(_ name: String, _ value: String?) {
        guard let value else { return }
        empty("input", [("type", "hidden"), ("name", name), ("value", value)])
    }

    /// Adds a group of related content with its heading.
    mutating func card(_ title: String, _ help: String? = nil, _ body: (inout HTMLPage) -> Void) {
        element("section", [("class", "card")]) { card in
            card.element("h2", title)
            if let help { card.element("p", help, [("class", "dim")]) }
            body(&card)
        }
    }

    /// Adds a table, which scrolls separately from the page if it is too wide. Of a table with more than three columns,
    /// a narrow window shows each row as a block.
    ///
    /// - Parameter numbers: the indices of the columns that contain numbers.
    mutating func table(
        _ caption: String, _ heads: [String], numbers: Set<Int> = [], isStacked: Bool? = nil,
        _ rows: (inout HTMLPage) -> Void
    ) {
        let isStacked = isStacked ?? (heads.count > 3)
        func role(_ name: String) -> (String, String?) { ("role", isStacked ? name : nil) }
        let name = isStacked ? "table stacked" : "table"
        element("div", [("class", name), ("role", "region"), ("aria-label", caption), ("tabindex", "0")]) { box in
            box.element("table", [role("table")]) { table in
                table.element("caption", caption)
                table.element("thead", [role("rowgroup")]) { head in
                    head.element("tr", [role("row")]) { row in
                        for (column, name) in heads.enumerated() {
                            row.element(
                                "th", name,
                                [
                                    ("scope", "col"), ("class", numbers.contains(column) ? "number" : nil),
                                    role("columnheader"),
                                ])
                        }
                    }
                }
                table.element("tbody", [role("rowgroup")]) { body in
                    body.columns = isStacked ? heads : []
                    rows(&body)
                    body.columns = []
                }
            }
        }
    }

    mutating func cells(_ texts: String...) { for text in texts { element("td", text) } }

    /// Adds a cell whose text does not wrap, such as an address.
    mutating func unwrapped(_ text: String) { element("td", text, [("class", "when")]) }

    /// Adds a cell with a time; nil for none.
    mutating func when(_ seconds: Int64?, _ dates: PageDates) {
        guard let seconds else { return unwrapped(say(.never)) }
        element("td", [("class", "when")]) { $0.moment(seconds, dates) }
    }

    /// Adds the date of an article, with the full date as a tooltip.
    mutating func date(_ seconds: Int64, _ dates: PageDates) {
        element(
            "time", dates.short(seconds), [("datetime", CivilTime.rfc3339(seconds)), ("title", dates.full(seconds))])
    }

    /// Adds a time, with the full date as a tooltip.
    mutating func moment(_ seconds: Int64, _ dates: PageDates) {
        element(
            "time", dates.moment(seconds), [("datetime", CivilTime.rfc3339(seconds)), ("title", dates.full(seconds))])
    }

    /// Adds a cell with a number, which is aligned with those above it.
    mutating func count(_ number: Int) { element("td", String(number), [("class", "number")]) }
}
