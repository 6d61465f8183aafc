/// The condition under which a saved search notifies about its number of articles instead of about each article.
///
/// The text forms are `count > 20 in 1d`, `count > 3x usual in 1d`, `none in 30d` and `feed silent for 30d`.
public struct TrendCondition: Sendable, Equatable {
    /// The length of a period.
    public struct Length: Sendable, Equatable {
        /// The unit of a length.
        public enum Unit: String, Sendable, CaseIterable {
            case hour = "h"
            case day = "d"
            case week = "w"

            var hours: Int64 {
                switch self {
                case .hour: 1
                case .day: 24
                case .week: 168
                }
            }
        }

        public var number: Int
        public var unit: Unit

        public var hours: Int64 { Int64(number) * unit.hours }
        /// The form `30d`.
        public var text: String { "\(number)\(unit.rawValue)" }
    }

    /// The comparison.
    public enum Test: Sendable, Equatable {
        /// More articles in the period than this number.
        case moreThan(Int)
        /// More articles in the period than the usual number multiplied by a factor, in hundredths.
        case moreThanUsual(hundredths: Int)
        /// No article in the period.
        case none
        /// No article of one feed in the period. Only feeds that have had a matching article are tested.
        case feedSilent
    }

    public var test: Test
    public var length: Length

    /// The maximum length in hours: 365 days, or 30 days with `usual`.
    static let maxHours: Int64 = 365 * 24
    static let maxUsualHours: Int64 = 30 * 24
    static let maxCount = 1_000_000
    static let maxFactor = 1_000

    init(_ test: Test, _ length: Length) {
        self.test = test
        self.length = length
    }

    /// Whether each feed is tested separately.
    public var isPerFeed: Bool { test == .feedSilent }

    /// Whether the condition is met as time passes, without a new article.
    public var isTimeOut: Bool {
        switch test {
        case .none, .feedSilent: true
        case .moreThan, .moreThanUsual: false
        }
    }

    /// The text that `init(_:)` parses to this condition.
    public var text: String {
        switch test {
        case .moreThan(let count): "count > \(count) in \(length.text)"
        case .moreThanUsual(let hundredths): "count > \(Self.decimal(hundredths))x usual in \(length.text)"
        case .none: "none in \(length.text)"
        case .feedSilent: "feed silent for \(length.text)"
        }
    }

    /// Formats hundredths as a decimal number without trailing zeros.
    static func decimal(_ hundredths: Int) -> String {
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        if rest == 0 { return "\(whole)" }
        return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest / 10)\(rest % 10)"
    }
}

/// Why a text is not a condition. Positions count characters from 0.
public enum TrendConditionError: Error, Equatable, Sendable {
    /// Something else is expected at this position. The found text is empty at the end of the condition.
    case expected(Expected, found: String, at: Int)
    /// A number is outside the range that the condition allows.
    case outOfRange(Expected, lowest: Int, highest: Int, at: Int)

    /// A part of a condition.
    public enum Expected: Sendable, Equatable {
        /// `count`, `none` or `feed`.
        case beginning
        /// This word or sign.
        case word(String)
        case number
        case length
        case factor
        case end
    }
}
