package import ArticleSearch
package import SQLite

extension FactsBlock {
    /// - Returns: nil if the block is not stored or is malformed.
    package static func read(_ number: Int64, _ connection: Connection) throws -> FactsBlock? {
        let statement = try connection.cachedStatement("SELECT facts FROM article_facts WHERE block = ?")
        defer { statement.reset() }
        statement.bind(number, at: 1)
        guard try statement.step() else { return nil }
        var units: [UInt16] = []
        statement.copyUnits(0, into: &units)
        return FactsBlock(units: units)
    }

    /// The stored lengths of a block; nil if the lengths are missing or have the wrong size.
    static func readLengths(_ number: Int64, _ connection: Connection) throws -> [UInt16]? {
        let statement = try connection.cachedStatement(
            "SELECT lengths FROM article_length WHERE block = ? AND length(lengths) = \(lengthByteCount)")
        defer { statement.reset() }
        statement.bind(number, at: 1)
        guard try statement.step() else { return nil }
        var units: [UInt16] = []
        statement.copyUnits(0, into: &units)
        return units
    }

    /// Writes the block of ranking data, and the lengths in it.
    package func write(_ number: Int64, _ connection: Connection) throws {
        let statement = try connection.cachedStatement("REPLACE INTO article_facts (block, facts) VALUES (?, ?)")
        statement.bind(number, at: 1)
        statement.bind(units: units.span, at: 2)
        try statement.run()
        try writeLengths(number, connection)
    }

    /// Writes the lengths of a block that is already stored.
    package func writeLengths(_ number: Int64, _ connection: Connection) throws {
        let statement = try connection.cachedStatement("REPLACE INTO article_length (block, lengths) VALUES (?, ?)")
        statement.bind(number, at: 1)
        statement.bind(units: storedLengths.span, at: 2)
        try statement.run()
    }
}
