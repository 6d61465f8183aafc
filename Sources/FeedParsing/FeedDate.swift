internal import Formats

/// Parses dates of feeds, including dates that do not exist, such as 31 June.
enum FeedDate {
    /// Parses a date. If a part of an RFC 3339 timestamp is out of range, the excess is carried into the next unit, so
    /// that the item is sorted near its intended date.
    ///
    /// If the date contains an unknown time zone, sets `unknownZone` and reads the date as UTC.
    static func parse(_ text: String, unknownZone: inout String?) -> Timestamp? {
        overflowing(Array(text.utf8)) ?? DateParser.parse(text, unknownZone: &unknownZone)
    }

    /// Parses `YYYY-MM-DDThh:mm:ss` with a zone if month, day, hour, minute or second is too large; nil for other
    /// texts.
    private static func overflowing(_ text: [UInt8]) -> Timestamp? {
        guard text.count >= 20, text.count <= 32, text[4] == 0x2D, text[7] == 0x2D, text[10] == 0x54, text[13] == 0x3A,
            text[16] == 0x3A
        else { return nil }
        func number(_ start: Int, _ count: Int) -> Int? {
            guard start + count <= text.count else { return nil }
            return text[start..<(start + count)].reduce(Int?(0)) { value, byte in
                byte &- 0x30 < 10 ? value.map { $0 * 10 + Int(byte - 0x30) } : nil
            }
        }
        guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2), let hour = number(11, 2),
            let minute = number(14, 2), let second = number(17, 2), year >= 1_970, month >= 1, day >= 1
        else { return nil }
        guard
            month > 12 || day > CivilDate.length(ofMonth: month, year: year) || hour > 24 || minute > 59 || second > 60
        else { return nil }
        var offset = 0
        if let sign = text[19...].firstIndex(where: { $0 == 0x2B || $0 == 0x2D }) {
            guard let hours = number(sign + 1, 2), hours < 24 else { return nil }
            let minutes = number(sign + (sign + 3 < text.count && text[sign + 3] == 0x3A ? 4 : 3), 2) ?? 0
            offset = (hours * 60 + minutes) * (text[sign] == 0x2D ? 60 : -60)
        }
        let start = Timestamp(year: year + (month - 1) / 12, month: (month - 1) % 12 + 1, day: 1)
        let extra = ((day - 1) * 24 + hour) * 3_600 + minute * 60 + second + offset
        return Timestamp(seconds: start.seconds + Int64(extra))
    }
}
