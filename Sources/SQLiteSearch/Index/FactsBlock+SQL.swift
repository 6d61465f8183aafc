package import ArticleSearch
package import SQLite

extension FactsBlock {
    /// - Returns: nil if the block is not stored, or malformed.
    package static func read(_ number: Int64, _ connection: Connection) throws -> FactsBlock? {
        let statement = try connection.cachedStatement("SELECT facts FROM article_facts WHERE block = ?")
        defer { statement.reset() }
        statement.bind(number, at: 1)
        guard try statement.step() else { return nil }
        var units: [UInt16] = []
        statement.copyUnits(0, into: &units)
        return FactsBlock(units: units)
    }

    package func write(_ number: Int64, _ connection: Connection) throws {
        let statement = try connection.cachedStatement("REPLACE INTO article_facts (block, facts) VALUES (?, ?)")
        statement.bind(number, at: 1)
        statement.bind(units: units.span, at: 2)
        try statement.run()
    }
}
