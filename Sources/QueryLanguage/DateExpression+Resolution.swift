internal import Formats

extension DateExpression {
    /// Converts the expression to a range in Unix seconds, using a clock and a time zone.
    ///
    /// A relative date alone (`7d`) ends with the current day, so that articles dated slightly in the future by an
    /// inaccurate clock match, and articles dated far in the future do not.
    ///
    /// - Parameters:
    ///   - now: the current time in Unix seconds.
    ///   - utcOffset: returns the seconds east of UTC at a Unix time, for example 28,800 for Beijing.
    /// - Complexity: constant; calls `utcOffset` at most a dozen times.
    public func resolve(now: Int64, utcOffset: (Int64) -> Int) -> DateRange {
        withoutActuallyEscaping(utcOffset) { offset in
            range(in: LocalClock(now: now, utcOffset: offset))
        }
    }

    private func range(in zone: LocalClock) -> DateRange {
        switch self {
        case .between(.ago(let count, let unit)?, nil):
            return DateRange(
                lower: zone.moment(count, unit), upper: zone.startOfDay(zone.today.adding(days: 1)))
        case .between(let first, let last):
            return DateRange(lower: first.map { zone.start(of: $0) }, upper: last.map { zone.end(of: $0) })
        case .after(let point): return DateRange(lower: zone.end(of: point), upper: nil)
        case .before(let point): return DateRange(lower: nil, upper: zone.start(of: point))
        }
    }
}

/// Calendar arithmetic in local time, relative to the current moment.
private struct LocalClock {
    let now: Int64
    let utcOffset: (Int64) -> Int
    let today: CivilDate
    let secondOfDay: Int

    init(now: Int64, utcOffset: @escaping (Int64) -> Int) {
        // The time is limited to about 30,000 years around 1970, so that no sum below can overflow.
        self.now = min(max(now, -1_000_000_000_000), 1_000_000_000_000)
        self.utcOffset = utcOffset
        let local = CivilTime(unixSeconds: self.now, utcOffset: utcOffset)
        today = local.date
        secondOfDay = local.second
    }

    /// The Unix seconds of a local time. If a change of the clock skips that time, returns the first moment after the
    /// gap.
    func unixSeconds(_ day: CivilDate, second: Int) -> Int64 {
        CivilTime(day, second: second).unixSeconds(utcOffset: utcOffset)
    }

    func startOfDay(_ day: CivilDate) -> Int64 { unixSeconds(day, second: 0) }

    func moment(_ count: Int, _ unit: DateUnit) -> Int64 {
        switch unit {
        case .hour: now - Int64(count) * 3600
        case .day: now - Int64(count) * 86_400
        case .week: now - Int64(count) * 604_800
        case .month: unixSeconds(today.adding(months: -count), second: secondOfDay)
        case .year: unixSeconds(today.adding(months: -12 * count), second: secondOfDay)
        }
    }

    func start(of point: DatePoint) -> Int64 {
        if case .ago(let count, let unit) = point { return moment(count, unit) }
        return startOfDay(days(of: point).first)
    }

    /// The first second after the point. A relative point is a single moment.
    func end(of point: DatePoint) -> Int64 {
        if case .ago(let count, let unit) = point { return moment(count, unit) }
        return startOfDay(days(of: point).next)
    }

    /// The first day of the period, and the first day after it.
    private func days(of point: DatePoint) -> (first: CivilDate, next: CivilDate) {
        let first: CivilDate
        switch point {
        case .year(let year): first = CivilDate(year: year, month: 1, day: 1)
        case .month(let year, let month): first = CivilDate(year: year, month: month, day: 1)
        case .day(let year, let month, let day): first = CivilDate(year: year, month: month, day: day)
        case .ago: first = today
        case .named(let name): return days(of: name)
        }
        switch point {
        case .year: return (first, first.adding(months: 12))
        case .month: return (first, first.adding(months: 1))
        default: return (first, first.adding(days: 1))
        }
    }

    private func days(of name: NamedDate) -> (first: CivilDate, next: CivilDate) {
        let monday = today.adding(days: -today.weekday)
        let month = CivilDate(year: today.year, month: today.month, day: 1)
        let year = CivilDate(year: today.year, month: 1, day: 1)
        switch name {
        case .today: return (today, today.adding(days: 1))
        case .yesterday: return (today.adding(days: -1), today)
        case .thisWeek: return (monday, monday.adding(days: 7))
        case .lastWeek: return (monday.adding(days: -7), monday)
        case .thisMonth: return (month, month.adding(months: 1))
        case .lastMonth: return (month.adding(months: -1), month)
        case .thisYear: return (year, year.adding(months: 12))
        case .lastYear: return (year.adding(months: -12), year)
        }
    }
}
