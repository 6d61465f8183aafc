internal import ArticleSearch
internal import Articles
internal import Database
internal import PostgreSQL
internal import SearchRanking

/// Collects changes to the ranking facts of articles in a transaction. Blocks of facts are read when they are first
/// needed, and written at the end of the transaction.
final class FactsWriter {
    private let library: LibraryConnection
    private var blocks: [Int64: FactsBlock] = [:]

    init(_ library: LibraryConnection) { self.library = library }

    func forget() { blocks.removeAll() }

    /// Reads the blocks that contain the given articles, in one round trip.
    func need(_ numbers: some Sequence<Int64>) throws {
        let missing = Set(numbers.filter(ArticleIDRange.isValid).map { $0 / FactsBlock.size }).filter {
            blocks[$0] == nil
        }
        if missing.isEmpty { return }
        let rows = try library.query(
            """
            SELECT block, facts FROM feedsearch.article_facts WHERE library = $1 AND slot = $2 AND block = ANY ($3)
            """, [.integers(missing.sorted())])
        for number in missing { blocks[number] = FactsBlock() }
        for row in rows { blocks[row.integer(0)] = FactsBlock(units: UnitBytes.units(row.bytes(1))) ?? FactsBlock() }
    }

    /// Changes the facts of an article. The article's block must have been read by `need`.
    func change(_ n: Int64, _ body: (inout RankingFacts) -> Void) {
        // An id that was tampered with may be invalid or not covered by any block.
        guard ArticleIDRange.isValid(n), var facts = blocks[n / FactsBlock.size]?[n] else { return }
        body(&facts)
        blocks[n / FactsBlock.size]?[n] = facts
    }

    /// Returns the statements that write the blocks, and discards the blocks.
    func takeRequests() -> [PostgresRequest] {
        let requests = blocks.sorted { $0.key < $1.key }.map { number, block in
            library.request(
                """
                INSERT INTO feedsearch.article_facts (library, slot, block, facts) VALUES ($1, $2, $3, $4)
                ON CONFLICT (library, slot, block) DO UPDATE SET facts = excluded.facts
                """, [.integer(number), .bytes(UnitBytes.bytes(block.units[...]))])
        }
        blocks.removeAll()
        return requests
    }
}
