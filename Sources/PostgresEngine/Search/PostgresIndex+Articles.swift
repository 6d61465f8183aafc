package import ArticleSearch
internal import Articles
internal import Database
internal import LibraryStorage
internal import PostgreSQL
internal import PostingIndex
package import SearchRanking

/// Reads the ranking data of articles.
extension PostgresIndex {
    /// The number of blocks, of 12 KB each, that are read together when one of them is needed.
    private static let blocksAtOnce: Int64 = 16

    /// Does nothing. Lengths are stored only together with the facts, because reading them separately would not save a
    /// round trip.
    package func readLengths(ofBlocks numbers: [Int64], _ keep: (Int64, [UInt16]) -> Void) throws {}

    package func readFacts(ofBlocks numbers: [Int64], _ keep: (Int64, FactsBlock) -> Void) throws {
        guard let one = numbers.first else { return }
        let first = one / Self.blocksAtOnce * Self.blocksAtOnce
        let wanted = numbers.count > 1 ? numbers : Array(first..<first + Self.blocksAtOnce)
        let rows = try connection.query(
            "SELECT block, facts FROM feedsearch.article_facts WHERE library = $1 AND slot = $2 AND block = ANY ($3)",
            place.values + [.integers(wanted)])
        for row in rows {
            if let block = FactsBlock(units: UnitBytes.units(row.bytes(1))) { keep(row.integer(0), block) }
        }
    }

    package func derivedFacts(of article: Int64) throws -> RankingFacts {
        let rows = try connection.query(
            """
            SELECT (SELECT lengths FROM feedsearch.indexed_length WHERE library = $1 AND slot = $2 AND n = $3),
                (SELECT sort_date FROM feedsearch.article WHERE library = $1 AND slot = $2 AND n = $3),
                (SELECT first FROM feedsearch.article_group WHERE library = $1 AND slot = $2 AND n = $3)
            """, place.values + [.integer(article)])
        var facts = RankingFacts()
        guard let row = rows.first else { return facts }
        let lengths = Self.numbers(row.bytes(0))
        if lengths.count > max(IndexColumn.title, IndexColumn.body) {
            facts.bodyLength = min(lengths[IndexColumn.body], 65_535)
            facts.titleLength = min(lengths[IndexColumn.title], 65_535)
        }
        facts.date = UInt32(clamping: row.integer(1))
        facts.foldKey = UInt32(clamping: row.integer(2))
        return facts
    }

    package func sortDates(of articles: [UInt32]) throws -> [Int64] {
        let rows = try connection.query(
            "SELECT n, sort_date FROM feedsearch.article WHERE library = $1 AND slot = $2 AND n = ANY ($3)",
            place.values + [.integers(articles.map { Int64($0) })])
        let dates = Dictionary(rows.map { ($0.integer(0), $0.integer(1)) }) { $1 }
        return articles.map { dates[Int64($0)] ?? 0 }
    }

    package func guids(ofBlock number: Int64) throws -> IDBlock {
        var block = IDBlock(number: number)
        let rows = try connection.query(
            """
            SELECT n, guid, feed FROM feedsearch.article
            WHERE library = $1 AND slot = $2 AND n BETWEEN $3 AND $4 ORDER BY n
            """, place.values + [.integer(block.range.lowerBound), .integer(block.range.upperBound)])
        for row in rows { row.withBytes(1) { block.add(row.integer(0), guid: $0, feed: row.integer(2)) } }
        return block
    }

    package func feedAddresses(of feeds: [Int64]) throws -> [Int64: String] {
        let rows = try connection.query(
            "SELECT id, url FROM feedsearch.feed WHERE library = $1 AND slot = $2 AND id = ANY ($3)",
            place.values + [.integers(feeds)])
        return Dictionary(rows.map { ($0.integer(0), $0.text(1)) }) { $1 }
    }

    package func characterReader(of articles: [UInt32]) throws -> any CharacterReading {
        PostgresCharacters(self, articles)
    }

