package import Articles
internal import FeedParsing
internal import Formats
internal import System

/// The articles that the user read on one day, in the time zone of the library.
package struct ReadingDay: Sendable {
    /// The date, for example `2026-03-01`.
    package var day: String
    /// The articles in the order in which they were read.
    package var articles: [ArticleID]
}

/// Records which articles the user read on which day (docs/decisions/0017).
extension ReadingState {
    /// The maximum number of read articles that are recorded for a day.
    package static let maxReadADay = 2_000
    /// The maximum number of articles that count as read by the user if they are marked at once. An app that was
    /// offline sends its changes together, but larger numbers are not individual reading.
    static let maxReadAtOnce = 50
    /// The maximum age of recorded days; older days are deleted.
    private static let maxDays = 400

    /// The last `count` days up to today, ascending; days without a read article are included.
    package func days(_ count: Int) throws -> [ReadingDay] {
        let today = localDay
        return try (0..<count).reversed().map { ago in
            let day = Self.name(today - ago)
            return ReadingDay(day: day, articles: try articles(readOn: day))
        }
    }

    /// Adds articles to today's list of read articles, or removes them from the list if they were marked unread.
    func note(_ articles: [ArticleID], read: Bool) throws {
        if articles.isEmpty { return }
        let day = Self.name(localDay)
        let known = try self.articles(readOn: day)
        if known.isEmpty, read { try forgetOldDays() }
        let changed = Set(articles)
        var kept = known.filter { !changed.contains($0) }
        if read { kept += articles.prefix(max(0, Self.maxReadADay - kept.count)) }
        if kept == known { return }
        var writer = JSONWriter()
        writer.array(kept) { $0.number($1) }
        try store.setClientState(kept.isEmpty ? nil : writer.bytes, of: Self.prefix + day)
    }

    private static let prefix = "reading/"

    private func articles(readOn day: String) throws -> [ArticleID] {
        guard let state = try store.clientState(of: Self.prefix + day) else { return [] }
        return JSONValue.parse(state)?.array?.compactMap(\.integer) ?? []
    }

    private func forgetOldDays() throws {
        let oldest = Self.prefix + Self.name(localDay - Self.maxDays)
        for state in try store.clientStates(prefix: Self.prefix) where state.client < oldest {
            try store.setClientState(nil, of: state.client)
        }
    }

    /// The current local day, as a number of days since 1970.
    private var localDay: Int { CivilTime(unixSeconds: clock.now(), utcOffset: clock.secondsEastOfUTC).day }

    private static func name(_ day: Int) -> String { String(CivilTime.rfc3339(Int64(day) * 86_400).prefix(10)) }
}
