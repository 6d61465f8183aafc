extension TrendCondition {
    /// Parses a condition. Letters may be upper or lower case, spaces between a number and its unit are allowed, and
    /// units may be words: `30 days`.
    public init(_ text: String) throws(TrendConditionError) {
        var reader = TrendReader(text)
        switch reader.word() {
        case "count":
            try reader.expect(">")
            let at = reader.place
            guard let number = reader.number() else { throw reader.mistake(.number) }
            if reader.skip("x") {
                try reader.expect("usual")
                guard (1...Self.maxFactor * 100).contains(number.hundredths) else {
                    throw .outOfRange(.factor, lowest: 0, highest: Self.maxFactor, at: at)
                }
                try reader.expect("in")
                self.init(
                    .moreThanUsual(hundredths: number.hundredths), try reader.length(maxHours: Self.maxUsualHours))
            } else {
                guard number.isWhole, (0...Self.maxCount).contains(number.hundredths / 100) else {
                    throw .outOfRange(.number, lowest: 0, highest: Self.maxCount, at: at)
                }
                try reader.expect("in")
                self.init(.moreThan(number.hundredths / 100), try reader.length(maxHours: Self.maxHours))
            }
        case "none":
            try reader.expect("in")
            self.init(.none, try reader.length(maxHours: Self.maxHours))
        case "feed":
            try reader.expect("silent")
            try reader.expect("for")
            self.init(.feedSilent, try reader.length(maxHours: Self.maxHours))
        default: throw reader.mistake(.beginning)
        }
        try reader.end()
    }

    /// Parses a text that consists of a length, such as `30d` or `2 weeks`.
    public static func length(_ text: String) throws(TrendConditionError) -> Length {
        var reader = TrendReader(text)
        let length = try reader.length(maxHours: maxHours)
        try reader.end()
        return length
    }
}

/// Reads words, numbers and signs. Offsets are character positions.
private struct TrendReader {
    private let characters: [Character]
    private var at = 0
    /// The position of the last word or sign that was read or refused.
    private(set) var last = 0
    /// The maximum length of a quoted text in messages.
    private static let shownCharacters = 20

    init(_ text: String) { characters = Array(text.lowercased()) }

    /// The position of the next character that is not a space.
    var place: Int {
        var place = at
        while place < characters.count, characters[place].isWhitespace { place += 1 }
        return place
    }

    private static func isLetter(_ character: Character) -> Bool { ("a"..."z").contains(character) }
    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

    mutating func word() -> String? {
        let start = place
        var end = start
        while end < characters.count, Self.isLetter(characters[end]) { end += 1 }
        guard end > start else { return nil }
        (at, last) = (end, start)
        return String(characters[start..<end])
    }

    /// Skips a word or a sign if it comes next.
    mutating func skip(_ text: String) -> Bool {
        let before = (at, last)
        if text == ">" {
            guard place < characters.count, characters[place] == ">" else { return false }
            (at, last) = (place + 1, place)
            return true
        }
        if word() == text { return true }
        (at, last) = before
        return false
    }

    mutating func expect(_ text: String) throws(TrendConditionError) {
        guard skip(text) else {
            at = place
            throw mistakeHere(.word(text))
        }
    }

    /// A number with at most two decimals. Numbers that are too large become 100,000,000.
    mutating func number() -> (hundredths: Int, isWhole: Bool)? {
        let start = place
        var end = start
        var value = 0
        while end < characters.count, let digit = characters[end].wholeNumberValue, Self.isDigit(characters[end]) {
            value = min(value * 10 + digit, 100_000_000)
            end += 1
        }
        guard end > start else {
            at = start
            return nil
        }
        var decimals = 0
        var scale = 10
        if end + 1 < characters.count, characters[end] == ".", Self.isDigit(characters[end + 1]) {
            end += 1
            while end < characters.count, scale > 0, let digit = characters[end].wholeNumberValue,
                Self.isDigit(characters[end])
            {
                decimals += digit * scale
                scale /= 10
                end += 1
            }
        }
        (at, last) = (end, start)
        return (min(value, 100_000_000) * 100 + decimals, decimals == 0)
    }

    mutating func length(maxHours: Int64) throws(TrendConditionError) -> TrendCondition.Length {
        let start = place
        guard let number = number(), number.isWhole else {
            at = start
            throw mistakeHere(.length)
        }
        let unit: TrendCondition.Length.Unit
        switch word() {
        case "h", "hour", "hours": unit = .hour
        case "d", "day", "days": unit = .day
        case "w", "week", "weeks": unit = .week
        default:
            at = start
            throw mistakeHere(.length)
        }
        let most = Int(maxHours / unit.hours)
        guard (1...most).contains(number.hundredths / 100) else {
            throw .outOfRange(.length, lowest: 1, highest: most, at: start)
        }
        return TrendCondition.Length(number: number.hundredths / 100, unit: unit)
    }

    func end() throws(TrendConditionError) {
        if place < characters.count { throw mistakeHere(.end) }
    }

    /// The error for an unexpected word or sign.
    func mistake(_ expected: TrendConditionError.Expected) -> TrendConditionError {
        expected == .beginning ? mistake(expected, from: min(last, place)) : mistakeHere(expected)
    }

    func mistakeHere(_ expected: TrendConditionError.Expected) -> TrendConditionError { mistake(expected, from: place) }

    private func mistake(_ expected: TrendConditionError.Expected, from start: Int) -> TrendConditionError {
        let rest = characters[min(start, characters.count)...]
        let found = String(rest.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }.prefix(Self.shownCharacters))
        return .expected(expected, found: found, at: min(start, characters.count))
    }
}
