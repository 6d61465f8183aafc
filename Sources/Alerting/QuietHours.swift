internal import Formats

/// Hours of the local day without deliveries, such as `22:00-07:00`. Matches wait until the quiet hours end.
public struct QuietHours: Sendable, Equatable {
    private let from: Int64
    private let to: Int64

    /// - Throws: `AlertSettingError.quietHours`.
    public init(_ text: String) throws(AlertSettingError) {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
        guard ends.count == 2, let from = DigestTime.second(ends[0]), let to = DigestTime.second(ends[1]), from != to
        else { throw .quietHours(text) }
        self.from = from
        self.to = to
    }

    /// The first moment at or after `moment` that is outside the quiet hours.
    public func end(at moment: Int64, utcOffset: (Int64) -> Int) -> Int64 {
        let day = CivilTime(unixSeconds: moment, utcOffset: utcOffset)
        let isQuiet =
            from < to ? (from..<to).contains(Int64(day.second)) : day.second >= from || day.second < to
        return isQuiet ? day.next(second: to, utcOffset) { _ in true } : moment
    }
}
