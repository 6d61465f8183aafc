/// The edit distance of two words. An edit deletes, inserts or replaces a letter, or swaps two adjacent letters.
package enum EditDistance {
    /// The distance (optimal string alignment); nil if it exceeds `limit`.
    ///
    /// - Complexity: the product of the lengths; words are short.
    package static func between<Letter: Equatable>(_ a: [Letter], _ b: [Letter], limit: Int) -> Int? {
        guard abs(a.count - b.count) <= limit else { return nil }
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            row.reserveCapacity(b.count + 1)
            for j in b.indices {
                var best = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
                row.append(best)
            }
            if row.allSatisfy({ $0 > limit }) { return nil }
            beforeLast = last
            last = row
        }
        return last[b.count] <= limit ? last[b.count] : nil
    }

    /// All strings that differ from an ASCII word by one edit within its first `positions` letters.
    package static func singleEdits(of word: [UInt8], within positions: Int) -> [[UInt8]] {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        var out: [[UInt8]] = []
        for index in 0..<min(positions, word.count) {
            var shorter = word
            shorter.remove(at: index)
            out.append(shorter)
            if index + 1 < word.count, word[index] != word[index + 1] {
                var swapped = word
                swapped.swapAt(index, index + 1)
                out.append(swapped)
            }
            for letter in letters {
                if letter != word[index] {
                    var changed = word
                    changed[index] = letter
                    out.append(changed)
                }
                var longer = word
                longer.insert(letter, at: index)
                out.append(longer)
            }
        }
        if positions >= word.count { out += letters.map { word + [$0] } }
        return out
    }
}
