internal import Accounts
internal import Articles
internal import FeedLibrary
internal import HTTPServer
internal import HTTPService
internal import Messages
internal import Pipelines

/// The page of one saved search, with its query, its alerts and their deliveries, recent matches, and the address of
/// its feed.
struct SavedSearchPage {
    private let search: SavedSearch
    private let status: AlertStatus?
    private let log: [AlertLogEntry]
    /// The number of matches on each of the last days; nil if counting took too long.
    private let days: [DayCount]?
    private let mistake: String?
    private let feedSecret: String?
    private static let shownDeliveries = 20
    static let days = 30

    init(_ name: String, _ call: RequestContext) async throws {
        struct Found: Sendable {
            var search: SavedSearch
            var status: AlertStatus?
            var log: [AlertLogEntry] = []
            var days: [DayCount]?
            var mistake: String?
        }
        let language = call.language
        let found = try await call.read { library -> Found in
            guard let search = try library.savedSearches.named(name) else { throw StorageError.noSuchSavedSearch(name) }
            var found = Found(search: search.forClients)
            found.status = try library.alerts.status().first { $0.search.id == search.id }?.forClients
            found.log = try library.alerts.log(of: name, limit: Self.shownDeliveries)
            do {
                found.days = try DailyArticles.counted(
                    in: library, matching: search.query, days: Self.days, within: .seconds(1))?.days
            } catch { found.mistake = UserFacingError(error, language: language).text }
            return found
        }
        search = found.search
        status = found.status
        log = found.log
        days = found.days
        mistake = found.mistake
        let library = call.library.number
        feedSecret = try await call.ask { try $0.feedSecret(of: library) }
    }

    func response(_ call: RequestContext) -> HTTPResponse {
        call.answer(.saved, search.name) { page in
            page.element("p", [("class", "buttons")]) { line in
                line.element(
                    "a", line.say(.openSearch),
                    [("href", line.address(ReaderView.saved(search.name).path)), ("class", "button")])
            }
            let settings = ReaderView.saved(search.name).path + "/settings"
            call.form("save-search", &page, class: "sheet", with: [("name", search.name)], next: settings) { form in
                form.element("section", [("class", "card")]) { card in
                    card.field(
                        card.say(.query), "query", search.query, help: card.say(.manageQueryHelp), isRequired: true,
                        [("autocomplete", "off"), ("spellcheck", "false")])
                    card.field(card.say(.comment), "comment", search.comment)
                    preview(&card)
                }
                AlertFields.write(search.rule, &form)
                form.submit(form.say(.save))
            }
            deliveries(call, &page)
            page.card(page.say(.digestBook), page.say(.digestBookHelp)) { card in
                card.element("p", [("class", "buttons")]) { line in
                    for days in [7, 30] {
                        line.element(
                            "a", line.say(.digestBookDays, String(days)),
                            [
                                (
                                    "href",
                                    line.address(ReaderView.saved(search.name).path + "/digest.epub?days=\(days)")
                                ),
                                ("class", "button"), ("download", ""),
                            ])
                    }
                }
            }
            address(call, &page)
            page.card(page.say(.forgetSearch)) { card in
                call.button(
                    card.say(.forgetSearch), "unsave", with: [("name", search.name)], class: "dangerous", &card)
            }
        }
    }

    private func preview(_ page: inout HTMLPage) {
        if let mistake {
            page.element("p", mistake, [("role", "alert")])
            return
        }
        guard let days else {
            page.element("p", page.say(.tookTooLong), [("class", "dim")])
            return
        }
        let sum = days.reduce(0) { $0 + $1.articles }
        Plot.columns(
            page.say(.foundInDays, String(sum), String(Self.days)), [page.say(.day), page.say(.articles)],
            days.map { Plot.Bar(name: $0.day, value: $0.articles) }, &page)
    }

    private func deliveries(_ call: RequestContext, _ page: inout HTMLPage) {
        guard let status else { return }
        page.card(page.say(.deliveries)) { card in
            if let reason = status.rule.disabled {
                card.element("p", "! " + card.say(.alertsOff, reason), [("class", "danger")])
            }
            card.element("div", [("class", "buttons")]) { line in
                call.button(line.say(.sendTest), "test-alert", with: [("name", search.name)], &line)
                if status.dead + status.undelivered > 0 {
                    call.button(line.say(.retryDeliveries), "retry-alerts", with: [("name", search.name)], &line)
                }
            }
            if log.isEmpty {
                card.element("p", card.say(.noDeliveries), [("class", "dim")])
            } else {
                table(call, &card)
            }
        }
    }

    private func table(_ call: RequestContext, _ page: inout HTMLPage) {
        page.table(
            page.say(.deliveries),
            [page.say(.begun), page.say(.state), page.say(.articles), page.say(.why)],
            numbers: [2]
        ) { rows in
            for entry in log {
                rows.element("tr") { row in
                    let state: Message =
                        switch entry.delivery.state {
                        case .waiting: .deliveryWaiting
                        case .delivered: .deliveryDone
                        case .dead: .deliveryDead
                        }
                    row.element("th", [("scope", "row"), ("class", "when")]) {
                        $0.moment(entry.delivery.created, call.dates)
                    }
                    row.cells(row.say(state))
                    row.count(entry.articles.count)
                    row.cells(entry.delivery.failure ?? "")
                }
            }
        }
    }

    private func address(_ call: RequestContext, _ page: inout HTMLPage) {
        page.card(page.say(.asFeed)) { card in
            if let feedSecret {
                card.element("p", card.say(.asFeedHelp))
                let address = call.base + "/feeds/\(feedSecret)/" + ReaderView.saved(search.name).path
                card.element("ul", [("class", "plain-list")]) { list in
                    for form in ["atom", "rss", "json"] {
                        list.element("li") { $0.element("code", address + "." + form) }
                    }
                }
                card.element("p", card.say(.digestFeedHelp))
                card.element("ul", [("class", "plain-list")]) { list in
                    for period in Digests.Period.allCases {
                        let name = ReaderView.saved(search.name).path.dropFirst("saved/".count)
                        let digests = call.base + "/feeds/\(feedSecret)/digest/\(period.rawValue)/\(name).atom"
                        list.element("li") { $0.element("code", digests) }
                    }
                }
                call.button(card.say(.renewAddress), "feed-address", &card)
            } else {
                card.element("p", card.say(.noFeedAddress))
                call.button(card.say(.makeAddress), "feed-address", &card)
            }
        }
    }
}
