internal import Articles
internal import Formats

/// Running counts of the properties of articles, for facets.
struct FacetTally {
    private let utcOffset: @Sendable (Int64) -> Int
    private var feeds: [Int64: Int] = [:]
    private var unread = 0
    private var starred = 0
    private var languages: [String?: Int] = [:]
    private var months: [Int: Int] = [:]
    /// Counts by days since 1970-01-01, for the most recent days only.
    private var days: [Int: Int] = [:]
    private let firstDay: Int
    private static let countedDays = 400
    /// The month (year × 12 + month - 1) and the day of each quarter-hour. UTC offsets change only at quarter-hours.
    private var dayOfQuarter: [Int64: (month: Int, day: Int)] = [:]

    init(utcOffset: @escaping @Sendable (Int64) -> Int, now: Int64) {
        self.utcOffset = utcOffset
        firstDay = CivilTime(unixSeconds: CivilTime.bounded(seconds: now), utcOffset: utcOffset).day - Self.countedDays
    }

    mutating func add(_ values: FacetValues) {
        feeds[values.feed, default: 0] += 1
        if !values.read { unread += 1 }
        if values.starred { starred += 1 }
        languages[values.language, default: 0] += 1
        let (month, day) = day(of: values.date)
        months[month, default: 0] += 1
        if day > firstDay { days[day, default: 0] += 1 }
    }

    /// Adds the counts of other articles.
    mutating func add(_ other: FacetTally) {
        feeds.merge(other.feeds, uniquingKeysWith: +)
        unread += other.unread
        starred += other.starred
        languages.merge(other.languages, uniquingKeysWith: +)
        months.merge(other.months, uniquingKeysWith: +)
        days.merge(other.days, uniquingKeysWith: +)
    }

    private mutating func day(of date: Int64) -> (month: Int, day: Int) {
        let quarter = date >= 0 ? date / 900 : -((-(date + 1)) / 900) - 1
        if let known = dayOfQuarter[quarter] { return known }
        if dayOfQuarter.count > 100_000 { dayOfQuarter.removeAll() }
        // Bounds a malformed date, so that the arithmetic cannot overflow.
        let time = CivilTime(unixSeconds: CivilTime.bounded(seconds: date), utcOffset: utcOffset)
        let found = (month: time.date.year * 12 + time.date.month - 1, day: time.day)
        dayOfQuarter[quarter] = found
        return found
    }

    func facets(feeds known: [Feed]) -> Facets {
        var out = Facets()
        out.total = feeds.values.reduce(0, +)
        (out.unread, out.starred) = (unread, starred)
        var folders: [String: Int] = [:]
        for feed in known {
            guard let count = feeds[feed.id] else { continue }
            let title = feed.displayTitle
            out.feeds.append(.init(value: feed.url, title: title == feed.url ? nil : title, articles: count))
            let paths = feed.folders.flatMap { path in path.indices.map { path[...$0].joined(separator: "/") } }
            for path in Set(paths) { folders[path, default: 0] += count }
        }
        out.feeds.sort(by: Self.precedes)
        out.folders = folders.map { Facets.Count(value: $0, articles: $1) }.sorted(by: Self.precedes)
        out.months = months.sorted { $0.key < $1.key }.map { .init(value: Self.name(month: $0), articles: $1) }
        out.days = days.sorted { $0.key < $1.key }.map { .init(value: Self.name(day: $0), articles: $1) }
        out.languages = languages.map { Facets.Count(value: $0 ?? "und", articles: $1) }.sorted(by: Self.precedes)
        return out
    }

    /// `2024-01`
    private static func name(month number: Int) -> String {
        let date = CivilDate(year: number / 12, month: number % 12 + 1, day: 1)
        return String(CivilTime.minute(CivilTime(date).seconds).prefix(7))
    }

    /// `2024-01-31`
    private static func name(day: Int) -> String { String(CivilTime.minute(Int64(day) * 86_400).prefix(10)) }

    private static func precedes(_ a: Facets.Count, _ b: Facets.Count) -> Bool {
        a.articles != b.articles ? a.articles > b.articles : a.value < b.value
    }
}
