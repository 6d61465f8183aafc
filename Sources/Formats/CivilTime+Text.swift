/// Formats times. Times before the year 1 or after 9999 are replaced by the nearest time in that range.
extension CivilTime {
    /// `2024-05-06T07:08:09Z` (RFC 3339) for Unix seconds.
    public static func rfc3339(_ seconds: Int64) -> String {
        let time = written(seconds)
        var text = time.dateText
        text.append(UInt8(ascii: "T"))
        time.appendClock(to: &text)
        text.append(UInt8(ascii: "Z"))
        return String(decoding: text, as: UTF8.self)
    }

    /// `Mon, 06 May 2024 07:08:09 +0000` (RFC 5322) for Unix seconds.
    public static func rfc5322(_ seconds: Int64) -> String {
        let time = written(seconds)
        let date = time.date
        var text = Array("\(weekdays[time.weekday]), ".utf8)
        append(date.day, digits: 2, to: &text)
        text += " \(months[date.month - 1]) ".utf8
        append(date.year, digits: 4, to: &text)
        text.append(UInt8(ascii: " "))
        time.appendClock(to: &text)
        return String(decoding: text, as: UTF8.self) + " +0000"
    }

    /// A local time in the form `2024-05-06 07:08`.
    public static func minute(_ seconds: Int64) -> String {
        let time = written(seconds)
        var text = time.dateText
        text.append(UInt8(ascii: " "))
        time.appendClock(to: &text)
        return String(decoding: text.dropLast(3), as: UTF8.self)
    }

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func written(_ seconds: Int64) -> CivilTime {
        CivilTime(seconds: min(max(seconds, fourDigitYears.lowerBound), fourDigitYears.upperBound))
    }

    /// The date in the form `2024-05-06`.
    private var dateText: [UInt8] {
        let date = date
        var text: [UInt8] = []
        text.reserveCapacity(20)
        Self.append(date.year, digits: 4, to: &text)
        text.append(UInt8(ascii: "-"))
        Self.append(date.month, digits: 2, to: &text)
        text.append(UInt8(ascii: "-"))
        Self.append(date.day, digits: 2, to: &text)
        return text
    }

    /// Appends the time of day in the form `07:08:09`.
    private func appendClock(to text: inout [UInt8]) {
        Self.append(second / 3_600, digits: 2, to: &text)
        text.append(UInt8(ascii: ":"))
        Self.append(second / 60 % 60, digits: 2, to: &text)
        text.append(UInt8(ascii: ":"))
        Self.append(second % 60, digits: 2, to: &text)
    }

    private static func append(_ number: Int, digits: Int, to text: inout [UInt8]) {
        let start = text.count
        var rest = number
        for _ in 0..<digits {
            text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
        text[start...].reverse()
    }
}
