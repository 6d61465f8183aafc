public import Articles
internal import Formats
public import Messages

/// The length of the bars of a plot over time.
public enum PlotStep: String, Sendable, CaseIterable {
    case day, week, month

    /// The default number of bars.
    public var bars: Int {
        switch self {
        case .day: 60
        case .week: 52
        case .month: 24
        }
    }

    public static let maxBars = 400

    /// The lengths of a condition's period, in hours, for which a threshold is drawn: those of a bar.
    fileprivate var hours: ClosedRange<Int64> {
        switch self {
        case .day: 24...24
        case .week: 168...168
        case .month: 672...744
        }
    }

    /// The longest step whose bars are not longer than the period of a condition; days for shorter periods.
    static func fitting(_ condition: TrendCondition?) -> PlotStep {
        guard let condition else { return .week }
        return condition.length.hours >= 672 ? .month : condition.length.hours >= 168 ? .week : .day
    }

    /// The first day of the bar that contains a day; both in days since 1970.
    func start(of day: Int) -> Int {
        switch self {
        case .day: day
        case .week: day - CivilDate.weekday(daysSinceEpoch: day)
        case .month: day - CivilDate(daysSinceEpoch: day).day + 1
        }
    }

    /// The first day of the bar before the one that begins on the day `start`.
    func before(_ start: Int) -> Int { self.start(of: start - 1) }

    func name(of start: Int) -> String {
        let date = String(CivilTime.rfc3339(Int64(start) * 86_400).prefix(10))
        return self == .month ? String(date.prefix(7)) : date
    }
}

/// The numbers of articles of a search over time, and the periods in which its condition was met.
public struct TrendPlot: Sendable {
    /// A period of the plot.
    public struct Bar: Sendable, Equatable {
        /// The first day, such as `2026-01-31`, or the month, such as `2026-01`.
        public var start: String
        public var articles: Int
        /// The number of articles above which the condition is met; nil if there is none for this bar.
        public var threshold: Double?
        /// The number of events whose period ends in this bar.
        public var events: Int
    }

    /// An event, with the title of its feed if each feed is tested separately.
    public struct Event: Sendable, Equatable {
        public var event: TrendEvent
        public var feed: String?
    }

    public var step: PlotStep
    public var condition: TrendCondition?
    public var bars: [Bar]
    /// The events in the time of the plot, ascending.
    public var events: [Event]

    public var total: Int { bars.reduce(0) { $0 + $1.articles } }
}

extension TrendPlot {
    /// Counts articles and finds events.
    ///
    /// - Parameters:
    ///   - dates: all articles of the search.
    ///   - count: the number of bars, 1...`PlotStep.maxBars`; the last one contains `now`.
    ///   - titles: the titles of feeds.
    init(
        of dates: [MatchDate], _ condition: TrendCondition?, step: PlotStep, bars count: Int, now: Int64,
        utcOffset: (Int64) -> Int, titles: [Int64: String]
    ) {
        self.step = step
        self.condition = condition
        func day(of time: Int64) -> Int { CivilTime(unixSeconds: time, utcOffset: utcOffset).day }
        var starts = [step.start(of: day(of: now))]
        while starts.count < max(1, min(count, PlotStep.maxBars)) {
            starts.append(step.before(starts[starts.count - 1]))
        }
        starts.reverse()
        let first = CivilTime(seconds: Int64(starts[0]) * 86_400).unixSeconds(utcOffset: utcOffset)
        var articles: [Int: Int] = [:]
        for match in dates where match.date >= first { articles[step.start(of: day(of: match.date)), default: 0] += 1 }

        var hours: [Int64: [Int64: Int]] = [:]
        for match in dates {
            hours[condition?.isPerFeed == true ? match.feed : 0, default: [:]][
                TrendCounts.hour(of: match.date), default: 0] += 1
        }
        let counts = hours.mapValues { TrendCounts($0) }
        events = []
        if let condition {
            let (from, end) = (TrendCounts.hour(of: first), TrendCounts.hour(of: now))
            for (feed, counts) in counts {
                events += condition.events(in: counts, from: from, now: end).map { event in
                    Event(event: event, feed: condition.isPerFeed ? titles[feed] ?? "#\(feed)" : nil)
                }
            }
            events.sort { ($0.event.end, $0.feed ?? "") < ($1.event.end, $1.feed ?? "") }
        }
        var eventsOfBar: [Int: Int] = [:]
        for event in events {
            eventsOfBar[step.start(of: day(of: event.event.end * 3_600 - 1)), default: 0] += 1
        }
        bars = starts.map { start in
            let begin = CivilTime(seconds: Int64(start) * 86_400).unixSeconds(utcOffset: utcOffset)
            return Bar(
                start: step.name(of: start), articles: articles[start] ?? 0,
                threshold: condition.flatMap {
                    $0.threshold(at: TrendCounts.hour(of: begin), of: counts[0] ?? TrendCounts(), step)
                },
                events: eventsOfBar[start] ?? 0)
        }
    }
}

extension TrendCondition {
    /// The number of articles of a bar above which the condition is met; nil if the period is not as long as a bar, if
    /// there is no usual number yet, or for `none` and `feed silent`.
    fileprivate func threshold(at start: Int64, of counts: TrendCounts, _ step: PlotStep) -> Double? {
        guard step.hours.contains(length.hours) else { return nil }
        switch test {
        case .moreThan(let count): return Double(count)
        case .moreThanUsual(let hundredths):
            return UsualCount(of: counts, start: start, length: length.hours).map {
                Double($0.doubled * hundredths) / 200
            }
        case .none, .feedSilent: return nil
        }
    }
}

extension TrendPlot.Event {
    /// The event as one line.
    ///
    /// - Parameter time: formats a time in seconds since 1970.
    public func text(_ language: Language, _ time: (Int64) -> String) -> String {
        let (start, end) = (time(event.start * 3_600), time(event.end * 3_600))
        let count = String(event.articles)
        if let feed { return Message.trendFeedEvent.text(language, [start, end, feed]) }
        if let usual = event.usual { return Message.trendUsualEvent.text(language, [start, end, count, usual.text]) }
        return event.articles == 0
            ? Message.trendSilentEvent.text(language, [start, end])
            : Message.trendCountEvent.text(language, [start, end, count])
    }
}
