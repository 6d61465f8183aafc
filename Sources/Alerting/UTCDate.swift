/// A moment as messages write it.
enum UTCDate {
    /// `2024-05-06T07:08:09Z` (RFC 3339).
    static func rfc3339(_ seconds: Int64) -> String {
        let (date, time) = parts(seconds)
        return "\(pad(date.year, 4))-\(pad(date.month))-\(pad(date.day))T\(clock(time))Z"
    }

    /// `Mon, 06 May 2024 07:08:09 +0000` (RFC 5322).
    static func rfc5322(_ seconds: Int64) -> String {
        let (date, time) = parts(seconds)
        let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let day = days[Int(((seconds - time) / 86_400 % 7 + 7) % 7)]
        return "\(day), \(pad(date.day)) \(months[Int(date.month - 1)]) \(pad(date.year, 4)) \(clock(time)) +0000"
    }

    /// `2024-05-06 07:08`, some seconds east of UTC.
    static func minute(_ seconds: Int64, east: Int) -> String {
        let (date, time) = parts(seconds + Int64(east))
        return "\(pad(date.year, 4))-\(pad(date.month))-\(pad(date.day)) \(clock(time).prefix(5))"
    }

    private static func clock(_ time: Int64) -> String {
        "\(pad(time / 3_600)):\(pad(time / 60 % 60)):\(pad(time % 60))"
    }

    private static func pad(_ number: Int64, _ digits: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// The date of the proleptic Gregorian calendar and the second of the day, by
    /// <https://howardhinnant.github.io/date_algorithms.html#civil_from_days>.
    private static func parts(_ seconds: Int64) -> (date: (year: Int64, month: Int64, day: Int64), time: Int64) {
        let seconds = min(max(seconds, -62_135_596_800), 253_402_300_799)
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let year = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * year + year / 4 - year / 100)
        let part = (5 * ofYear + 2) / 153
        let month = part < 10 ? part + 3 : part - 9
        return (
            (year + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - (153 * part + 2) / 5 + 1), seconds - days * 86_400
        )
    }
}
