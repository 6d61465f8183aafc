internal import Formats

/// Parses the date formats of HTTP (RFC 9110, section 5.6.7) without locale and time zone tables.
public enum HTTPDate {
    /// Parses `Sun, 06 Nov 1994 08:49:37 GMT`, the older RFC 850 format, and the format of asctime(3).
    ///
    /// - Returns: seconds since 1970, UTC; nil for an invalid date.
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
        return CivilTime(CivilDate(year: year, month: month, day: day), second: time).seconds
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
}
