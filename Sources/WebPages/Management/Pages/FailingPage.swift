internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import Messages

/// A page with the feeds whose last fetch failed, grouped by reason and host, with the possible remedies. A single feed
/// or a whole group can be fetched again or paused.
struct FailingPage: Sendable {
    private let failing: FailingFeeds
    /// The feeds on this page.
    private let entries: [FailingFeeds.Entry]
    private let choice: FailingFeeds.Choice
    /// Whether the page is for a member of the library. Members do not see the details of failures.
    private let isOfMember: Bool
    /// The number of feeds in the choice, on all pages.
    private let total: Int
    /// The index of the page, from 0.
    private let number: Int
    private static let feedsOfPage = 100

    static let operations: [Operation] = [
        .page(
            "failingPage", "/failing", .read, "Failing feeds, with reasons and what to do",
            query: ["reason", "host", "page"]
        ) { call in
            let choice = FailingFeeds.Choice(reason: call.filled("reason"), host: call.filled("host"))
            let wanted = max(1, call.filled("page").flatMap { Int($0) } ?? 1) - 1
            let page = try await call.read { try FailingPage(choice, wanted, $0) }
            return page.response(call)
        },
        .form("refresh", .write, "Fetch feeds now") { call in
            let wanted = call.texts("feed").compactMap { Int64($0) }
            let (isForNew, isForAll) = (call.has("new"), wanted.isEmpty && !call.has("new"))
            let addresses = try await call.write { library -> [String] in
                if isForAll { return [] }
                let states =
                    isForNew
                    ? try library.store.allFetchStates().filter { $0.lastFetch == 0 }
                    : try wanted.map { try library.store.fetchState(of: $0) }
                try library.store.resetFetching(of: states.map(\.feed))
                return states.map(\.url)
            }
            if addresses.isEmpty, !isForAll { return "import?done=nothing" }
            return "jobs/" + (try call.startRefresh(addresses).id)
        },
        .form("failing", .write, "Fetch, pause or resume failing feeds, one or a group") { call in
            guard let (action, text) = Action.chosen(call) else { return nil }
            let addresses = try await call.write { library -> [String] in
                let chosen = try Self.entries(text, library)
                let feeds = chosen.map(\.state.feed)
                switch action {
                // Also fetch feeds that are no longer fetched automatically or are waiting for a retry.
                case _ where chosen.isEmpty: break
                case .retry: try library.store.resetFetching(of: feeds)
                case .pause, .resume: try library.subscriptions.pause(feeds, action == .pause)
                }
                return chosen.map(\.state.url)
            }
            if addresses.isEmpty { return call.here(done: "nothing") }
            if action == .retry { return "jobs/" + (try call.startRefresh(addresses).id) }
            return call.here(done: action == .pause ? "paused" : "resumed")
        },
    ]

    private enum Action: String, CaseIterable {
        case retry, pause, resume

        /// The action and the value of the button that was pressed.
        static func chosen(_ call: RequestContext) -> (Action, String)? {
            allCases.lazy.compactMap { action in call.text(action.rawValue).map { (action, $0) } }.first
        }
    }

    /// The feeds that a button's value refers to: `feed 12`, `reason 404`, `reason 404 example.org` or `all`.
    private static func entries(_ text: String, _ library: Library) throws -> [FailingFeeds.Entry] {
        let parts = text.split(separator: " ", maxSplits: 2).map(String.init)
        let failing = try FailingFeeds(library)
        if parts.first == "feed", parts.count == 2 {
            return failing.entries(of: .init()).filter { String($0.state.feed) == parts[1] }
        }
        var choice = FailingFeeds.Choice()
        if parts.first == "reason", parts.count > 1 {
            choice.reason = parts[1]
            choice.host = parts.count > 2 ? parts[2] : nil
        } else if text != "all" {
            return []
        }
        let isOfPaused = choice.reason == FailureReason.paused.key
        return failing.entries(of: choice).filter { ($0.reason == .paused) == isOfPaused }
    }

    private init(_ choice: FailingFeeds.Choice, _ wanted: Int, _ library: Library) throws {
        let failing = try FailingFeeds(library)
        // If the choice has become empty, for example because its feeds were paused, show all feeds.
        let choice = failing.count(of: choice) == 0 ? .init() : choice
        total = failing.count(of: choice)
        number = max(0, min(wanted, (total - 1) / Self.feedsOfPage))
        entries = failing.entries(of: choice, from: number * Self.feedsOfPage, count: Self.feedsOfPage)
        self.failing = failing
        self.choice = choice
        isOfMember = library.settings.isOfMember
    }

    // MARK: - Page

