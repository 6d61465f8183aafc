/// A period in which a condition is met.
public struct TrendEvent: Sendable, Equatable {
    /// The first hour of the period, and the hour after its last.
    public var start: Int64
    public var end: Int64
    /// The number of articles of the period.
    public var articles: Int
    /// The usual number; nil if the condition does not use it.
    public var usual: UsualCount?

    public init(start: Int64, end: Int64, articles: Int, usual: UsualCount? = nil) {
        self.start = start
        self.end = end
        self.articles = articles
        self.usual = usual
    }

    var hours: Range<Int64> { start..<max(start, end) }
}

extension TrendCondition {
    /// The periods in which the condition is met, ascending. This is a pure function of the counts.
    ///
    /// `count` is tested at each hour with articles, for the period that ends with that hour. The periods of two events
    /// never overlap. `none` and `feed silent` are met by each gap between articles that is at least as long as the
    /// period; the period of the event is the beginning of the gap.
    ///
    /// - Parameters:
    ///   - from: events whose period ends before this hour are left out.
    ///   - now: the current hour, at which the last gap ends. Not used for `count`.
    ///   - silentSince: if there are no articles, the hour at which the gap begins; nil if the absence of articles is not a gap.
    ///   - earlier: the hours of known events, which are not repeated.
    public func events(
        in counts: TrendCounts, from: Int64, now: Int64, silentSince: Int64? = nil, earlier: [Range<Int64>] = []
    ) -> [TrendEvent] {
        isTimeOut
            ? gaps(in: counts, from: from, now: now, silentSince: silentSince, earlier: earlier)
            : peaks(in: counts, from: from, earlier: earlier)
    }

    /// The hour at which the gap after the last article meets the condition; nil for `count`, and without a gap.
    public func timeOut(after counts: TrendCounts, silentSince: Int64?) -> Int64? {
        guard isTimeOut, let start = counts.hours.last.map({ $0 + 1 }) ?? silentSince else { return nil }
        return start + length.hours
    }

    private func peaks(in counts: TrendCounts, from: Int64, earlier: [Range<Int64>]) -> [TrendEvent] {
        var events: [TrendEvent] = []
        var lastEnd = Int64.min
        for hour in counts.hours[counts.position(of: from - 1)...] {
            let (start, end) = (hour + 1 - length.hours, hour + 1)
            if start < lastEnd || earlier.contains(where: { $0.overlaps(start..<end) }) { continue }
            let articles = counts.articles(from: start, until: end)
            var event = TrendEvent(start: start, end: end, articles: articles)
            switch test {
            case .moreThan(let count):
                guard articles > count else { continue }
            case .moreThanUsual(let hundredths):
                guard let usual = UsualCount(of: counts, start: start, length: length.hours),
                    articles * 200 > hundredths * usual.doubled
                else { continue }
                event.usual = usual
            case .none, .feedSilent: continue
            }
            events.append(event)
            lastEnd = end
        }
        return events
    }

    private func gaps(
        in counts: TrendCounts, from: Int64, now: Int64, silentSince: Int64?, earlier: [Range<Int64>]
    ) -> [TrendEvent] {
        var events: [TrendEvent] = []
        func add(from start: Int64, until next: Int64) {
            let end = start + length.hours
            guard end <= next, end >= from, !earlier.contains(where: { $0.lowerBound == start }) else { return }
            events.append(TrendEvent(start: start, end: end, articles: 0))
        }
        if counts.hours.isEmpty, let silentSince { add(from: silentSince, until: now) }
        for (place, hour) in counts.hours.enumerated() {
            let next = place + 1 < counts.hours.count ? counts.hours[place + 1] : now
            add(from: hour + 1, until: next)
        }
        return events
    }
}
