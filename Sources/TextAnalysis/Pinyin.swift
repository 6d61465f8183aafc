/// Han characters by their Mandarin pronunciation, as typed in an input method: syllables without tones, or initials.
///
/// All readings of a character are accepted, because the context is not examined: 重 is both `zhong` and `chong`.
public final class Pinyin: Sendable {
    /// The shared table of the process. It is unpacked on first use.
    public static let shared = Pinyin()

    private static let first: UInt32 = 0x4E00
    private static let last: UInt32 = 0x9FFF

    /// The letters of each syllable.
    private let syllables: [[UInt8]]
    private let numbers: [[UInt8]: UInt16]
    /// For each character, the index of its first reading in `readings`. One additional element marks the end.
    private let starts: [UInt32]
    private let readings: [UInt16]

    private init() {
        var syllables: [[UInt8]] = []
        var pairs: [(character: UInt32, syllable: UInt16)] = []
        pairs.reserveCapacity(40_000)
        // The table is parsed byte by byte. Splitting these 100 KB into strings would take 4 ms, more than the rest of
        // a process that completes a word.
        PinyinData.lines.withUTF8Buffer { text in
            var letters: [UInt8] = []
            var index = 0
            while index < text.count {
                let byte = unsafe text[index]
                if byte < 0x80 {
                    if byte == UInt8(ascii: " ") {
                        syllables.append(letters)
                    } else if byte == UInt8(ascii: "\n") {
                        letters.removeAll(keepingCapacity: true)
                    } else {
                        letters.append(byte)
                    }
                    index += 1
                    continue
                }
                let size = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
                guard index + size <= text.count else { return }
                var scalar = UInt32(byte) & (0x7F >> UInt32(size))
                for next in index + 1..<index + size { scalar = unsafe scalar << 6 | UInt32(text[next] & 0x3F) }
                index += size
                guard let place = Self.index(scalar), !syllables.isEmpty else { continue }
                pairs.append((UInt32(place), UInt16(syllables.count - 1)))
            }
        }
        var counts = [UInt32](repeating: 0, count: Self.size + 1)
        for pair in pairs { counts[Int(pair.character) + 1] += 1 }
        for index in 1..<counts.count { counts[index] += counts[index - 1] }
        starts = counts
        var readings = [UInt16](repeating: 0, count: pairs.count)
        for pair in pairs {
            readings[Int(counts[Int(pair.character)])] = pair.syllable
            counts[Int(pair.character)] += 1
        }
        self.readings = readings
        self.syllables = syllables
        numbers = Dictionary(syllables.enumerated().map { ($1, UInt16($0)) }, uniquingKeysWith: { a, _ in a })
    }

    private static var size: Int { Int(last - first) + 2 }

    /// 〇 is outside the block of unified ideographs and has index 0.
    private static func index(_ scalar: UInt32) -> Int? {
        if scalar == 0x3007 { return 0 }
        return scalar >= first && scalar <= last ? Int(scalar - first) + 1 : nil
    }

    /// The readings of a character, in lower-case letters; may be empty. A reading with ü is returned twice, once with
    /// `v` and once with `u`.
    public func readings(of character: Unicode.Scalar) -> [[UInt8]] {
        guard let index = Self.index(character.value) else { return [] }
        return readings[Int(starts[index])..<Int(starts[index + 1])].map { syllables[Int($0)] }
    }

    /// Whether the letters are a complete syllable.
    public func isSyllable(_ letters: some Collection<UInt8>) -> Bool { numbers[Array(letters)] != nil }

    func number(of syllable: [UInt8]) -> UInt16? { numbers[syllable] }

    /// The characters, as code points, that have the reading with this number.
    func characters(withReading number: UInt16) -> [UInt32] {
        var out: [UInt32] = []
        for place in 0..<Self.size {
            for reading in Int(starts[place])..<Int(starts[place + 1]) where readings[reading] == number {
                out.append(place == 0 ? 0x3007 : Self.first + UInt32(place) - 1)
            }
        }
        return out
    }

    // MARK: - Initials

