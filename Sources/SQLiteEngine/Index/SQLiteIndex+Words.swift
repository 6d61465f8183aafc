internal import Database
internal import LibraryStorage
internal import SQLite

extension SQLiteIndex {
    package func frequentWordRows(beginningWith prefix: [UInt8]?) throws -> [[UInt8]] {
        try connection.frequentWordRows(beginningWith: prefix)
    }

    package func scan(
        from lower: [UInt8], to upper: [UInt8], terms: Int, postings: Int,
        _ body: (_ term: [UInt8], _ articles: Int) throws -> Void
    ) throws -> Bool {
        try fts5.openVocabulary()
        let statement = try connection.cachedStatement(
            "SELECT term, doc, cnt FROM temp.vocabulary WHERE term >= ? AND term < ?")
        defer { statement.reset() }
        statement.bind(text: lower.span, at: 1)
        statement.bind(text: upper.span, at: 2)
        var terms = terms
        var postings = postings
        while try statement.step() {
            terms -= 1
            postings -= statement.count(2)
            try body(statement.bytes(0), statement.count(1))
            if terms == 0 || postings <= 0 { return false }
        }
        return true
    }
}
