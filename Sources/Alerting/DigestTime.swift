internal import Formats

/// The times at which the matches of a search are delivered as one digest, set with `--digest`.
public enum DigestTime: Sendable, Equatable {
    /// A number of seconds after the first match.
    case after(Int64)
    /// Every day, at this second of the local day.
    case daily(Int64)
    /// Every week on this day (0 for Monday), at this second of the local day.
    case weekly(day: Int64, second: Int64)

    /// Parses the value of `--digest`, such as `30m`, `1h`, `hourly`, `daily`, `daily 08:00`, `weekly` or `weekly fri
    /// 18:00`. Returns nil for `each`.
    ///
    /// - Throws: `AlertSettingError.digest`.
    public init?(_ text: String) throws(AlertSettingError) {
        let words = text.lowercased().split(separator: " ").map(String.init)
        switch words.first {
        case "each" where words.count == 1: return nil
        case "hourly" where words.count == 1: self = .after(3_600)
        case "daily":
            guard words.count <= 2, let second = Self.second(words.dropFirst().first ?? "08:00") else {
                throw .digest(text)
            }
            self = .daily(second)
        case "weekly":
            var rest = words.dropFirst()
            var day: Int64 = 0
            if let name = rest.first, let named = Self.days.firstIndex(of: String(name.prefix(3))) {
                day = Int64(named)
                rest = rest.dropFirst()
            }
            guard rest.count <= 1, let second = Self.second(rest.first ?? "08:00") else { throw .digest(text) }
            self = .weekly(day: day, second: second)
        case let word? where words.count == 1:
            guard let seconds = Self.length(word) else { throw .digest(text) }
            self = .after(seconds)
        default: throw .digest(text)
        }
    }

    /// The earliest time at which a match that was recorded at `since` can be delivered.
    public func due(since: Int64, utcOffset: (Int64) -> Int) -> Int64 {
        switch self {
        case .after(let seconds): return since + seconds
        case .daily(let second):
            return CivilTime(unixSeconds: since, utcOffset: utcOffset).next(second: second, utcOffset) { _ in true }
        case .weekly(let day, let second):
            return CivilTime(unixSeconds: since, utcOffset: utcOffset).next(second: second, utcOffset) {
                $0.weekday == day
            }
        }
    }

    private static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// Parses a time such as `08:00` into seconds of the day.
    static func second(_ text: String) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.utf8.count) }), let hour = Int64(parts[0]),
            let minute = Int64(parts[1]), (0..<24).contains(hour), (0..<60).contains(minute)
        else { return nil }
        return hour * 3_600 + minute * 60
    }

    private static func length(_ text: String) -> Int64? {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let last = text.last, let unit = units[last], let count = Int64(text.dropLast()), count > 0,
            count <= 366 * 86_400 / unit
        else { return nil }
        return count * unit
    }
}

extension CivilTime {
    /// The next Unix time at this second of the local day, on a day that `isMeant` accepts. It must accept one of the
    /// next eight days.
    func next(second wanted: Int64, _ utcOffset: (Int64) -> Int, isMeant: (CivilTime) -> Bool) -> Int64 {
        var next = self
        if second >= wanted { next.day += 1 }
        for _ in 0..<8 where !isMeant(next) { next.day += 1 }
        next.second = Int(wanted)
        return next.unixSeconds(utcOffset: utcOffset)
    }
}