    /// The initials of a word's characters, for each combination of their readings; empty if a character has no
    /// reading.
    ///
    /// - Returns: at most `maxForms`.
    public func initials(of word: String) -> [String] {
        var out: [[UInt8]] = [[]]
        for scalar in word.unicodeScalars {
            let letters = Set(readings(of: scalar).compactMap(\.first)).sorted()
            guard !letters.isEmpty else { return [] }
            out = Array(out.flatMap { start in letters.map { start + [$0] } }.prefix(Self.maxForms))
        }
        return out.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The maximum number of results of `initials(of:)` and `initials(ofTyped:)`.
    public static let maxForms = 16

    /// The initials that the entered letters can mean. For example, `quanwen`, `qwen` and `qw` all give `qw`.
    ///
    /// - Parameter letters: lower-case ASCII. The result for more than 64 letters is empty.
    /// - Returns: at most `maxForms`, those with the fewest syllables first.
    public func initials(ofTyped letters: [UInt8]) -> [String] {
        guard !letters.isEmpty, letters.count <= 64, letters.allSatisfy(Self.isLetter) else { return [] }
        var found: [[UInt8]] = []
        var path: [UInt8] = []
        var steps = 0
        func follow(_ start: Int) {
            steps += 1
            guard found.count < Self.maxForms, steps < 2_000 else { return }
            if start == letters.count { return found.append(path) }
            guard Self.beginsSyllable(letters[start]) else { return }
            for end in stride(from: min(letters.count, start + 6), to: start, by: -1) {
                let part = letters[start..<end]
                let isInitial = end == start + 1 || (end == start + 2 && letters[start + 1] == UInt8(ascii: "h"))
                // The last syllable in the entered letters may be incomplete.
                guard isInitial || isSyllable(part) || end == letters.count && isPrefix(part) else { continue }
                path.append(letters[start])
                follow(end)
                path.removeLast()
            }
        }
        follow(0)
        var seen: Set<[UInt8]> = []
        return found.filter { seen.insert($0).inserted }.map { String(decoding: $0, as: UTF8.self) }
    }

    private func isPrefix(_ part: ArraySlice<UInt8>) -> Bool { syllables.contains { $0.starts(with: part) } }

    private static func isLetter(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") }

    /// No Mandarin syllable begins with i, u or v.
    private static func beginsSyllable(_ letter: UInt8) -> Bool {
        letter != UInt8(ascii: "i") && letter != UInt8(ascii: "u") && letter != UInt8(ascii: "v")
    }

    // MARK: - Matching

    /// Whether the entered letters spell the beginning of a word. Each character is spelled by a reading or by its
    /// initial (`zh` counts as one letter). The last reading may be incomplete, and the letters need not spell all
    /// characters.
    public func isBeginning(_ letters: [UInt8], of word: String) -> Bool {
        follow(letters, word, isWhole: false)
    }

    /// Whether the entered letters spell the whole word.
    public func isSound(_ letters: [UInt8], of word: String) -> Bool { follow(letters, word, isWhole: true) }

    private func follow(_ letters: [UInt8], _ word: String, isWhole: Bool) -> Bool {
        // The offsets in the letters that can be reached after the characters so far.
        var places: Set<Int> = [0]
        for scalar in word.unicodeScalars {
            if !isWhole, places.contains(letters.count) { return true }
            var next: Set<Int> = []
            for reading in readings(of: scalar) {
                for place in places {
                    let rest = letters[place...]
                    if rest.starts(with: reading) { next.insert(place + reading.count) }
                    if let letter = reading.first, rest.first == letter { next.insert(place + 1) }
                    if reading.count > 2, reading[1] == UInt8(ascii: "h"), rest.starts(with: reading.prefix(2)) {
                        next.insert(place + 2)
                    }
                    if !isWhole, !rest.isEmpty, reading.starts(with: rest) { next.insert(letters.count) }
                }
            }
            places = next
            if places.isEmpty { return false }
        }
        return places.contains(letters.count)
    }

    /// Whether two words can have the same pronunciation. They must have the same number of characters.
    public func soundAlike(_ a: String, _ b: String) -> Bool {
        guard a.unicodeScalars.count == b.unicodeScalars.count else { return false }
        return zip(a.unicodeScalars, b.unicodeScalars).allSatisfy { one, other in
            one == other || readings(of: one).contains { readings(of: other).contains($0) }
        }
    }
}
