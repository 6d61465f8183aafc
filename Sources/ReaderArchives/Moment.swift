internal import FeedParsing
internal import Formats

/// Times in foreign files, as seconds since 1970. Nil for invalid times, and for 0, which readers use for a missing
/// time.
enum Moment {
    /// - Parameter perSecond: the number of units in a second, for example 1,000 for milliseconds.
    static func seconds(_ number: Int64?, perSecond: Int64 = 1) -> Int64? {
        guard let number else { return nil }
        let seconds = number / perSecond
        return seconds != 0 && CivilTime.fourDigitYears.contains(seconds) ? seconds : nil
    }

    /// Parses a number of seconds.
    static func seconds(digits: String?) -> Int64? {
        guard let digits else { return nil }
        return seconds(Int64(ArchiveSink.filled(digits) ?? ""))
    }

    /// Reads a date as text, or a number of seconds.
    static func seconds(_ value: JSONValue?) -> Int64? {
        guard let value else { return nil }
        if let text = value.string { return DateParser.parse(text)?.seconds ?? seconds(digits: text) }
        return seconds(value.integer)
    }

    /// Reads a number, which JSON writers may put in quotes to keep all digits.
    static func seconds(_ value: JSONValue?, perSecond: Int64) -> Int64? {
        seconds(value?.integer ?? value?.string.flatMap { Int64($0) }, perSecond: perSecond)
    }
}
