/// Parses dates written for people, and mail dates with mistakes.
///
/// One pass over the tokens sets the fields that are certain (a time, a zone, the name of a month, a number with a
/// unit). The remaining numbers are assigned by their size, their order and the marks between them.
struct DateWordReader {
    private let tokens: [DateToken]
    private var index = 0

    private var year: Int?
    private var month: Int?
    private var day: Int?
    /// The month that a word would mean if it were not the name of a weekday.
    private var doubtfulMonth: Int?
    /// The numbers without a unit that are not yet assigned to a field, each with the mark before it.
    private var numbers: [(value: Int, digitCount: Int, mark: Character?)] = []
    private var lastMark: Character?
    private var era = 0

    private var hour: Int?
    private var minute = 0
    private var second = 0
    private var isAfternoon: Bool?
    private var offset: Int?
    private var unknownZone: String?
    /// Whether a sign would begin an offset: true after a time, a zone name, am or pm.
    private var mayOffsetFollow = false
    private var monthFollows = false

    /// Parses a date.
    ///
    /// - Parameter bytes: the date without surrounding white space.
    static func read(_ bytes: [UInt8]) -> DateReading? {
        guard let tokenizer = DateTokenizer(bytes) else { return nil }
        var reader = DateWordReader(tokens: tokenizer.tokens)
        while reader.index < reader.tokens.count {
            guard reader.readPiece() else { return nil }
        }
        guard let moment = reader.moment(clockOffset: tokenizer.clockOffset) else { return nil }
        return DateReading(moment: moment, hasZone: reader.offset != nil, unknownZone: reader.unknownZone)
    }

    private init(tokens: [DateToken]) { self.tokens = tokens }

    /// Reads one or more tokens; returns false if they cannot be part of a date.
    private mutating func readPiece() -> Bool {
        let token = tokens[index]
        index += 1
        switch token.kind {
        case .number(let value, let digitCount): return readNumber(value, digitCount)
        case .word(let word): return readWord(word)
        case .unknown(let word): return readUnknown(word)
        case .mark(let mark): return readMark(mark)
        }
    }

    // MARK: - Pieces

    private mutating func readNumber(_ value: Int, _ digitCount: Int) -> Bool {
        mayOffsetFollow = false
        guard digitCount <= 4 else { return false }
        if mark(at: index) == ":" { return readTime(hour: value) }
        if monthFollows {
            monthFollows = false
            return Self.set(&month, value)
        }
        if case .word(let word)? = kind(at: index) {
            switch word {
            case .unit(.hour) where hour == nil: return readUnitTime(hour: value)
            case .unit(.minute), .unit(.second): return false
            case .unit(let unit) where unit != .hour:
                index += 1
                switch unit {
                case .year:
                    return Self.set(&year, era + (era == 0 && digitCount == 2 ? DateFields.fullYear(value) : value))
                case .month: return Self.set(&month, value)
                default: return Self.set(&day, value)
                }
            case .meridiem(let afternoon, leads: false) where hour == nil && 1...12 ~= value:
                index += 1
                hour = value
                isAfternoon = afternoon
                mayOffsetFollow = true
                return true
            default: break
            }
        }
        numbers.append((value, digitCount, lastMark))
        lastMark = nil
        return numbers.count <= 3
    }

    /// Reads a time such as `7:08`, `07:08:09` or `07:08:09.123`, starting at the first colon.
    private mutating func readTime(hour value: Int) -> Bool {
        guard hour == nil, case .number(let minutes, let count)? = kind(at: index + 1), count <= 2 else { return false }
        (hour, minute) = (value, minutes)
        index += 2
        if mark(at: index) == ":" {
            guard case .number(let seconds, let count)? = kind(at: index + 1), count <= 2 else { return false }
            second = seconds
            index += 2
            if let point = mark(at: index), point == "." || point == ",", index + 1 < tokens.count,
                tokens[index + 1].isAttached, case .number? = kind(at: index + 1)
            {
                index += 2
            }
        }
        mayOffsetFollow = true
        lastMark = nil
        return mark(at: index) != ":"
    }

    /// Reads a time such as `15h04`, `3点4分5秒` or `15 Uhr`, starting at the unit of the hour.
    private mutating func readUnitTime(hour value: Int) -> Bool {
        hour = value
        index += 1
        if case .number(let minutes, _)? = kind(at: index), tokens[index].isAttached || unit(at: index + 1) == .minute {
            minute = minutes
            index += 1
            if unit(at: index) == .minute { index += 1 }
            if case .number(let seconds, _)? = kind(at: index), unit(at: index + 1) == .second {
                second = seconds
                index += 2
            }
        }
        mayOffsetFollow = true
        lastMark = nil
        return true
    }

    private mutating func readWord(_ word: DateWord) -> Bool {
        switch word {
        case .month(let number):
            mayOffsetFollow = false
            return Self.set(&month, number)
        case .monthOrWeekday(let number): doubtfulMonth = doubtfulMonth ?? number
        case .meridiem(let afternoon, let leads):
            // In "am 6. Mai", the word "am" is a German preposition and does not mean a.m.
            guard leads || hour != nil else { return true }
            isAfternoon = isAfternoon ?? afternoon
            mayOffsetFollow = hour != nil
        case .zone(let minutes):
            // Before the time, an abbreviation of a zone is usually another word, such as "at" or "est".
            guard hour != nil else { return true }
            if offset == nil { offset = minutes }
            mayOffsetFollow = true
        case .monthFollows: monthFollows = true
        case .era(let first): era = first
        case .unit(.year): break
        case .unit(.hour), .unit(.minute), .unit(.second): return hour != nil
        case .unit: return false
        case .weekday, .noise: break
        }
        return true
    }

