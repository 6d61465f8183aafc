/// Parses dates in the formats and languages of feeds.
///
/// Formats: RFC 822, 2822 and 3339, ISO 8601 (basic, week, ordinal, two-digit years), asctime, W3CDTF, seconds and
/// milliseconds since 1970, and dates with words in some twenty languages. A date without a zone is read as UTC, unless
/// its words imply a zone (오후, 下午, 午後). Zones may be abbreviations, English names or names from the IANA database.
/// Dates that do not exist are rejected.
public enum DateParser {
    /// The maximum length of a date in bytes, without surrounding white space. Longer texts are rejected; all formats
    /// are much shorter.
    static let maxBytes = 160

    /// Parses a date. Returns nil if the text is not a date, the date does not exist, or it is outside the years
    /// 1...9999.
    ///
    /// The two most frequent forms (RFC 3339 and RFC 822) are parsed without allocation.
    /// - Complexity: linear; the length is limited by `maxBytes`.
    public static func parse(_ text: String) -> Timestamp? {
        parse(text.utf8.span)
    }

    /// Parses a date in UTF-8; nil if the bytes are not valid UTF-8.
    public static func parse(_ bytes: [UInt8]) -> Timestamp? {
        parse(bytes.span)
    }

    /// Parses a date that is a part of a document, without copying it.
    public static func parse(_ bytes: Span<UInt8>) -> Timestamp? {
        var zone: String?
        return parse(bytes, unknownZone: &zone)
    }

    /// Parses a date. If the date contains an unknown time zone, sets `unknownZone` and reads the date as UTC.
    static func parse(_ text: String, unknownZone: inout String?) -> Timestamp? {
        parse(text.utf8.span, unknownZone: &unknownZone)
    }

    private static func parse(_ bytes: Span<UInt8>, unknownZone: inout String?) -> Timestamp? {
        var start = 0
        var end = bytes.count
        while start < end, bytes[start] <= 0x20 { start += 1 }
        while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
        guard end - start >= 4, end - start <= maxBytes else { return nil }
        if let moment = internetDate(bytes, start, end) ?? mailDate(bytes, start, end) { return moment }
        var copy: [UInt8] = []
        copy.reserveCapacity(end - start)
        for index in start..<end { copy.append(bytes[index]) }
        let reading = DateZoneName(copy).flatMap { read(copy, $0) } ?? read(copy)
        unknownZone = reading?.unknownZone ?? unknownZone
        return reading?.moment
    }

    private static func read(_ bytes: [UInt8]) -> DateReading? {
        DateISOReader.read(bytes) ?? DateWordReader.read(bytes)
    }

    /// Parses a date whose zone is given in words or as a place; nil if the text without the zone is not a date.
    private static func read(_ bytes: [UInt8], _ zone: DateZoneName) -> DateReading? {
        guard var reading = read(zone.rest), reading.unknownZone == nil else { return nil }
        // A numeric offset is more precise, so it is used if both are given (RFC 9557).
        if reading.hasZone { return reading }
        reading.hasZone = true
        if let meaning = zone.meaning {
            if case .zone(let minutes)? = DateWords.meaning(of: meaning) {
                reading.moment.seconds -= Int64(minutes) * 60
                return reading
            }
            if let moment = ZoneDatabase.moment(reading.moment, in: meaning) {
                reading.moment = moment
                return reading
            }
        }
        // A text such as "EST/EDT" contains the name of a zone but is not a zone name itself.
        if let whole = read(bytes), whole.hasZone, whole.unknownZone == nil { return whole }
        reading.unknownZone = zone.name
        return reading
    }
}

// MARK: - The two most common forms

