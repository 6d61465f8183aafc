/// How many letters apart two words are, to guess what was meant.
enum EditDistance {
    /// The nearest of some words, nil if none is within a third of the word's length.
    static func nearest(_ word: String, among words: [String]) -> String? {
        let limit = max(1, word.count / 3)
        let best = words.map { (word: $0, distance: between(word, $0)) }.min { $0.distance < $1.distance }
        guard let best, best.distance <= limit else { return nil }
        return best.word
    }

    /// Letters inserted, deleted, replaced, or swapped with their neighbour (optimal string alignment).
    static func between(_ first: String, _ second: String) -> Int {
        let a = Array(first)
        let b = Array(second)
        // What is this long was not mistyped.
        if a.count > 64 || b.count > 64 { return max(a.count, b.count) }
        var rows = [Array(0...b.count)]
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                var cost = min(rows[i][j] + (a[i] == b[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, rows[i - 1][j - 1] + 1) }
                row.append(cost)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
