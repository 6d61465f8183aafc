/// Splits letters into syllables, and finds syllables that sound similar.
extension Pinyin {
    /// All ways to divide the typed letters into complete syllables, those with the fewest syllables first; at most
    /// four.
    ///
    /// - Parameter letters: lower-case ASCII. The result for more than 64 letters is empty.
    public func syllables(of letters: [UInt8]) -> [[[UInt8]]] {
        guard !letters.isEmpty, letters.count <= 64 else { return [] }
        var found: [[[UInt8]]] = []
        var path: [[UInt8]] = []
        var steps = 0
        func follow(_ start: Int) {
            steps += 1
            guard found.count < 16, steps < 2_000 else { return }
            if start == letters.count { return found.append(path) }
            for end in stride(from: min(letters.count, start + 6), to: start, by: -1)
            where isSyllable(letters[start..<end]) && hasVowel(letters[start..<end]) {
                path.append(Array(letters[start..<end]))
                follow(end)
                path.removeLast()
            }
        }
        follow(0)
        return Array(found.enumerated().sorted { ($0.1.count, $0.0) < ($1.1.count, $1.0) }.map(\.1).prefix(4))
    }

    /// Whether the letters include a vowel. This excludes readings such as `n` and `hm`, which nobody uses to type
    /// words.
    private func hasVowel(_ letters: ArraySlice<UInt8>) -> Bool {
        letters.contains { "aeiouv".utf8.contains($0) }
    }

    /// Whether the entered letters are complete readings of all characters of a word, in order.
    public func isSpelledOut(_ letters: [UInt8], of word: String) -> Bool {
        var places: Set<Int> = [0]
        for scalar in word.unicodeScalars {
            var next: Set<Int> = []
            for reading in readings(of: scalar) {
                for place in places where letters[place...].starts(with: reading) { next.insert(place + reading.count) }
            }
            places = next
            if places.isEmpty { return false }
        }
        return places.contains(letters.count)
    }

    /// Whether the entered letters are the initials of a word's characters; `zh`, `ch` and `sh` count as one letter.
    public func isInitials(_ letters: [UInt8], of word: String) -> Bool {
        var places: Set<Int> = [0]
        for scalar in word.unicodeScalars {
            var next: Set<Int> = []
            for reading in readings(of: scalar) {
                for place in places where place < letters.count && letters[place] == reading[0] {
                    next.insert(place + 1)
                    if reading.count > 1, reading[1] == UInt8(ascii: "h"),
                        letters[place...].starts(with: reading.prefix(2))
                    {
                        next.insert(place + 2)
                    }
                }
            }
            places = next
        }
        return places.contains(letters.count)
    }

    /// Syllables that many speakers do not distinguish from this one, for example `zi` for `zhi`, `lan` for `nan`, and
    /// `jin` for `jing`.
    public func soundsNearly(_ syllable: [UInt8]) -> [[UInt8]] {
        guard let first = syllable.first else { return [] }
        var starts = [syllable]
        if syllable.count > 1, syllable[1] == UInt8(ascii: "h") {
            starts.append([first] + syllable.dropFirst(2))
        } else if "zcs".utf8.contains(first) {
            starts.append([first, UInt8(ascii: "h")] + syllable.dropFirst())
        } else if first == UInt8(ascii: "n") {
            starts.append([UInt8(ascii: "l")] + syllable.dropFirst())
        } else if first == UInt8(ascii: "l") {
            starts.append([UInt8(ascii: "n")] + syllable.dropFirst())
        }
        var out = starts
        for start in starts {
            if start.last == UInt8(ascii: "g") {
                out.append(Array(start.dropLast()))
            } else if start.last == UInt8(ascii: "n") {
                out.append(start + [UInt8(ascii: "g")])
            }
        }
        return out.filter { $0 != syllable && isSyllable($0) }
    }

    /// All characters, as code points, that have this reading.
    ///
    /// - Complexity: linear in the number of all readings, about 40,000.
    public func characters(soundingLike syllable: [UInt8]) -> [UInt32] {
        guard let number = number(of: syllable) else { return [] }
        return characters(withReading: number)
    }
}
