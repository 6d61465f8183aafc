internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import Messages
internal import Pipelines
internal import System

/// A page of statistics about arriving and read articles, feeds, and the size of the store.
struct StatisticsPage: Sendable {
    private static let days = 30
    private static let shownFeeds = 20
    /// The maximum number of read articles that a day's link lists.
    private static let listedArticles = 100
    /// The time limit for each of the two statistics that read many articles.
    private static let timeLimit = Duration.milliseconds(900)

    private let feeds: [Feed]
    private let states: [FeedFetchState]
    private let failing: [FeedFetchState]
    private let options: [Int64: FeedOptions]
    private let byDay: DailyArticles?
    private let reading: [ReadingDay]
    /// The number of read articles by feed address; nil if counting took too long.
    private let readByFeed: [String: Int]?
    /// The statistics of the store; nil if reading them took too long.
    private let store: StoreStatistics?
    private let fileBytes: Int
    private let defaultKeep: String?
    private let feedDefaults: FeedDefaults

    static let operations: [Operation] = [
        .page("statisticsPage", "/statistics", .read, "Articles per day and by feed, reading, size, feed health") {
            call in
            let page = try await call.read { try StatisticsPage($0) }
            return page.response(call)
        }
    ]

    private init(_ library: Library) throws {
        feeds = try library.store.feeds()
        states = try library.store.allFetchStates()
        failing = try library.store.failingFeeds()
        options = try library.store.allOptions()
        byDay = try DailyArticles.counted(in: library, matching: nil, days: Self.days, within: Self.timeLimit)
        reading = try library.reading.days(Self.days)
        readByFeed = try Self.feeds(of: reading, library)
        store = try? library.store.until(.after(Self.timeLimit)) { try library.store.storeStatistics() }
        fileBytes = FileSystem.byteCount(library.store.location) ?? 0
        defaultKeep = library.settings.defaultKeep
        feedDefaults = library.settings.feedDefaults
    }

    /// Counts read articles by feed. Articles that no longer exist are not counted.
    private static func feeds(of days: [ReadingDay], _ library: Library) throws -> [String: Int]? {
        let deadline = Deadline.after(timeLimit)
        var counts: [String: Int] = [:]
        for day in days {
            if deadline.isReached { return nil }
            try library.store.forEachArticle(day.articles, withTexts: false) { counts[$0.feed, default: 0] += 1 }
        }
        return counts
    }

    private func response(_ call: RequestContext) -> HTTPResponse {
        call.answer(.statistics) { page in
            figures(&page)
            page.element("div", [("class", "plots")]) { plots in
                perDay(&plots)
                readPerDay(&plots)
            }
            byFeed(&page)
            readByFeed(&page)
            whatIsRead(&page)
            health(call, &page)
            retention(&page)
        }
    }

    private func figures(_ page: inout HTMLPage) {
        let articles = store?.articles ?? feeds.reduce(0) { $0 + $1.articles }
        page.element("dl", [("class", "figures")]) { list in
            for (name, value) in [
                (Message.articles, String(articles)),
                (.unread, String(store?.unread ?? feeds.reduce(0) { $0 + $1.unread })),
                (.starred, store.map { String($0.starred) } ?? "-"), (.feeds, String(feeds.count)),
                (.fileSize, ByteCount.text(store?.bytes ?? fileBytes)),
                (.indexSize, store.map { ByteCount.text($0.indexBytes) } ?? "-"),
            ] {
                list.element("div") { group in
                    group.element("dt", group.say(name))
                    group.element("dd", value)
                }
            }
        }
    }

    private func perDay(_ page: inout HTMLPage) {
        page.card(page.say(.articlesADay)) { page in
            guard let byDay else {
                page.element("p", page.say(.tookTooLong), [("class", "dim")])
                return
            }
            let sum = byDay.days.reduce(0) { $0 + $1.articles }
            Plot.columns(
                page.say(.articlesInDays, String(sum), String(Self.days)), [page.say(.day), page.say(.articles)],
                byDay.days.map { Plot.Bar(name: $0.day, value: $0.articles) }, &page)
        }
    }

    /// Adds the number of articles read per day. Each day links to the articles read on that day.
    private func readPerDay(_ page: inout HTMLPage) {
        page.card(page.say(.readADay)) { page in
            let sum = reading.reduce(0) { $0 + $1.articles.count }
            if sum == 0 {
                page.element("p", page.say(.nothingReadYet), [("class", "empty")])
                return
            }
            Plot.columns(
                page.say(.readInDays, String(sum), String(Self.days)), [page.say(.day), page.say(.readCount)],
                reading.map { day in
                    let numbers = day.articles.suffix(Self.listedArticles).reversed().map { String($0) }
                    return Plot.Bar(
                        name: day.day, value: day.articles.count,
                        address: numbers.isEmpty ? nil : "recent?articles=" + numbers.joined(separator: ","))
                }, &page)
            page.element("p", page.say(.readHelp), [("class", "dim")])
        }
    }

