internal import Accounts
internal import Articles
internal import FeedLibrary
internal import HTTPServer
internal import HTTPService
internal import Messages

/// Pages for the saved searches, with their queries, channels and deliveries.
enum SavedSearchPages {
    static let operations: [Operation] = [
        .page("savedListPage", "/saved", .read, "The saved searches") { call in
            let (searches, status, browsers) = try await call.read { library in
                (
                    try library.store.savedSearches().map(\.forClients), try library.alerts.status().map(\.forClients),
                    try library.pushReceivers.browsers()
                )
            }
            return list(searches, status, browsers, call)
        },
        .page(
            "savedSettingsPage", "/saved/{name}/settings", .write, "One saved search, its alerts and deliveries",
            query: ["by", "try"]
        ) { call in
            try await SavedSearchPage(call.part("name"), call).response(call)
        },
        Operation(
            "savedBook", .get, "/saved/{name}/digest.epub", .read, "A saved search as a book",
            query: [.init("days", .integer(Digests.dayRange), "the number of days")],
            gives: .text("application/epub+zip", or: "*/*"), errors: .page, isDocumented: false
        ) { call in
            try await call.digestBook(call.part("name"))
        },
        .form("save-search", .write, "Create or change a saved search") { call in
            let name = try call.required("name")
            try await save(name, isNew: call.has("new"), call)
            return ReaderView.saved(name).path + "/settings?done=saved"
        },
        .form("unsave", .write, "Forget a saved search") { call in
            let (name, keeper) = (try call.required("name"), call.keeper)
            try await call.write { try $0.savedSearches.remove(forClient: name, keeper: keeper) }
            return "saved?done=removed"
        },
        .form("test-alert", .write, "Send a test message", isSlow: true) { call in
            let (name, language) = (try call.required("name"), call.language)
            if let failure = try await call.runOnNetworkThread({ try $0.alerts.test(forClient: name) }) {
                throw UserFacingError(code: "alertFailed", text: Message.testFailed.text(language, failure))
            }
            return ReaderView.saved(name).path + "/settings?done=sent"
        },
        .form("retry-alerts", .write, "Retry failed deliveries") { call in
            let name = try call.required("name")
            _ = try await call.write { try $0.alerts.retry(forClient: name) }
            return ReaderView.saved(name).path + "/settings?done=retried"
        },
        .form("remove-browser", .write, "Show no more notifications in a browser") { call in
            let (id, keeper) = (try call.required("id"), call.keeper)
            _ = try await call.write { try $0.pushReceivers.remove(id, keeper: keeper) }
            return "saved?done=removed"
        },
        .form("feed-address", .write, "Create the feed address for other programs, or remove it") { call in
            let (ends, library) = (call.has("end"), call.library.number)
            _ = try await call.ask { accounts in
                if ends {
                    _ = try accounts.removeFeedSecret(of: library)
                } else {
                    _ = try accounts.renewFeedSecret(of: library)
                }
            }
            return call.here(done: "saved")
        },
    ]

    /// The maximum number of characters in a name.
    static let maxNameLength = 200

    /// Creates or changes a saved search with the fields of a form. If the form has no channel, the alerts are
    /// unchanged.
    ///
    /// - Parameter isNew: whether to refuse the name of another saved search.
    static func save(_ name: String, isNew: Bool, _ call: RequestContext) async throws {
        guard name.count <= maxNameLength else { throw FormMistake("name", .formMaxCharacters, String(maxNameLength)) }
        let query = try call.required("query")
        let isTaken = try await call.read { try isNew && $0.store.savedSearches(named: name).first != nil }
        if isTaken { throw FormMistake("name", .formSearchExists) }
        let (comment, keeper) = (call.filled("comment"), call.keeper)
        let color = call.text("color")
        let old = try await call.read { try $0.store.savedSearches(named: name).first?.rule?.channel }
        let options = try AlertFields.options(call, old: old.map { String($0.prefix { $0 != ":" }) })
        do {
            try await call.write { library in
                try library.savedSearches.save(
                    forClient: name, query, comment: comment, options, color: color, keeper: keeper)
            }
        } catch { throw AlertFields.mistake(error, call) }
    }

