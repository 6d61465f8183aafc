public import Articles
internal import Messages
public import Pipelines
public import QueryLanguage
internal import System

/// The numbers of articles of saved searches over time.
public struct Trends: LibraryPart {
    let library: Library

    /// The number of days for which a condition is tried.
    public static let trialDays = 365

    /// The plot of a query.
    ///
    /// - Parameters:
    ///   - condition: the condition whose threshold and events are part of the plot.
    ///   - step: nil for bars as long as the period of the condition.
    ///   - bars: the number of bars; nil for the default of the step.
    ///   - deadline: the time limit of the search.
    /// - Throws: the errors of a search.
    public func plot(
        of query: Query, _ condition: TrendCondition?, by step: PlotStep? = nil, bars: Int? = nil,
        until deadline: Deadline = .never
    ) throws -> TrendPlot {
        let step = step ?? PlotStep.fitting(condition)
        let now = clock.now()
        let dates = try store.until(deadline) {
            try store.datesOfMatches(query, since: .min, now: now, utcOffset: clock.secondsEastOfUTC)
        }
        let titles =
            condition?.isPerFeed == true
            ? Dictionary(uniqueKeysWithValues: try store.feeds(subscribedOnly: false).map { ($0.id, $0.displayTitle) })
            : [:]
        return TrendPlot(
            of: dates, condition, step: step, bars: bars ?? step.bars, now: now, utcOffset: clock.secondsEastOfUTC,
            titles: titles)
    }

    /// Shows when a condition would have been met in the last 365 days.
    ///
    /// - Parameter step: `day` gives 365 bars, `week` 53 and `month` 13.
    /// - Throws: the errors of a search.
    public func trial(
        of query: Query, _ condition: TrendCondition, by step: PlotStep = .day, until deadline: Deadline = .never
    ) throws -> TrendPlot {
        let bars =
            switch step {
            case .day: Self.trialDays
            case .week: 53
            case .month: 13
            }
        return try plot(of: query, condition, by: step, bars: bars, until: deadline)
    }

    /// The plot of a saved search, with its condition.
    ///
    /// - Throws: `InvalidQuery`, and the errors of a search.
    public func plot(
        of search: SavedSearch, by step: PlotStep? = nil, bars: Int? = nil, until deadline: Deadline = .never
    ) throws -> TrendPlot {
        let condition = search.rule?.condition.flatMap { try? TrendCondition($0) }
        return try plot(of: parse(search.query), condition, by: step, bars: bars, until: deadline)
    }

    /// Parses a condition entered by a user.
    ///
    /// - Throws: `UserFacingError`.
    public func condition(_ text: String) throws -> TrendCondition {
        do throws(TrendConditionError) { return try TrendCondition(text) } catch {
            throw error.userFacing(of: text, settings.language)
        }
    }

    /// The subscriptions without an article in a length of time, such as `30d`. The one that has been silent longest is
    /// first; subscriptions without any article precede it. Paused ones are left out.
    ///
    /// - Parameters:
    ///   - parameter: the name of the flag or field that contains the length, for the error.
    ///   - subscribedOnly: false to include feeds without a subscription.
    /// - Throws: `UserFacingError` for a malformed length.
    public func silentFeeds(_ text: String, parameter: String, subscribedOnly: Bool = true) throws -> [SilentFeed] {
        guard let length = try? TrendCondition.length(text) else {
            throw UserFacingError(.silentRange, [parameter, text], language: settings.language)
        }
        let since = clock.now() - length.hours * 3_600
        let newest = try store.newestDates()
        return try store.feeds(subscribedOnly: subscribedOnly).filter { !$0.isPaused }.compactMap { feed in
            let last = newest[feed.id]
            return last ?? .min < since ? SilentFeed(feed: feed, newest: last) : nil
        }.sorted { ($0.newest ?? .min, $0.feed.id) < ($1.newest ?? .min, $1.feed.id) }
    }
}

/// A subscription that has had no article for some time.
public struct SilentFeed: Sendable {
    public var feed: Feed
    /// The date of its newest article, in seconds since 1970; nil if it has none.
    public var newest: Int64?
}

extension TrendConditionError {
    /// The message, with the position of the mistake.
    func userFacing(of text: String, _ language: Language) -> UserFacingError {
        switch self {
        case .expected(let expected, let found, let at):
            UserFacingError(
                found.isEmpty ? .trendEnds : .trendExpected,
                [text, expected.text(language), found, String(at + 1)], language: language)
        case .outOfRange(let expected, let lowest, let highest, let at):
            UserFacingError(
                .trendRange, [text, expected.text(language), String(lowest), String(highest), String(at + 1)],
                language: language)
        }
    }
}

extension TrendConditionError.Expected {
    fileprivate func text(_ language: Language) -> String {
        switch self {
        case .beginning: Message.trendBeginning.text(language)
        case .word(let word): "'\(word)'"
        case .number: Message.trendNumber.text(language)
        case .length: Message.trendLength.text(language)
        case .factor: Message.trendFactor.text(language)
        case .end: Message.trendEnd.text(language)
        }
    }
}