    package func indexedText(of article: Int64) throws -> IndexedText? {
        let rows = try connection.query(
            """
            SELECT t.body, t.title, w.name, a.language FROM feedsearch.article_text t
            JOIN feedsearch.article a USING (library, slot, n)
            LEFT JOIN feedsearch.author w ON (w.library, w.slot, w.id) = (a.library, a.slot, a.author)
            WHERE t.library = $1 AND t.slot = $2 AND t.n = $3
            """, place.values + [.integer(article)])
        return try rows.first.map {
            IndexedText(
                body: try library.text($0, 0), title: $0.text(1), author: $0.textOrNil(2), language: $0.textOrNil(3))
        }
    }

    // MARK: - Words

    package func frequentWordRows(beginningWith prefix: [UInt8]?) throws -> [[UInt8]] {
        try library.frequentWordRows(beginningWith: prefix)
    }

    package func scan(
        from lower: [UInt8], to upper: [UInt8], terms: Int, postings: Int,
        _ body: (_ term: [UInt8], _ articles: Int) throws -> Void
    ) throws -> Bool {
        let reader = try makeReader()
        guard try reader.refresh() else { throw MalformedIndexError() }
        var terms = terms
        var postings = postings
        return try reader.forEachTerm(from: lower, to: upper) { term in
            guard let list = try reader.term(term.span) else { throw MalformedIndexError() }
            // A word may have an empty posting list if all of its articles have changed.
            if list.count == 0 { return true }
            terms -= 1
            postings -= list.count
            try body(term, list.count)
            return terms != 0 && postings > 0
        }
    }
}

/// Reads the character counts and the texts of articles, many articles at a time.
final class PostgresCharacters: CharacterReading {
    private let index: PostgresIndex
    private let articles: [UInt32]
    /// The character counts that were read last, with the index of the part of `articles` that they belong to.
    private var counts: (part: Int, of: [Int64: [UInt8]]) = (-1, [:])
    private var texts: (part: Int, of: [Int64: PostgresRow]) = (-1, [:])
    /// An article's counts take a few hundred bytes; its text takes about 4 KB.
    private static let countsAtOnce = 256
    private static let textsAtOnce = 16

    /// - Parameter articles: the articles that may be read, ascending.
    init(_ index: PostgresIndex, _ articles: [UInt32]) {
        self.index = index
        self.articles = articles
    }

    func read(_ article: Int64, _ body: (UInt16, UInt32) -> Bool) throws {
        if let part = part(of: article, Self.countsAtOnce), part != counts.part {
            let rows = try query("SELECT n, characters FROM feedsearch.article_forward", part, Self.countsAtOnce)
            // Earlier versions of the program stored no counts; these articles are counted from their texts below.
            counts = (part, Dictionary(rows.compactMap { $0.isNull(1) ? nil : ($0.integer(0), $0.bytes(1)) }) { $1 })
        }
        if let known = counts.of[article] { return CharacterCounts.forEach(in: known.span, body) }
        guard let text = try index.indexedText(of: article) else { return }
        CharacterCounts.forEach(in: Array(ForwardEntry(text).characters).span, body)
    }

    func withTexts(of article: Int64, _ body: (_ title: Span<UInt8>, _ text: Span<UInt8>) -> Void) throws {
        if let part = part(of: article, Self.textsAtOnce), part != texts.part {
            let rows = try query("SELECT n, title, body FROM feedsearch.article_text", part, Self.textsAtOnce)
            texts = (part, Dictionary(rows.map { ($0.integer(0), $0) }) { $1 })
        }
        guard let row = texts.of[article] else { return }
        try row.withBytes(1) { title in try index.library.withText(row, 2) { body(title, $0) } }
    }

    /// The index of the part that contains an article. Parts consist of `size` articles.
    private func part(of article: Int64, _ size: Int) -> Int? {
        let articles = articles
        let place = articles.span.firstIndex(notBelow: UInt32(clamping: article))
        return place < articles.count && Int64(articles[place]) == article ? place / size : nil
    }

    private func query(_ select: String, _ part: Int, _ size: Int) throws -> PostgresRows {
        let some = articles.dropFirst(part * size).prefix(size)
        return try index.connection.query(
            "\(select) WHERE library = $1 AND slot = $2 AND n = ANY ($3)",
            index.place.values + [.integers(some.map { Int64($0) })])
    }
}
