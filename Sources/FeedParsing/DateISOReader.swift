/// Parses ISO 8601:2004 and W3CDTF, including common mistakes in dates of these formats.
///
/// Dates: `2024-05-06`, `20240506`, `2024-5-6`, `2024/05/06`, `2024-05`, `2024`, `24-05-06`, `240506`, `-24-05`,
/// `2024-127`, `24127`, `2024-W19-1`, `2024W191`. Times: `T07:08:09,5`, `T070809`, `T07:08`, `T07`, `T07.5`; blanks may
/// replace or surround the `T`. Zones: `Z`, `+08:00`, `+0800`, `+08`. A number of seconds or milliseconds since 1970 is
/// also accepted.
struct DateISOReader {
    private let bytes: [UInt8]
    private var index = 0
    private var fields = DateFields(year: 0)
    private var hasZone = false

    /// Parses a date; nil if the bytes are not a date in ISO 8601 or W3CDTF.
    ///
    /// - Parameter bytes: the date without surrounding white space.
    static func read(_ bytes: [UInt8]) -> DateReading? {
        var reader = DateISOReader(bytes: bytes)
        return reader.read().map { DateReading(moment: $0, hasZone: reader.hasZone) }
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func read() -> Timestamp? {
        if let moment = unixTime() {
            hasZone = true
            return moment
        }
        guard readDate() else { return nil }
        if index < bytes.count {
            skipBlanks()
            if index < bytes.count, bytes[index] | 0x20 == 0x74 { index += 1 }
            skipBlanks()
            guard readTime() else { return nil }
            skipBlanks()
            guard readZone() else { return nil }
        }
        return index == bytes.count ? fields.moment : nil
    }

    // MARK: - Dates

    /// Parses a time since 1970. Ten digits are seconds, from 2001 to 2096; thirteen digits are milliseconds.
    private func unixTime() -> Timestamp? {
        guard bytes.count == 10 || bytes.count == 13 else { return nil }
        var value: Int64 = 0
        for byte in bytes {
            guard byte &- 0x30 < 10 else { return nil }
            value = value * 10 + Int64(byte &- 0x30)
        }
        if bytes.count == 13 { value /= 1_000 }
        return 1_000_000_000..<4_000_000_000 ~= value ? Timestamp(seconds: value) : nil
    }

    private mutating func readDate() -> Bool {
        // In "-0312" and "-03-12", the date consists of a year without century, and a month.
        if current == 0x2D {
            index += 1
            guard let first = digits(), first.count == 4 || first.count == 2 else { return false }
            if first.count == 4 { return setShortYear(first.value / 100, month: first.value % 100, day: 1) }
            guard take(0x2D), let month = digits(), month.count == 2 else { return false }
            return setShortYear(first.value, month: month.value, day: 1)
        }
        guard let first = digits() else { return false }
        switch first.count {
        case 2: return readShortDate(first.value)
        case 4: return readLongDate(first.value)
        case 5:
            fields.year = DateFields.fullYear(first.value / 1_000)
            return fields.setDayOfYear(first.value % 1_000)
        case 6:
            if setShortYear(first.value / 10_000, month: first.value / 100 % 100, day: first.value % 100),
                fields.moment != nil
            {
                return true
            }
            (fields.year, fields.month, fields.day) = (first.value / 100, first.value % 100, 1)
            return true
        case 7:
            fields.year = first.value / 1_000
            return fields.setDayOfYear(first.value % 1_000)
        case 8:
            (fields.year, fields.month, fields.day) = (first.value / 10_000, first.value / 100 % 100, first.value % 100)
            return true
        case 12, 14: return setDateAndTime(first.value, hasSeconds: first.count == 14)
        default: return false
        }
    }

    /// Reads the part of a date after a two-digit year, such as `-05-06` or `-127`.
    private mutating func readShortDate(_ year: Int) -> Bool {
        guard take(0x2D), let second = digits() else { return false }
        if second.count == 3 {
            fields.year = DateFields.fullYear(year)
            return fields.setDayOfYear(second.value)
        }
        guard second.count == 2, take(0x2D), let day = digits(), day.count == 2 else { return false }
        return setShortYear(year, month: second.value, day: day.value)
    }

    /// Reads the part of a date after a four-digit year, such as `-05-06`, `/5/6`, `-05`, `-127`, `-W19-1` or `W191`,
    /// or nothing.
    private mutating func readLongDate(_ year: Int) -> Bool {
        fields.year = year
        let separator = current
        if separator == 0x2D || separator == 0x2F || separator == 0x2E { index += 1 }
        if let letter = current, letter | 0x20 == 0x77 { return readWeek() }
        guard separator == 0x2D || separator == 0x2F || separator == 0x2E else { return true }
        guard let second = digits() else { return false }
        guard current == separator else {
            if second.count == 3 { return fields.setDayOfYear(second.value) }
            fields.month = second.value
            return second.count <= 2
        }
        index += 1
        guard let third = digits() else { return false }
        // A large host wrote months with three digits, the first of which was a superfluous zero.
        (fields.month, fields.day) = (second.value, third.value)
        if fields.month > 12, fields.day <= 12 { swap(&fields.month, &fields.day) }
        return second.count <= 2 || (second.count == 3 && second.value <= 12)
    }

    private mutating func readWeek() -> Bool {
        index += 1
        guard let number = digits() else { return false }
        if number.count == 3 { return fields.setWeek(number.value / 10, weekday: number.value % 10) }
        guard number.count == 2 else { return false }
        guard current == 0x2D else { return fields.setWeek(number.value, weekday: 1) }
        index += 1
        guard let day = digits(), day.count == 1 else { return false }
        return fields.setWeek(number.value, weekday: day.value)
    }

    private mutating func setShortYear(_ year: Int, month: Int, day: Int) -> Bool {
        (fields.year, fields.month, fields.day) = (DateFields.fullYear(year), month, day)
        return true
    }

    /// Sets date and time from a single number, such as `202405060708` or `20240506070809`.
    private mutating func setDateAndTime(_ value: Int, hasSeconds: Bool) -> Bool {
        var rest = value
        if hasSeconds {
            fields.second = rest % 100
            rest /= 100
        }
        fields.minute = rest % 100
        fields.hour = rest / 100 % 100
        rest /= 10_000
        (fields.year, fields.month, fields.day) = (rest / 10_000, rest / 100 % 100, rest % 100)
        return true
    }

    // MARK: - Times

    private mutating func readTime() -> Bool {
        // No time follows if the date has a zone (XML Schema), or if the date and time were a single run of digits.
        if let byte = current, byte == 0x2B || byte == 0x2D || byte | 0x20 == 0x7A { return true }
        guard let first = digits() else { return false }
        var unit = 3_600
        switch first.count {
        case 1, 2:
            fields.hour = first.value
            if take(0x3A) {
                guard let minute = digits(), minute.count <= 2 else { return false }
                fields.minute = minute.value
                unit = 60
                if take(0x3A) {
                    guard let second = digits(), second.count <= 2 else { return false }
                    fields.second = second.value
                    unit = 1
                }
            }
        case 4:
            (fields.hour, fields.minute) = (first.value / 100, first.value % 100)
            unit = 60
        case 6:
            (fields.hour, fields.minute, fields.second) = (
                first.value / 10_000, first.value / 100 % 100, first.value % 100
            )
            unit = 1
        default: return false
        }
        if current == 0x2E || current == 0x2C {
            index += 1
            readFraction(of: unit)
        }
        return current != 0x3A
    }

    /// Reads the digits after a decimal point. A fraction of an hour or minute is added to the time; a fraction of a
    /// second is ignored.
    private mutating func readFraction(of unit: Int) {
        var numerator = 0
        var denominator = 1
        while let byte = current, byte &- 0x30 < 10 {
            if denominator < 1_000_000 {
                numerator = numerator * 10 + Int(byte &- 0x30)
                denominator *= 10
            }
            index += 1
        }
        guard unit > 1 else { return }
        let seconds = numerator * unit / denominator
        if unit == 3_600 { fields.minute = seconds / 60 }
        fields.second = seconds % 60
    }

    private mutating func readZone() -> Bool {
        guard let sign = current else { return true }
        hasZone = true
        index += 1
        if sign | 0x20 == 0x7A { return true }
        guard sign == 0x2B || sign == 0x2D, let first = digits() else { return false }
        var minutes: Int
        switch first.count {
        case 1, 2:
            minutes = first.value * 60
            if take(0x3A) {
                // In an offset such as `+05:3`, the second digit of the minutes was cut off.
                guard let second = digits(), second.count <= 2 else { return false }
                let more = second.count == 1 ? second.value * 10 : second.value
                guard more < 60 else { return false }
                minutes += more
            }
        case 3, 4:
            guard first.value % 100 < 60 else { return false }
            minutes = first.value / 100 * 60 + first.value % 100
        default: return false
        }
        fields.offsetMinutes = sign == 0x2D ? -minutes : minutes
        return true
    }

    // MARK: - Bytes

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        index += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = current, byte == 0x20 || byte == 0x09 { index += 1 }
    }

    /// Reads a run of up to 14 digits. Longer runs are not part of a date.
    private mutating func digits() -> (value: Int, count: Int)? {
        let start = index
        var value = 0
        while let byte = current, byte &- 0x30 < 10, index - start < 15 {
            value = value * 10 + Int(byte &- 0x30)
            index += 1
        }
        return index > start && index - start < 15 ? (value, index - start) : nil
    }
}
