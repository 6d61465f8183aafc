internal import ArticleSearch
package import SQLite
internal import SearchRanking

/// Reads the character counts and the texts of articles, one article at a time.
package final class StoredCharacters: CharacterReading {
    private var units = EarlierUnits()
    private let statement: Statement
    private let connection: Connection

    package init(connection: Connection) throws {
        self.connection = connection
        statement = try connection.cachedStatement("SELECT characters, units FROM article_forward WHERE n = ?")
    }

    package func read(_ n: Int64, _ body: (UInt16, UInt32) -> Bool) throws {
        statement.bind(n, at: 1)
        defer { statement.reset() }
        if try statement.step() {
            if !statement.isNull(0) { return statement.withBytes(0) { CharacterCounts.forEach(in: $0, body) } }
            if let packed = units.packedCharacters(statement, column: 1) {
                return CharacterCounts.forEach(in: packed.span, body)
            }
        }
        guard let text = try IndexedText.stored(n, connection) else { return }
        CharacterCounts.forEach(in: Array(ForwardEntry(text).characters).span, body)
    }

    package func withTexts(of article: Int64, _ body: (_ title: Span<UInt8>, _ text: Span<UInt8>) -> Void) throws {
        let statement = try connection.cachedStatement(SQLiteStoredTexts.titleAndBody)
        defer { statement.reset() }
        statement.bind(article, at: 1)
        guard try statement.step() else { return }
        statement.withBytes(0) { title in statement.withBytes(1) { body(title, $0) } }
    }
}

/// Reads rows of `article_forward` that were written by earlier versions. They contain all units of an article
/// (`ForwardUnits`) instead of character counts.
package struct EarlierUnits {
    private var units: [UInt16] = []
    private var counts: CharacterCounts?

    package init() {}

    /// The packed character counts of an article; nil if its units were truncated.
    package mutating func packedCharacters(_ row: borrowing Statement, column: Int32) -> [UInt8]? {
        row.copyUnits(column, into: &units)
        guard units.count < ForwardUnits.maxCodes else { return nil }
        var counts = self.counts.take() ?? CharacterCounts()
        let titleEnd = ForwardUnits.endOfTitle(in: units.span) ?? 0
        counts.add(units.span.extracting(0..<titleEnd), weight: CharacterCounts.weight(ofColumn: IndexColumn.title))
        counts.add(
            units.span.extracting(titleEnd..<units.count), weight: CharacterCounts.weight(ofColumn: IndexColumn.body))
        var out: [UInt8] = []
        counts.finish(into: &out)
        self.counts = counts
        return out
    }
}