    private mutating func readUnknown(_ word: String) -> Bool {
        // Ignore the word: it is a misspelt weekday.
        if index == 1, let next = mark(at: 1), next == "," || next == "." { return true }
        guard hour != nil, offset == nil, word.utf8.count <= 5, word.utf8.allSatisfy({ 0x61...0x7A ~= $0 }) else {
            return false
        }
        // An unknown zone is treated as UTC, so that the date can still be parsed.
        offset = 0
        unknownZone = word.uppercased()
        mayOffsetFollow = true
        return true
    }

    private mutating func readMark(_ mark: Character) -> Bool {
        if mark == ":" { return false }
        if mark == "+" || mark == "-", mayOffsetFollow, index < tokens.count, tokens[index].isAttached,
            case .number(let value, let count)? = kind(at: index)
        {
            return readOffset(value, count, isWest: mark == "-")
        }
        if mark == "+" { return false }
        // In " -4712", the mark is the sign of a negative year and not a separator.
        if mark == "-", !tokens[index - 1].isAttached, index < tokens.count, tokens[index].isAttached,
            case .number(_, 3...)? = kind(at: index)
        {
            return false
        }
        if mark == "'", case .number(let value, 2)? = kind(at: index) {
            index += 1
            return Self.set(&year, DateFields.fullYear(value))
        }
        lastMark = mark
        return true
    }

    private mutating func readOffset(_ value: Int, _ digitCount: Int, isWest: Bool) -> Bool {
        index += 1
        var hours = value
        var minutes = 0
        if digitCount > 2 {
            (hours, minutes) = (value / 100, value % 100)
        } else if mark(at: index) == ":" {
            guard case .number(let second, 2)? = kind(at: index + 1) else { return false }
            minutes = second
            index += 2
        }
        guard digitCount <= 4, hours < 24, minutes < 60 else { return false }
        offset = (hours * 60 + minutes) * (isWest ? -1 : 1)
        mayOffsetFollow = false
        return true
    }

    // MARK: - Assigning numbers

    private mutating func moment(clockOffset: Int?) -> Timestamp? {
        guard place(), let year else { return nil }
        // Thai feeds use years of the Buddhist era, which are 543 years ahead, without marking them.
        var fields = DateFields(year: 2_400...2_700 ~= year ? year - 543 : year, month: month ?? 1, day: day ?? 1)
        guard month != nil || day == nil else { return nil }
        if var hour {
            if let isAfternoon, hour <= 12 { hour = hour % 12 + (isAfternoon ? 12 : 0) }
            (fields.hour, fields.minute, fields.second) = (hour, minute, second)
            fields.offsetMinutes = offset ?? clockOffset ?? 0
        }
        return fields.moment
    }

    private mutating func place() -> Bool {
        if month == nil, numbers.count < 3 { month = doubtfulMonth }
        switch numbers.count {
        case 0: return true
        case 1:
            let only = numbers[0]
            if year == nil {
                guard only.digitCount >= 3 else { return false }
                return Self.set(&year, fullYear(only.value, only.digitCount))
            }
            return Self.set(&day, only.value)
        case 2:
            guard month != nil, year == nil, day == nil else { return false }
            let isYearFirst = numbers[0].digitCount >= 3
            let (yearNumber, dayNumber) = isYearFirst ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
            guard dayNumber.digitCount <= 2 else { return false }
            day = dayNumber.value
            year = fullYear(yearNumber.value, yearNumber.digitCount)
            return yearNumber.digitCount >= 2
        default:
            guard month == nil, year == nil, day == nil else { return false }
            return placeThree()
        }
    }

    /// Assigns three numbers to year, month and day: `2024/5/6`, `5/6/2024` (month first, unless impossible),
    /// `6.5.2024`, `6-5-2024`, `6.5.24`, `5/6/24`.
    private mutating func placeThree() -> Bool {
        let (first, second, third) = (numbers[0], numbers[1], numbers[2])
        var (monthNumber, dayNumber) = (second.value, third.value)
        if first.digitCount >= 3 {
            year = first.value
        } else {
            guard third.digitCount == 4 || third.digitCount == 2 else { return false }
            year = fullYear(third.value, third.digitCount)
            let isMonthFirst = second.mark == "/" || second.mark == nil
            (monthNumber, dayNumber) = isMonthFirst ? (first.value, second.value) : (second.value, first.value)
        }
        if monthNumber > 12, dayNumber <= 12 { swap(&monthNumber, &dayNumber) }
        (month, day) = (monthNumber, dayNumber)
        return true
    }

    /// The full year for a year as written. Three-digit years count from 1900, as the date functions of some
    /// programming languages return them (RFC 2822 §4.3).
    private func fullYear(_ value: Int, _ digitCount: Int) -> Int {
        switch digitCount {
        case ...2: DateFields.fullYear(value)
        case 3: value + 1_900
        default: value
        }
    }

    // MARK: - Token access

    /// Sets a field that has no value yet. Returns false if the field already has a value, since the text is then not a
    /// single date.
    private static func set(_ field: inout Int?, _ value: Int) -> Bool {
        guard field == nil else { return false }
        field = value
        return true
    }

    private func kind(at position: Int) -> DateToken.Kind? {
        position < tokens.count ? tokens[position].kind : nil
    }

    private func mark(at position: Int) -> Character? {
        guard case .mark(let mark)? = kind(at: position) else { return nil }
        return mark
    }

    private func unit(at position: Int) -> DatePart? {
        guard case .word(.unit(let unit))? = kind(at: position) else { return nil }
        return unit
    }
}
