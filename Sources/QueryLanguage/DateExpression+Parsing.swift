internal import Formats

extension DateExpression {
    /// The reason why a date value was refused.
    enum ParsingFailure: Error {
        case unreadable
        case reversed
    }

    /// Parses the value of `date:` or `received:`: a point in time, `A..B`, `A..`, `..B`, `>A`, `>=A`, `<B` or `<=B`.
    init(dateValue text: String) throws(ParsingFailure) {
        let value = Self.folded(text)
        if value.starts(with: [.greater, .equals]) {
            self = .between(try DatePoint(folded: value.dropFirst(2)), nil)
        } else if value.starts(with: [.less, .equals]) {
            self = .between(nil, try DatePoint(folded: value.dropFirst(2)))
        } else if value.first == .greater {
            self = .after(try DatePoint(folded: value.dropFirst()))
        } else if value.first == .less {
            self = .before(try DatePoint(folded: value.dropFirst()))
        } else if let dots = Self.firstDots(in: value) {
            let first = value[..<dots]
            let last = value[(dots + 2)...]
            if first.isEmpty && last.isEmpty { throw .unreadable }
            let lower = first.isEmpty ? nil : try DatePoint(folded: first)
            let upper = last.isEmpty ? nil : try DatePoint(folded: last)
            if let lower, let upper, lower.isClearlyAfter(upper) { throw .reversed }
            self = .between(lower, upper)
        } else {
            let point = try DatePoint(folded: value[...])
            if case .ago = point { self = .between(point, nil) } else { self = .between(point, point) }
        }
    }

    /// Parses the value of `after:`.
    init(afterValue text: String) throws(ParsingFailure) {
        self = .after(try DatePoint(folded: Self.folded(text)[...]))
    }

    /// Parses the value of `before:`.
    init(beforeValue text: String) throws(ParsingFailure) {
        self = .before(try DatePoint(folded: Self.folded(text)[...]))
    }

    /// Converts a value to half-width scalars in lower case, without white space.
    private static func folded(_ text: String) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars {
            let folded = QueryScanner.halfWidth(scalar)
            if folded.properties.isWhitespace { continue }
            let isUpper = (65...90).contains(folded.value)
            result.append(isUpper ? Unicode.Scalar(UInt8(folded.value) + 32) : folded)
        }
        return result
    }

    private static func firstDots(in value: [Unicode.Scalar]) -> Int? {
        var index = 0
        while index + 1 < value.count {
            if value[index] == "." && value[index + 1] == "." { return index }
            index += 1
        }
        return nil
    }
}

extension Unicode.Scalar {
    fileprivate static let greater: Self = ">"
    fileprivate static let less: Self = "<"
    fileprivate static let equals: Self = "="
}

extension DatePoint {
    /// The Chinese names of periods. The English names are the raw values of `NamedDate`.
    private static let names: [String: NamedDate] = [
        "今天": .today, "今日": .today, "昨天": .yesterday, "昨日": .yesterday,
        "本周": .thisWeek, "这周": .thisWeek, "上周": .lastWeek, "本週": .thisWeek, "上週": .lastWeek,
        "本月": .thisMonth, "这个月": .thisMonth, "這個月": .thisMonth, "上月": .lastMonth, "上个月": .lastMonth,
        "上個月": .lastMonth, "今年": .thisYear, "去年": .lastYear,
        "thisweek": .thisWeek, "lastweek": .lastWeek, "thismonth": .thisMonth, "lastmonth": .lastMonth,
        "thisyear": .thisYear, "lastyear": .lastYear,
    ]

    init(folded value: ArraySlice<Unicode.Scalar>) throws(DateExpression.ParsingFailure) {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: value)
        if let name = NamedDate(rawValue: String(text)) ?? Self.names[String(text)] {
            self = .named(name)
        } else if let relative = Self.relative(value) {
            self = relative
        } else if let calendar = Self.calendar(value) {
            self = calendar
        } else {
            throw .unreadable
        }
    }

    /// Parses a relative date such as `12h`, `7d`, `2w`, `6m` or `1y`. The number has up to five digits.
    private static func relative(_ value: ArraySlice<Unicode.Scalar>) -> DatePoint? {
        guard let last = value.last, let unit = DateUnit(rawValue: Character(last)),
            let count = number(value.dropLast(), digits: 1...5)
        else { return nil }
        return .ago(count, unit)
    }

    /// Parses a calendar date such as `2024`, `2024-05` or `2024-05-06`, also with `/` or `.` as the separator, and the
    /// forms `20240506` and `2024年5月6日`.
    private static func calendar(_ value: ArraySlice<Unicode.Scalar>) -> DatePoint? {
        if value.count == 8, let compact = number(value, digits: 8...8) {
            return point(year: compact / 10_000, month: compact / 100 % 100, day: compact % 100)
        }
        var rest = value
        if let last = rest.last, last == "年" || last == "月" || last == "日" || last == "号" { rest = rest.dropLast() }
        let parts = rest.split(omittingEmptySubsequences: false) { "-/.年月".unicodeScalars.contains($0) }
        guard (1...3).contains(parts.count), let year = number(parts[0], digits: 4...4) else { return nil }
        if parts.count == 1 { return point(year: year, month: nil, day: nil) }
        guard let month = number(parts[1], digits: 1...2) else { return nil }
        if parts.count == 2 { return point(year: year, month: month, day: nil) }
        guard let day = number(parts[2], digits: 1...2) else { return nil }
        return point(year: year, month: month, day: day)
    }

    /// Creates a calendar point; nil if the date does not exist or is before the year 1000.
    private static func point(year: Int, month: Int?, day: Int?) -> DatePoint? {
        guard year >= 1000 else { return nil }
        guard let month else { return .year(year) }
        guard (1...12).contains(month) else { return nil }
        guard let day else { return .month(year: year, month: month) }
        guard (1...CivilDate.length(ofMonth: month, year: year)).contains(day) else { return nil }
        return .day(year: year, month: month, day: day)
    }

    private static func number(_ value: ArraySlice<Unicode.Scalar>, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(value.count) else { return nil }
        var result = 0
        for scalar in value {
            guard (48...57).contains(scalar.value) else { return nil }
            result = result * 10 + Int(scalar.value) - 48
        }
        return result
    }

    /// Whether the range from this point to the other one is empty. Only the written values are compared, because the
    /// current time is not known.
    func isClearlyAfter(_ other: DatePoint) -> Bool {
        if case .ago(let count, let unit) = self, case .ago(let otherCount, let otherUnit) = other {
            return unit == otherUnit && count <= otherCount
        }
        guard let first = firstDay, let last = other.firstDay else { return false }
        // Only the components that both points have are compared: 2024-05..2024 is May to December.
        let length = min(first.count, last.count)
        return last.prefix(length).lexicographicallyPrecedes(first.prefix(length))
    }

    private var firstDay: [Int]? {
        switch self {
        case .year(let year): [year]
        case .month(let year, let month): [year, month]
        case .day(let year, let month, let day): [year, month, day]
        case .ago, .named: nil
        }
    }
}
