package import Articles
internal import SQLite
internal import Suggestions
internal import TextAnalysis

/// A search for a name that does not exist is an error, not an empty result.
extension SQLiteSearcher {
    /// - Throws: `StorageError.unknownName` if there is no such tag.
    package func verifyTag(_ name: String) throws {
        let folded = Analyzer.shared.foldedText(name)
        if try connection.integer("SELECT 1 FROM tag WHERE folded = ? LIMIT 1", [.text(folded)]) != nil { return }
        throw StorageError.unknownName(
            .tag, name, suggestion: try nearest(to: folded, among: "SELECT name FROM tag ORDER BY id"))
    }

    /// - Throws: `StorageError.unknownName` if no article has the language.
    package func verifyLanguage(_ code: String) throws {
        let condition = SQLFragment(.language(code))
        let found = try connection.integer("SELECT 1 FROM article a WHERE \(condition.sql) LIMIT 1", condition.values)
        if found != nil { return }
        let known = try connection.text(
            "SELECT lower(language) FROM article WHERE language IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC LIMIT 1")
        throw StorageError.unknownName(.language, code, suggestion: known)
    }

    package func unknownFeed(_ name: String, _ feeds: [Feed]) -> StorageError {
        let names = feeds.flatMap { [$0.ownTitle, $0.title].compactMap(\.self) }
        return .unknownName(.feed, name, suggestion: Self.nearest(to: Analyzer.shared.foldedText(name), among: names))
    }

    package func unknownFolder(_ name: String, _ feeds: [Feed]) -> StorageError {
        let names = feeds.flatMap { $0.folders.flatMap(\.self) }
        return .unknownName(.folder, name, suggestion: Self.nearest(to: Analyzer.shared.foldedText(name), among: names))
    }

    private static let maxNames = 10_000

    private func nearest(to folded: String, among sql: String) throws -> String? {
        let rows = try connection.prepare(sql + " LIMIT \(Self.maxNames)")
        var names: [String] = []
        while try rows.step() { names.append(rows.text(0)) }
        return Self.nearest(to: folded, among: names)
    }

    /// The most similar name: one or two edits away, or with this prefix.
    private static func nearest(to folded: String, among names: [String]) -> String? {
        let wanted = Array(folded.unicodeScalars)
        var best: (name: String, distance: Int)?
        for name in names.prefix(maxNames) {
            let other = Analyzer.shared.foldedText(name)
            let limit = wanted.count > 4 ? 2 : 1
            let isBeginning = wanted.count > 1 && other.hasPrefix(folded)
            let distance = EditDistance.between(wanted, Array(other.unicodeScalars), limit: limit)
            guard let distance = distance ?? (isBeginning ? limit + 1 : nil), distance < best?.distance ?? .max else {
                continue
            }
            best = (name, distance)
        }
        return best?.name
    }
}
