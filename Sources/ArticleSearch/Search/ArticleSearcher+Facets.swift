package import Articles
internal import Formats
internal import SearchRanking

extension ArticleSearcher {
    /// Counts all articles that match a request by state, feed, folder, month and language.
    ///
    /// Exact, independent of `limit`, `sort` and `fold`: near-duplicates are counted too. With `auto`, counts what
    /// `search` would find.
    ///
    /// - Throws: as `search`.
    /// - Complexity: reads each match's row once.
    package func facets(for request: SearchRequest) throws -> Facets {
        try source.snapshot {
            try statistics.refresh()
            return try statistics.postings.orFullText { try allFacets(for: request) }
        }
    }

    /// The same within a snapshot.
    private func allFacets(for request: SearchRequest) throws -> Facets {
        var strict = try facets(for: request, request.match == .any ? .any : .all)
        if request.match == .auto, strict.total < Self.manyArticles, hasAlternatives(request) {
            strict = try facets(for: request, .alternatives)
        }
        guard request.match == .auto, strict.total == 0 else { return strict }
        var relaxed = Facets()
        if RelaxedQuery(request.query) != nil { relaxed = try facets(for: request, .anywhere) }
        if relaxed.total == 0 { relaxed = try facets(for: request, .any) }
        relaxed.relaxed = relaxed.total > 0
        return relaxed
    }

    private func facets(for request: SearchRequest, _ words: QueryCompiler.WordMatching) throws -> Facets {
        var compiler = try QueryCompiler(scope: self, request: request, words: words)
        var plan = try compiler.plan()
        guard !plan.isEmpty else { return Facets() }
        if words == .any, request.match == .auto {
            plan.coverage = coverage(request.query, plan, try RelevanceQuery(plan.scoredTexts, statistics))
        }
        let matcher = plan.patterns.isEmpty ? nil : try PatternMatcher(plan.patterns)
        let rows = try matchingArticles(plan)
        let filter = rows.map(ArticleFilter.articles) ?? plan.wholeCondition ?? .always
        var tally = FacetTally(utcOffset: request.utcOffset, now: request.now)
        if let matcher {
            var found: [FacetValues] = []
            try source.forEachFacet(where: filter) { found.append($0) }
            let isMatch = try matches(matcher, found.map(\.id))
            for (values, isMatch) in zip(found, isMatch) where isMatch { tally.add(values) }
        } else {
            try source.forEachFacet(where: filter) { tally.add($0) }
        }
        return tally.facets(feeds: try source.feeds(subscribedOnly: false))
    }
}

/// Running counts.
private struct FacetTally {
    private let utcOffset: @Sendable (Int64) -> Int
    private var feeds: [Int64: Int] = [:]
    private var unread = 0
    private var starred = 0
    private var languages: [String?: Int] = [:]
    private var months: [Int: Int] = [:]
    /// By days since 1970-01-01; only the last days.
    private var days: [Int: Int] = [:]
    private let firstDay: Int
    private static let countedDays = 400
    /// The month (year × 12 + month - 1) and the day of each quarter-hour: UTC offsets change only at its boundaries.
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