extension DateParser {
    /// Parses `2024-05-06T07:08:09.123+08:00` or `…Z`: exactly RFC 3339 with a zone. Returns nil for other forms, which
    /// the slower parsers handle.
    static func internetDate(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Timestamp? {
        guard end - start >= 20, bytes[start + 4] == 0x2D, bytes[start + 7] == 0x2D,
            bytes[start + 10] | 0x20 == 0x74 || bytes[start + 10] == 0x20,
            bytes[start + 13] == 0x3A, bytes[start + 16] == 0x3A,
            let century = twoDigits(bytes, start), let yearOfCentury = twoDigits(bytes, start + 2),
            let month = twoDigits(bytes, start + 5), let day = twoDigits(bytes, start + 8),
            let hour = twoDigits(bytes, start + 11), let minute = twoDigits(bytes, start + 14),
            let second = twoDigits(bytes, start + 17)
        else { return nil }
        var index = start + 19
        if bytes[index] == 0x2E {
            index += 1
            while index < end, bytes[index] &- 0x30 < 10 { index += 1 }
        }
        guard index < end, let offset = offset(bytes, index, end) else { return nil }
        return DateFields(
            year: century * 100 + yearOfCentury, month: month, day: day, hour: hour, minute: minute, second: second,
            offsetMinutes: offset
        ).moment
    }

    /// Parses `Mon, 06 May 2024 07:08:09 +0800` or `… GMT`: exactly RFC 822 with a four-digit year, seconds and a
    /// simple zone. Returns nil for other forms.
    static func mailDate(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Timestamp? {
        var index = start
        if end - start > 5, bytes[start + 3] == 0x2C, bytes[start + 4] == 0x20 {
            guard isEnglishWeekday(bytes, start) else { return nil }
            index = start + 5
        }
        guard index + 20 <= end, var day = digit(bytes[index]) else { return nil }
        index += 1
        if let low = digit(bytes[index]) {
            day = day * 10 + low
            index += 1
        }
        guard index + 20 <= end, bytes[index] == 0x20, bytes[index + 4] == 0x20, bytes[index + 9] == 0x20,
            bytes[index + 12] == 0x3A, bytes[index + 15] == 0x3A, bytes[index + 18] == 0x20,
            let month = englishMonth(bytes, index + 1),
            let century = twoDigits(bytes, index + 5), let yearOfCentury = twoDigits(bytes, index + 7),
            let hour = twoDigits(bytes, index + 10), let minute = twoDigits(bytes, index + 13),
            let second = twoDigits(bytes, index + 16),
            let offset = offset(bytes, index + 19, end)
        else { return nil }
        return DateFields(
            year: century * 100 + yearOfCentury, month: month, day: day, hour: hour, minute: minute, second: second,
            offsetMinutes: offset
        ).moment
    }

    private static func digit(_ byte: UInt8) -> Int? {
        byte &- 0x30 < 10 ? Int(byte &- 0x30) : nil
    }

    private static func twoDigits(_ bytes: Span<UInt8>, _ at: Int) -> Int? {
        let high = bytes[at] &- 0x30
        let low = bytes[at + 1] &- 0x30
        return high < 10 && low < 10 ? Int(high) * 10 + Int(low) : nil
    }

    /// Packs three letters in lower case into one number.
    private static func letters(_ bytes: Span<UInt8>, _ at: Int) -> UInt32 {
        UInt32(bytes[at] | 0x20) << 16 | UInt32(bytes[at + 1] | 0x20) << 8 | UInt32(bytes[at + 2] | 0x20)
    }

    private static func isEnglishWeekday(_ bytes: Span<UInt8>, _ at: Int) -> Bool {
        switch letters(bytes, at) {
        case 0x6D6F6E, 0x747565, 0x776564, 0x746875, 0x667269, 0x736174, 0x73756E: true
        default: false
        }
    }

    private static func englishMonth(_ bytes: Span<UInt8>, _ at: Int) -> Int? {
        switch letters(bytes, at) {
        case 0x6A616E: 1
        case 0x666562: 2
        case 0x6D6172: 3
        case 0x617072: 4
        case 0x6D6179: 5
        case 0x6A756E: 6
        case 0x6A756C: 7
        case 0x617567: 8
        case 0x736570: 9
        case 0x6F6374: 10
        case 0x6E6F76: 11
        case 0x646563: 12
        default: nil
        }
    }

    /// The offset in minutes east of UTC if the remaining text is only a zone, such as `Z`, `GMT`, `UTC`, `EST`,
    /// `+0800` or `+08:00`; nil otherwise.
    private static func offset(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int? {
        switch end - start {
        case 1: return bytes[start] | 0x20 == 0x7A ? 0 : nil
        case 3:
            switch letters(bytes, start) {
            case 0x676D74, 0x757463: return 0
            // The US zones of RFC 822, section 5, ordered by offset: EDT; EST and CDT; CST and MDT; MST and PDT; PST.
            case 0x656474: return -240
            case 0x657374, 0x636474: return -300
            case 0x637374, 0x6D6474: return -360
            case 0x6D7374, 0x706474: return -420
            case 0x707374: return -480
            default: return nil
            }
        case 5, 6:
            let sign = bytes[start]
            guard sign == 0x2B || sign == 0x2D, end - start == 5 || bytes[start + 3] == 0x3A,
                let hours = twoDigits(bytes, start + 1), let minutes = twoDigits(bytes, end - 2),
                hours < 24, minutes < 60
            else { return nil }
            return (hours * 60 + minutes) * (sign == 0x2D ? -1 : 1)
        default: return nil
        }
    }
}
