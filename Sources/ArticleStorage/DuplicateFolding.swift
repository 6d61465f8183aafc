internal import SQLite
internal import TextAnalysis

/// Shows near-duplicates once in a page: titles equal after folding, and texts equal over 200 characters or more.
///
/// A view only; nothing is deleted, and what is folded stays countable. Articles can only be near-duplicates where their
/// keys are equal, so texts are read for these alone.
struct DuplicateFolding {
    let store: ArticleStore
    private static let minCharacters = 200
    /// So many codes of a text are in its key: fewer than 200 characters have.
    private static let keyCodes = 32

    /// What two near-duplicates share; 0 for a text that is too short to be one.
    static func key(title: [UInt16], body: [UInt16]) -> UInt32 {
        guard body.count >= keyCodes else { return 0 }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for code in title where code > ForwardUnits.gap { hash = (hash ^ UInt64(code)) &* 0x100_0000_01B3 }
        hash ^= hash >> 32
        for code in body.prefix(keyCodes) { hash = (hash ^ UInt64(code)) &* 0x100_0000_01B3 }
        hash ^= hash >> 29
        return max(1, UInt32(truncatingIfNeeded: hash ^ hash >> 32))
    }

    /// Of title and text as they stand in the forward index.
    static func key(of units: [UInt16]) -> UInt32 {
        let end = ForwardUnits.endOfTitle(in: units.span) ?? 0
        return key(title: Array(units[..<end]), body: Array(units[min(end + 1, units.count)...]))
    }

    /// The matches without those that an earlier one stands for, which counts them.
    func fold(_ matches: [RankedMatch]) throws -> [RankedMatch] {
        guard Self.haveEqualKeys(matches) else { return matches }
        var out: [RankedMatch] = []
        out.reserveCapacity(matches.count)
        var firsts: [UInt32: [Int]] = [:]
        for match in matches {
            guard match.foldKey != 0 else {
                out.append(match)
                continue
            }
            if let known = firsts[match.foldKey], let first = try known.first(where: { try same(out[$0].n, match.n) }) {
                out[first].folded += 1
            } else {
                firsts[match.foldKey, default: []].append(out.count)
                out.append(match)
            }
        }
        return out
    }

    /// On most pages no two have, and all that is left to do is to sort some numbers.
    private static func haveEqualKeys(_ matches: [RankedMatch]) -> Bool {
        var keys: [UInt32] = []
        keys.reserveCapacity(matches.count)
        for match in matches where match.foldKey != 0 { keys.append(match.foldKey) }
        keys.sort()
        return keys.indices.dropFirst().contains { keys[$0] == keys[$0 - 1] }
    }

    /// Whether two articles are near-duplicates.
    func same(_ a: Int64, _ b: Int64) throws -> Bool {
        guard let first = try text(a), let second = try text(b) else { return false }
        return Self.key(first.title) == Self.key(second.title) && Self.same(first.body, second.body)
    }

    private func text(_ n: Int64) throws -> (title: String, body: String)? {
        let statement = try store.connection.cachedStatement(
            "SELECT title, substr(body, 1, 4000) FROM article_text WHERE n = ?")
        defer { statement.reset() }
        statement.bind(n, at: 1)
        return try statement.step() ? (statement.text(0), statement.text(1)) : nil
    }

    private static func key(_ title: String) -> String {
        String(Analyzer.shared.foldedText(title).filter { !$0.isWhitespace && !$0.isPunctuation })
    }

    /// One text begins with the other's beginning, 200 characters at least.
    private static func same(_ a: String, _ b: String) -> Bool {
        let shorter = min(a.unicodeScalars.count, b.unicodeScalars.count)
        guard shorter >= minCharacters else { return false }
        return a.unicodeScalars.prefix(shorter).elementsEqual(b.unicodeScalars.prefix(shorter))
    }
}
