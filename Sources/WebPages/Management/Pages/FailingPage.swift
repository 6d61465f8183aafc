internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import Messages

/// A page with the feeds whose last fetch failed. For each feed, it shows the reason, the time since when fetches fail,
/// and the possible remedies.
enum FailingPage {
    static let operations: [Operation] = [
        .page("failingPage", "/failing", .read, "Failing feeds, with reasons and what to do") { call in
            let failing = try await call.read { library in
                let numbers = Dictionary(
                    try library.store.feeds().map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
                return try library.store.failingFeeds().compactMap { state in numbers[state.feed].map { (state, $0) } }
            }
            return page(failing, call)
        },
        .form("refresh", .write, "Fetch feeds now") { call in
            let wanted = call.texts("feed").compactMap { Int64($0) }
            let onlyFailing = call.has("failing")
            let addresses = try await call.write { library -> [String] in
                let feeds = try library.store.feeds()
                let failing = onlyFailing ? Set(try library.store.failingFeeds().map(\.feed)) : []
                let chosen = feeds.filter { wanted.contains($0.id) || failing.contains($0.id) }
                // Also fetch feeds that are no longer fetched or are waiting for a retry.
                for feed in chosen { try library.store.resetFetching(of: feed.id) }
                return chosen.map(\.url)
            }
            if addresses.isEmpty, onlyFailing || !wanted.isEmpty { return "failing?done=nothing" }
            return "jobs/" + (try call.startRefresh(addresses).id)
        },
        .form("pause-feed", .write, "Pause or resume a feed") { call in
            let number = try call.requiredNumber("feed")
            let isPaused = call.has("paused")
            try await call.write { library in
                var edit = SubscriptionEdit()
                edit.isPaused = isPaused
                try library.subscriptions.edit(FeedSettingsPage.feed(number, library), edit)
            }
            return nil
        },
    ]

    private static func page(_ failing: [(FeedFetchState, Feed)], _ call: RequestContext) -> HTTPResponse {
        call.answer(.failing) { page in
            if failing.isEmpty {
                page.element("p", page.say(.noneFailing), [("class", "empty")])
                call.button(page.say(.fetchAll), "refresh", &page)
                return
            }
            call.button(page.say(.retryAll), "refresh", with: [("failing", "1")], class: "primary", &page)
            for (state, feed) in failing {
                page.element("section", [("class", "card")]) { card in write(state, feed, call, &card) }
            }
        }
    }

    private static func write(
        _ state: FeedFetchState, _ feed: Feed, _ call: RequestContext, _ page: inout HTMLPage
    ) {
        let title = MaskedURL.mask(feed.displayTitle)
        page.element("h2") { $0.element("a", title, [("href", $0.address("feed/\(feed.id)"))]) }
        page.element("p", MaskedURL.mask(feed.url), [("class", "dim address")])
        let kind = state.isGone ? "gone" : state.failureKind ?? ""
        page.element("p", [("class", "danger")]) { line in
            line.text("! " + FetchReason.text(kind: kind, detail: state.failureText ?? "", call.language))
        }
        page.element("p", page.say(advice(kind)))
        page.element("p", [("class", "dim")]) { line in
            var facts: [String] = []
            if state.failures > 0 { facts.append(line.say(.failuresInARow, String(state.failures))) }
            facts.append(
                state.lastSuccess > 0
                    ? line.say(.lastSuccess, call.time(state.lastSuccess)) : line.say(.neverFetched))
            if state.nextFetch > 0, !state.isGone { facts.append(line.say(.nextFetch, call.time(state.nextFetch))) }
            line.text(facts.joined(separator: " · "))
        }
        page.element("div", [("class", "buttons")]) { line in
            let about = ": " + title
            call.button(
                line.say(.retryNow), "refresh", with: [("feed", String(feed.id))],
                label: line.say(.retryNow) + about,
                &line)
            if !feed.isPaused {
                call.button(
                    line.say(.pause), "pause-feed", with: [("feed", String(feed.id)), ("paused", "1")],
                    label: line.say(.pause) + about, &line)
            }
            line.element(
                "a", line.say(.settings),
                [
                    ("href", line.address("feed/\(feed.id)/settings")), ("class", "button"),
                    ("aria-label", line.say(.settings) + about),
                ])
        }
    }

    private static func advice(_ kind: String) -> Message {
        switch kind {
        case "dns", "connect", "timeout", "proxy": .adviceNetwork
        case "tls": .adviceTLS
        case "needsSignIn": .adviceSignIn
        case "httpStatus", "challenge": .adviceStatus
        case "notAFeed", "badAnswer", "badRedirect", "tooManyRedirects": .adviceNotAFeed
        case "gone": .adviceGone
        case "noItems", "noFields", "noMainText": .adviceRecipe
        case "refused", "unconfirmed": .adviceRefused
        default: .adviceOther
        }
    }
}