    private static func list(
        _ searches: [SavedSearch], _ status: [AlertStatus], _ browsers: [PushBrowser], _ call: RequestContext
    ) -> HTTPResponse {
        call.answer(.saved) { page in
            page.element("section", [("class", "card")]) { page in
                if searches.isEmpty {
                    page.element("p", page.say(.noSavedSearches), [("class", "empty")])
                    return
                }
                page.table(
                    page.say(.savedSearches),
                    [
                        page.say(.name), page.say(.query), page.say(.channel), page.say(.waiting),
                        page.say(.failedDeliveries), page.say(.action),
                    ], numbers: [3, 4]
                ) { rows in
                    for search in searches {
                        write(search, status.first { $0.search.name == search.name }, call, &rows)
                    }
                }
            }
            if !call.mayPost("save-search") { return }
            page.card(page.say(.newSavedSearch)) { page in
                call.form("save-search", &page, class: "sheet", with: [("new", "1")]) { form in
                    form.field(
                        form.say(.name), "name", isRequired: true, [("maxlength", String(maxNameLength))])
                    form.field(
                        form.say(.query), "query", help: form.say(.manageQueryHelp), isRequired: true,
                        [("autocomplete", "off"), ("spellcheck", "false")])
                    form.submit(form.say(.save))
                }
            }
            // Only the owner can register browsers for notifications.
            if call.mayPost("remove-browser") { push(browsers, call, &page) }
        }
    }

    /// Adds the list of browsers that show notifications. A script shows the button that adds the current browser.
    private static func push(_ browsers: [PushBrowser], _ call: RequestContext, _ page: inout HTMLPage) {
        page.element(
            "section",
            [
                ("class", "card"), ("id", "push"), ("data-denied", page.say(.pushDenied)),
                ("data-failed", page.say(.pushFailed)), ("data-impossible", page.say(.pushImpossible)),
                ("data-on", page.say(.pushOn)),
            ]
        ) { card in
            card.element("h2", card.say(.pushTitle))
            card.element("p", card.say(.pushHelp), [("class", "dim")])
            if browsers.isEmpty {
                card.element("p", card.say(.pushNone), [("class", "empty")])
            } else {
                let dates = call.dates
                card.table(
                    card.say(.pushTitle),
                    [card.say(.pushBrowser), card.say(.pushService), card.say(.pushSince), card.say(.action)]
                ) { rows in
                    for browser in browsers {
                        rows.element("tr") { row in
                            row.element("th", [("scope", "row")]) { $0.element("bdi", browser.name) }
                            row.cells(browser.service)
                            row.when(browser.since, dates)
                            row.element("td") { cell in
                                call.button(
                                    cell.say(.remove), "remove-browser", with: [("id", browser.id)],
                                    label: cell.say(.remove) + ": " + browser.name, &cell)
                            }
                        }
                    }
                }
            }
            card.element("p", "", [("role", "status"), ("class", "dim")])
            card.element(
                "button", card.say(.pushBegin), [("type", "button"), ("data-do", "push"), ("hidden", "")])
        }
    }

    private static func write(
        _ search: SavedSearch, _ status: AlertStatus?, _ call: RequestContext, _ page: inout HTMLPage
    ) {
        page.element("tr") { row in
            row.element("th", [("scope", "row")]) { head in
                head.element("a", search.name, [("href", head.address(ReaderView.saved(search.name).path))])
                if let color = search.color {
                    head.text(" ")
                    head.element("span", AlertFields.name(of: color, head), [("class", "tint tint-" + color.rawValue)])
                }
            }
            row.element("td") { $0.element("code", search.query) }
            row.cells(search.rule?.channel ?? "-")
            row.count(status.map { $0.waiting + $0.undelivered } ?? 0)
            row.element("td", [("class", "number")]) { cell in
                let dead = status?.dead ?? 0
                cell.element("span", String(dead), [("class", dead > 0 ? "danger" : nil)])
            }
            row.element("td") { cell in
                let settings = ReaderView.saved(search.name).path + "/settings"
                if !call.mayOpen(settings) { return }
                cell.element(
                    "a", cell.say(.edit),
                    [
                        ("href", cell.address(settings)),
                        ("aria-label", cell.say(.edit) + ": " + search.name),
                    ])
            }
        }
    }
}
