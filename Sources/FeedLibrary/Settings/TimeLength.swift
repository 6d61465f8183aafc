/// Parses and formats lengths of time as users enter them, for example `90s`, `15m`, `2h` or `1d`. Time limits may also
/// be in milliseconds, for example `500ms`.
public enum TimeLength {
    private static let units: [(name: Character, seconds: Int)] = [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)]

    /// Parses a length of 1 second to a year, and returns it in seconds; nil for an invalid text.
    public static func seconds(_ text: String) -> Int? {
        guard let last = text.last, let unit = units.first(where: { $0.name == last }),
            let number = Int(text.dropLast()), number > 0
        else { return nil }
        let (seconds, overflow) = number.multipliedReportingOverflow(by: unit.seconds)
        return overflow || seconds > 366 * 86_400 ? nil : seconds
    }

    /// Formats a number of seconds in the largest unit that divides it, for example `7d`.
    public static func typed(_ seconds: Int) -> String {
        for unit in units where seconds >= unit.seconds && seconds % unit.seconds == 0 {
            return "\(seconds / unit.seconds)\(unit.name)"
        }
        return "\(seconds)s"
    }

    /// Parses a length of 1 ms to a year, and returns it in milliseconds; nil for an invalid text.
    public static func milliseconds(_ text: String) -> Int? {
        if !text.hasSuffix("ms") { return seconds(text).map { $0 * 1_000 } }
        guard let number = Int(text.dropLast(2)), (1...366 * 86_400_000).contains(number) else { return nil }
        return number
    }
}