    private func response(_ call: RequestContext) -> HTTPResponse {
        call.answer(.failing) { page in
            done(call, &page)
            if failing.reasons.isEmpty {
                page.element("section", [("class", "card")]) { card in
                    card.element("p", card.say(.noneFailing), [("class", "empty")])
                    call.button(card.say(.fetchAll), "refresh", &card)
                }
                return
            }
            reasons(&page)
            if !call.mayWrite { return groups(call, &page) }
            // One form for all buttons keeps the page small.
            call.form("failing", &page, class: "failing") { form in
                if total > 0, choice == .init(), failing.reasons.contains(where: { $0.reason != .paused }) {
                    form.element("p", [("class", "buttons")]) { line in
                        action(.retry, "all", line.say(.retryAll), "", &line)
                    }
                }
                groups(call, &form)
            }
            parts(&page)
        }
    }

    private func done(_ call: RequestContext, _ page: inout HTMLPage) {
        let messages: [String: Message] = ["paused": .donePaused, "resumed": .doneResumed]
        guard call.refused == nil, let message = call.text("done").flatMap({ messages[$0] }) else { return }
        page.element("div", [("role", "status"), ("class", "done")]) { line in
            line.element("span", line.say(message))
            call.button(line.say(.undo), "undo", &line)
        }
    }

    /// Adds links to the feeds of each reason.
    private func reasons(_ page: inout HTMLPage) {
        let all = failing.reasons.reduce(0) { $0 + $1.count }
        page.element("nav", [("class", "reasons"), ("aria-label", page.say(.why))]) { nav in
            chip(nav.say(.failingAll), all, .init(), &nav)
            for (reason, count) in failing.reasons {
                chip(reason.title(nav.language), count, .init(reason: reason.key), &nav)
            }
            if let host = choice.host { chip(host, total, choice, &nav) }
        }
    }

    private func chip(_ text: String, _ count: Int, _ target: FailingFeeds.Choice, _ page: inout HTMLPage) {
        page.element(
            "a",
            [
                ("href", page.address(Self.address(target, 0))), ("class", "reason"),
                ("aria-current", target == choice ? "page" : nil),
            ]
        ) { link in
            link.element("bdi", text)
            link.element("span", " " + count.withSeparators, [("class", "pill")])
        }
    }

    private static func address(_ choice: FailingFeeds.Choice, _ number: Int) -> String {
        var fields: [(name: String, value: String)] = []
        if let reason = choice.reason { fields.append((name: "reason", value: reason)) }
        if let host = choice.host { fields.append((name: "host", value: host)) }
        if number > 0 { fields.append((name: "page", value: String(number + 1))) }
        return fields.isEmpty ? "failing" : "failing?" + FormEncoding.encode(fields)
    }

    private func groups(_ call: RequestContext, _ page: inout HTMLPage) {
        var rest = entries[...]
        while let first = rest.first {
            let group = rest.prefix { $0.reason == first.reason }
            rest = rest.dropFirst(group.count)
            page.element("section", [("class", "card")]) { write(group, first.reason, call, &$0) }
        }
    }

    private func write(
        _ entries: ArraySlice<FailingFeeds.Entry>, _ reason: FailureReason, _ call: RequestContext,
        _ page: inout HTMLPage
    ) {
        let (title, count) = (reason.title(page.language), failing.count(of: reason))
        page.element("h2") { head in
            head.text(title)
            head.element("span", " " + count.withSeparators, [("class", "pill")])
        }
        page.element("p", page.say(reason.advice))
        if count > 1, choice.host == nil { group("reason " + reason.key, count, title, reason, call, &page) }
        var rest = entries
        while let first = rest.first {
            let group = rest.prefix { $0.host == first.host }
            rest = rest.dropFirst(group.count)
            let ofHost = failing.count(of: first.host, reason)
            if ofHost > 1 { host(first.host, ofHost, reason, call, &page) }
            page.element("ul", [("class", "failures")]) { list in
                for entry in group { list.element("li") { write(entry, call, &$0) } }
            }
        }
    }

    private func host(
        _ host: String, _ count: Int, _ reason: FailureReason, _ call: RequestContext, _ page: inout HTMLPage
    ) {
        page.element("div", [("class", "host")]) { line in
            line.element("h3") { head in
                let target = Self.address(.init(reason: reason.key, host: host), 0)
                head.element("a", host, [("href", head.address(target))])
                head.element("span", " " + count.withSeparators, [("class", "pill")])
            }
            group("reason \(reason.key) \(host)", count, host, reason, call, &line)
        }
    }

    /// Adds the buttons for a group of feeds.
    private func group(
        _ value: String, _ count: Int, _ name: String, _ reason: FailureReason, _ call: RequestContext,
        _ page: inout HTMLPage
    ) {
        if !call.mayWrite { return }
        page.element("div", [("class", "buttons")]) { line in
            let shown = count.withSeparators
            if reason == .paused {
                action(.resume, value, line.say(.resumeMany, shown), name, &line)
            } else {
                action(.retry, value, line.say(.retryMany, shown), name, &line)
                action(.pause, value, line.say(.pauseMany, shown), name, &line)
            }
        }
    }