    private func readByFeed(_ page: inout HTMLPage) {
        guard let readByFeed, !readByFeed.isEmpty else { return }
        let known = Dictionary(feeds.map { ($0.url, $0) }, uniquingKeysWith: { first, _ in first })
        page.card(page.say(.readByFeed)) { page in
            Plot.rows(
                page.say(.readByFeedInDays, String(Self.days)), [page.say(.feed), page.say(.readCount)],
                readByFeed.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.shownFeeds).map {
                    url, count in
                    Plot.Bar(
                        name: MaskedURL.mask(known[url]?.displayTitle ?? url), value: count,
                        address: known[url].map { "feed/\($0.id)" })
                }, &page)
        }
    }

    private func byFeed(_ page: inout HTMLPage) {
        guard let byDay, !byDay.feeds.isEmpty else { return }
        let numbers = Dictionary(feeds.map { ($0.url, $0.id) }, uniquingKeysWith: { first, _ in first })
        page.card(page.say(.byFeed)) { page in
            Plot.rows(
                page.say(.byFeedInDays, String(Self.days)), [page.say(.feed), page.say(.articles)],
                byDay.feeds.prefix(Self.shownFeeds).map { count in
                    Plot.Bar(
                        name: MaskedURL.mask(count.title ?? count.value), value: count.articles,
                        address: numbers[count.value].map { "feed/\($0)" })
                }, &page)
        }
    }

    private func whatIsRead(_ page: inout HTMLPage) {
        let largest = feeds.filter { $0.articles > 0 }.sorted { $0.articles > $1.articles }
        if largest.isEmpty { return }
        page.card(page.say(.whatIsRead)) { page in
            Plot.rows(
                page.say(.whatIsRead), [page.say(.feed), page.say(.articles), page.say(.readCount)],
                largest.prefix(Self.shownFeeds).map { feed in
                    Plot.Bar(
                        name: MaskedURL.mask(feed.displayTitle), value: feed.articles,
                        part: max(0, feed.articles - feed.unread), address: "feed/\(feed.id)")
                }, &page)
        }
    }

    private func health(_ call: RequestContext, _ page: inout HTMLPage) {
        page.card(page.say(.health)) { page in
            let paused = feeds.count(where: \.isPaused)
            let never = states.count { $0.lastFetch == 0 }
            let failingOnes = Set(failing.map(\.feed))
            let fine = states.count { $0.lastSuccess > 0 && !failingOnes.contains($0.feed) }
            Plot.rows(
                page.say(.health), [page.say(.state), page.say(.feeds)],
                [
                    Plot.Bar(name: page.say(.healthy), value: fine),
                    Plot.Bar(name: page.say(.failingFeeds), value: failing.count, address: "failing"),
                    Plot.Bar(name: page.say(.notYetFetched), value: never),
                    Plot.Bar(name: page.say(.pausedFeeds), value: paused),
                ], &page)
            var kinds: [FailureReason: Int] = [:]
            for state in failing { kinds[FailureReason(state), default: 0] += 1 }
            if kinds.isEmpty { return }
            Plot.rows(
                page.say(.why), [page.say(.why), page.say(.feeds)],
                kinds.sorted { ($1.value, $0.key.key) < ($0.value, $1.key.key) }.map { reason, count in
                    Plot.Bar(
                        name: reason.title(call.language), value: count,
                        address: "failing?" + FormEncoding.encode([(name: "reason", value: reason.key)]))
                }, &page)
        }
    }

    private func retention(_ page: inout HTMLPage) {
        page.card(page.say(.retention)) { page in
            page.element("p", page.say(.keptOfAll, defaultKeep ?? page.say(.everything)))
            if let number = feedDefaults.keepRead { page.element("p", page.say(.readKeptOfAll, String(number))) }
            if let number = feedDefaults.keepUnread { page.element("p", page.say(.unreadKeptOfAll, String(number))) }
            let own = feeds.filter { options[$0.id]?.hasOwnLimits == true }
            if own.isEmpty { return }
            page.element("p", page.say(.ownLimits, String(own.count)))
            page.element("ul", [("class", "plain-list")]) { list in
                for feed in own.prefix(Self.shownFeeds) {
                    list.element("li") { item in
                        item.element(
                            "a", MaskedURL.mask(feed.displayTitle), [("href", item.address("feed/\(feed.id)/settings"))]
                        )
                    }
                }
            }
        }
    }
}

extension FeedOptions {
    fileprivate var hasOwnLimits: Bool { limits != nil || keepUnread != nil || keepRead != nil }
}
