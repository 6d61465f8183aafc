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
    /// The plot of the matches; nil if counting took too long.
    private let plot: TrendPlot?
    /// The condition to try, and its result.
    private let tried: String?
    private let trial: TrendPlot?
    private let triedMistake: String?
    private let mistake: String?
    /// Whether the client may see and change the alerts and the feed address, which are the owner's.
    private let isOfOwner: Bool
    private let feedSecret: String?
    private static let shownDeliveries = 20
    private static let timeLimit = Duration.seconds(1)
    private static let shownEvents = 20

    init(_ name: String, _ call: RequestContext) async throws {
        struct Found: Sendable {
            var search: SavedSearch
            var status: AlertStatus?
            var log: [AlertLogEntry] = []
            var plot: TrendPlot?
            var trial: TrendPlot?
            var triedMistake: String?
            var mistake: String?
        }
        let language = call.language
        let tried = call.filled("try")
        let step = call.filled("by").flatMap(PlotStep.init(rawValue:))
        let found = try await call.read { library -> Found in
            guard let search = try library.savedSearches.named(name) else { throw StorageError.noSuchSavedSearch(name) }
            var found = Found(search: search.forClients)
            found.status = try library.alerts.status().first { $0.search.id == search.id }?.forClients
            found.log = try library.alerts.log(of: name, limit: Self.shownDeliveries)
            do {
                found.plot = try library.trends.plot(of: search, by: step, until: .after(Self.timeLimit))
            } catch SearchError.deadlineExceeded {
            } catch { found.mistake = Problem(error, language).text(in: language) }
            guard let tried, found.mistake == nil else { return found }
            do {
                found.trial = try library.trends.trial(
                    of: library.parse(search.query), library.trends.condition(tried), until: .after(Self.timeLimit))
            } catch { found.triedMistake = Problem(error, language).text(in: language) }
            return found
        }
        self.tried = tried
        trial = found.trial
        triedMistake = found.triedMistake
        search = found.search
        status = found.status
        log = found.log
        plot = found.plot
        mistake = found.mistake
        let library = call.library.number
        isOfOwner = call.mayPost("feed-address")
        feedSecret = try await isOfOwner ? call.ask { try $0.feedSecret(of: library) } : nil
    }

    func response(_ call: RequestContext) -> HTTPResponse {
        call.answer(.saved, search.name) { page in
            page.element("p", [("class", "buttons")]) { line in
                line.element(
                    "a", line.say(.openSearch),
                    [("href", line.address(ReaderView.saved(search.name).path)), ("class", "button")])
            }
            let settings = ReaderView.saved(search.name).path + "/settings"
            if isOfOwner || search.rule == nil { edit(settings, call, &page) }
            if !isOfOwner, search.rule != nil { page.element("p", page.say(.memberSearchHelp), [("class", "dim")]) }
            overTime(call, &page)
            trying(call, &page)
            if isOfOwner { deliveries(call, &page) }
            book(&page)
            if isOfOwner { address(call, &page) }
            if !isOfOwner, search.rule != nil { return }
            page.card(page.say(.forgetSearch)) { card in
                call.button(
                    card.say(.forgetSearch), "unsave", with: [("name", search.name)], class: "dangerous", &card)
            }
        }
    }

    private func edit(_ settings: String, _ call: RequestContext, _ page: inout HTMLPage) {
        call.form("save-search", &page, class: "sheet", with: [("name", search.name)], next: settings) { form in
            form.element("section", [("class", "card")]) { card in
                card.field(
                    card.say(.query), "query", search.query, help: card.say(.manageQueryHelp), isRequired: true,
                    [("autocomplete", "off"), ("spellcheck", "false")])
                card.field(card.say(.comment), "comment", search.comment)
                AlertFields.color(search.color, &card)
            }
            if isOfOwner { AlertFields.write(search.rule, &form) }
            form.submit(form.say(.save))
        }
    }

    private func book(_ page: inout HTMLPage) {
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
    }

    /// Adds the plot of the matches, with links for days, weeks and months.
    private func overTime(_ call: RequestContext, _ page: inout HTMLPage) {
        page.card(page.say(.overTime)) { card in
            if let mistake {
                card.element("p", mistake, [("role", "alert")])
                return
            }
            guard let plot else {
                card.element("p", card.say(.tookTooLong), [("class", "dim")])
                return
            }
            let settings = card.address(ReaderView.saved(search.name).path + "/settings")
            let names: [(PlotStep, Message)] = [(.day, .plotByDay), (.week, .plotByWeek), (.month, .plotByMonth)]
            card.element("p", [("class", "plot-steps")]) { line in
                for (step, name) in names {
                    line.element(
                        "a", line.say(name),
                        [
                            ("href", settings + "?by=" + step.rawValue),
                            ("aria-current", step == plot.step ? "true" : nil),
                        ])
                }
            }
            draw(plot, call, &card)
        }
    }

    /// Adds a form that shows when a condition would have been met in the last 365 days.
    private func trying(_ call: RequestContext, _ page: inout HTMLPage) {
        page.card(page.say(.tryCondition)) { card in
            card.element("p", card.say(.tryConditionHelp), [("class", "dim")])
            let settings = card.address(ReaderView.saved(search.name).path + "/settings")
            card.element("form", [("method", "get"), ("action", settings), ("class", "sheet")]) { form in
                form.field(
                    form.say(.condition), "try", tried ?? search.rule?.condition, help: form.say(.conditionExamples),
                    isRequired: true, [("autocomplete", "off"), ("spellcheck", "false")])
                form.submit(form.say(.showTrial), isPrimary: false)
            }
            if let triedMistake { card.element("p", triedMistake, [("role", "alert"), ("class", "form-mistake")]) }
            guard let trial, let text = trial.condition?.text else { return }
            let days = String(Trends.trialDays)
            let result =
                trial.events.isEmpty
                ? card.say(.trendNever, text, days) : card.say(.trendTrial, text, String(trial.events.count), days)
            card.element("p", result, [("role", "status")])
            draw(trial, call, &card)
        }
    }

    /// Adds a plot and the newest events.
    private func draw(_ plot: TrendPlot, _ call: RequestContext, _ page: inout HTMLPage) {
        let names = [plot.bars.first?.start ?? "", plot.bars.last?.start ?? ""]
        let caption = page.say(.trendPlotTitle, search.name, String(plot.total), names[0], names[1])
        Plot.columns(
            caption, [page.say(.day), page.say(.articles)],
            plot.bars.map { bar in
                Plot.Bar(
                    name: bar.start, value: bar.articles, threshold: bar.threshold,
                    event: bar.events == 0 ? nil : page.say(.trendAlerts, String(bar.events)))
            }, &page)
        if plot.events.isEmpty { return }
        page.element("h3", page.say(.trendEvents))
        page.element("ul", [("class", "plain-list")]) { list in
            for event in plot.events.suffix(Self.shownEvents).reversed() {
                list.element("li", event.text(call.language) { call.dates.full($0) }, [("dir", "auto")])
            }
            let rest = plot.events.count - Self.shownEvents
            if rest > 0 { list.element("li", list.say(.trendEventsMore, String(rest))) }
        }
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
                    row.count(entry.trend?.event.articles ?? entry.articles.count)
                    row.cells(
                        [entry.trend.map { $0.text(call.language) }, entry.delivery.failure]
                            .compactMap(\.self).joined(separator: "; "))
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