    private func action(_ action: Action, _ value: String, _ text: String, _ about: String, _ page: inout HTMLPage) {
        page.element(
            "button", text,
            [
                ("type", "submit"), ("name", action.rawValue), ("value", value),
                ("aria-label", about.isEmpty ? nil : text + ": " + about),
            ])
    }

    private func write(_ entry: FailingFeeds.Entry, _ call: RequestContext, _ page: inout HTMLPage) {
        let (state, title) = (entry.state, MaskedURL.mask(entry.state.title))
        page.element("div", [("class", "about")]) { box in
            box.element("a", title, [("href", box.address("feed/\(entry.state.feed)")), ("dir", "auto")])
            let address = MaskedURL.mask(entry.state.url)
            if address != title { box.element("span", address, [("class", "dim address")]) }
            box.element("small") { line in
                var facts: [String] = []
                let detail = detail(entry, line.language)
                if !detail.isEmpty { facts.append(detail) }
                if state.failures > 0 { facts.append(line.say(.failuresInARow, String(state.failures))) }
                facts.append(
                    state.lastSuccess > 0
                        ? line.say(.lastSuccess, call.dates.moment(state.lastSuccess)) : line.say(.neverFetched))
                if state.nextFetch > 0, !state.isGone, entry.reason != .paused {
                    facts.append(line.say(.nextFetch, call.dates.moment(state.nextFetch)))
                }
                line.text(facts.joined(separator: " · "))
            }
        }
        page.element("div", [("class", "buttons")]) { line in
            if call.mayWrite {
                let value = "feed \(entry.state.feed)"
                if entry.reason == .paused {
                    action(.resume, value, line.say(.resume), title, &line)
                } else {
                    action(.retry, value, line.say(.retryNow), title, &line)
                    action(.pause, value, line.say(.pause), title, &line)
                }
            }
            if entry.reason.suggestsAnotherFeed, !entry.host.isEmpty, call.mayWrite {
                link(.lookForFeeds, Self.search(entry.state.url), title, call, &line)
            }
            link(.settings, "feed/\(entry.state.feed)/settings", title, call, &line)
        }
    }

    /// The part of a failure's description that the title of its group does not contain.
    private func detail(_ entry: FailingFeeds.Entry, _ language: Language) -> String {
        let state = isOfMember ? entry.state.forMembers : entry.state
        let title = entry.reason.title(language)
        let kind = state.isGone ? "gone" : state.failureKind ?? ""
        // These reasons have a title that replaces the description, because the description names commands.
        if ["needsSignIn", "needsTwoFactor", "signInFailed", "noMainText"].contains(kind) { return "" }
        let text = FetchReason.text(kind: kind, detail: state.failureText ?? "", language)
        guard text.lowercased().hasPrefix(title.lowercased()) else { return text }
        return String(text.dropFirst(title.count).drop { ":（ ".contains($0) }).replacing("）", with: "")
    }

    private func link(
        _ text: Message, _ address: String, _ about: String, _ call: RequestContext, _ page: inout HTMLPage
    ) {
        if !call.mayOpen(address) { return }
        page.element(
            "a", page.say(text),
            [
                ("href", page.address(address)), ("class", "button"),
                ("aria-label", page.say(text) + ": " + about),
            ])
    }

    /// The page that looks for other feeds on a feed's site.
    private static func search(_ url: String) -> String {
        let scheme = url.hasPrefix("http:") ? "http://" : "https://"
        return "subscribe?" + FormEncoding.encode([(name: "url", value: scheme + (MaskedURL.host(url) ?? "") + "/")])
    }

    private func parts(_ page: inout HTMLPage) {
        if total <= Self.feedsOfPage { return }
        let first = number * Self.feedsOfPage
        page.element("nav", [("class", "buttons"), ("aria-label", page.say(.feeds))]) { line in
            if number > 0 {
                let address = Self.address(choice, number - 1)
                line.element("a", line.say(.formerFeeds), [("href", line.address(address)), ("class", "button")])
            }
            let last = first + entries.count
            line.element(
                "span",
                line.say(
                    .placesOf, (first + 1).withSeparators, last.withSeparators, total.withSeparators))
            if last < total {
                let address = Self.address(choice, number + 1)
                line.element("a", line.say(.furtherFeeds), [("href", line.address(address)), ("class", "button")])
            }
        }
    }
}

extension Int {
    /// The number with a comma between groups of three digits, as in English and Chinese.
    var withSeparators: String {
        var digits = String(magnitude)
        var place = digits.count - 3
        while place > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
            place -= 3
        }
        return (self < 0 ? "-" : "") + digits
    }
}
