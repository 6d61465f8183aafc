/// The date forms of HTTP (RFC 9110, section 5.6.7), read without locale or time zone tables.
public enum HTTPDate {
    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, the older RFC 850 form, and asctime's.
    ///
    /// - Returns: seconds since 1970, UTC; nil if it is no date.
    public static func seconds(_ text: String) -> Int64? {
        guard text.utf8.count <= 64 else { return nil }
        let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
        var day: Int?
        var month: Int?
        var year: Int?
        var time: Int?
        for word in words {
            if word.contains(":") {
                time = clock(word)
            } else if let number = Int(word) {
                if day == nil, (1...31).contains(number), word.utf8.count <= 2 { day = number } else { year = number }
            } else if month == nil, let index = months.firstIndex(of: String(word.lowercased().prefix(3))) {
                month = index + 1
            }
        }
        guard let day, let month, var year, let time else { return nil }
        if year < 70 { year += 2000 } else if year < 100 { year += 1900 }
        guard (1970...9999).contains(year) else { return nil }
        return days(year, month, day) * 86_400 + Int64(time)
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    private static func clock(_ word: String) -> Int? {
        let parts = word.split(separator: ":").compactMap { Int($0) }
        guard parts.count == 3, (0...23).contains(parts[0]), (0...59).contains(parts[1]), (0...60).contains(parts[2])
        else { return nil }
        return parts[0] * 3600 + parts[1] * 60 + parts[2]
    }

    /// Days from 1970-01-01 in the proleptic Gregorian calendar, counting years from March.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return Int64(era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468)
    }
}
