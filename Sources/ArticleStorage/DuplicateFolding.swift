internal import SQLite
internal import TextAnalysis

/// Shows near-duplicates once in a page: titles equal after folding, and texts equal over 200 characters or more.
///
/// A view only; nothing is deleted, and what is folded stays countable.
struct DuplicateFolding {
    let store: ArticleStore
    /// Shorter texts never fold.
    static let minCharacters = 200
    /// Texts are compared up to here.
    static let comparedCharacters = 4_000

    func fold(_ hits: [SearchHit]) throws -> [SearchHit] {
        guard hits.count > 1 else { return hits }
        var out: [SearchHit] = []
        var firsts: [String: [(index: Int, text: String)]] = [:]
        let statement = try store.connection.cachedStatement(
            "SELECT title, substr(body, 1, \(Self.comparedCharacters)) FROM article_text WHERE n = ?")
        defer { statement.reset() }
        for (rank, hit) in hits.enumerated() {
            guard rank < Ranking.rerankCount else {
                out.append(hit)
                continue
            }
            statement.reset()
            statement.bind(hit.n, at: 1)
            guard try statement.step() else { continue }
            let text = statement.text(1)
            let title = Self.key(statement.text(0))
            if let first = firsts[title]?.first(where: { Self.same($0.text, text) }) {
                out[first.index].folded += 1
            } else {
                firsts[title, default: []].append((out.count, text))
                out.append(hit)
            }
        }
        return out
    }

    /// What two titles have in common that count as equal.
    static func key(_ title: String) -> String {
        String(Analyzer.shared.foldedText(title).filter { !$0.isWhitespace && !$0.isPunctuation })
    }

    /// One text begins with the other's beginning, 200 characters at least.
    static func same(_ a: String, _ b: String) -> Bool {
        let shorter = min(a.unicodeScalars.count, b.unicodeScalars.count, comparedCharacters)
        guard shorter >= minCharacters else { return false }
        return a.unicodeScalars.prefix(shorter).elementsEqual(b.unicodeScalars.prefix(shorter))
    }
}
