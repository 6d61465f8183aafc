internal import ArticleSearch
internal import Articles
internal import Database
internal import LibraryStorage
internal import PostgreSQL
internal import PostingIndex
internal import SearchRanking

/// Checks all data derived from the texts (postings, lengths, ranking data and counts) against the texts themselves.
extension LibraryCheck {
    /// Number of texts that are read at once.
    private static let textsAtOnce = 64
    /// Memory limit for pages of the index.
    private static let cacheBytes = 64 << 20

    /// Index data computed from the texts, and the differences found so far.
    private struct Expected {
        var postings: PostingChecksum
        var articles = 0
        var lengths = [Int](repeating: 0, count: IndexColumn.count)
        var characters: [UInt32: Int64] = [:]
        var languages: [UInt8: Int64] = [:]
        var sketches: Int64 = 0
        /// Whether all articles have hashes of the text without the title.
        var hasTextSketches = false
        /// Number of articles whose stored ranking data is wrong.
        var wrongRanking = 0
        var wrongLengths = 0
        var wrongSketches = 0
        /// Articles whose texts cannot be read.
        var unreadable: [Int64] = []
        /// The most recently read block of ranking facts, with its number.
        var block: (number: Int64, facts: FactsBlock) = (-1, FactsBlock())
    }

    mutating func checkTexts() throws {
        let hasPairs = try PostgresIndex(library, cache: nil).state().hasPairs
        var expected = Expected(postings: PostingChecksum(hasPairs: hasPairs))
        expected.hasTextSketches = try LibraryTask.textSketches.progress(library) == nil
        let batch = PreparedBatch()
        var last: Int64 = 0
        while case let rows = try texts(after: last), let end = rows.last?.integer(0) {
            last = end
            batch.removeAll()
            try check(rows, batch, &expected)
        }
        try checkBin(&expected)
        if !expected.unreadable.isEmpty {
            let first = expected.unreadable.prefix(10).map { "#\($0)" }.joined(separator: " ")
            report.problems.append(
                "texts: \(expected.unreadable.count) cannot be read (\(first)); restore a backup")
            return
        }
        report.note("ranking: articles whose entries differ from their texts; run reindex", expected.wrongRanking)
        report.note("index: articles whose lengths differ from their texts; run reindex", expected.wrongLengths)
        report.note(
            "near-duplicates: articles whose hashes differ from their texts; run reindex", expected.wrongSketches)
        if expected.wrongSketches == 0 {
            report.note(
                "near-duplicates: hashes too many; run reindex",
                Int64(try count("FROM feedsearch.article_sketch x")) - expected.sketches)
        }
        try checkSums(expected)
        try checkIndex(expected)
    }

    private func texts(after n: Int64) throws -> [PostgresRow] {
        let rows = try library.query(
            """
            SELECT t.n, t.body, t.title, w.name, a.language, a.sort_date, f.characters, l.lengths, g.first
            FROM feedsearch.article_text t
            JOIN feedsearch.article a ON a.library = $1 AND a.slot = $2 AND a.n = t.n
            LEFT JOIN feedsearch.author w ON w.library = $1 AND w.slot = $2 AND w.id = a.author
            LEFT JOIN feedsearch.article_forward f ON f.library = $1 AND f.slot = $2 AND f.n = t.n
            LEFT JOIN feedsearch.indexed_length l ON l.library = $1 AND l.slot = $2 AND l.n = t.n
            LEFT JOIN feedsearch.article_group g ON g.library = $1 AND g.slot = $2 AND g.n = t.n
            WHERE t.library = $1 AND t.slot = $2 AND t.n > $3 ORDER BY t.n LIMIT \(Self.textsAtOnce)
            """, [.integer(n)])
        return Array(rows)
    }

    /// Checks the texts in the bin, which are needed when articles are restored.
    private func checkBin(_ expected: inout Expected) throws {
        var last: Int64 = 0
        while true {
            let rows = try library.query(
                """
                SELECT n, body FROM feedsearch.removed_article WHERE library = $1 AND slot = $2 AND n > $3
                ORDER BY n LIMIT \(Self.textsAtOnce)
                """, [.integer(last)])
            for row in rows { _ = try body(row, &expected) }
            if rows.isEmpty { return }
            last = rows[rows.count - 1].integer(0)
        }
    }

    /// - Parameter row: the id and the text of an article.
    /// - Returns: nil if the text cannot be read.
    private func body(_ row: PostgresRow, _ expected: inout Expected) throws -> [UInt8]? {
        do { return try library.text(row, 1) } catch is UnreadableTextError {
            expected.unreadable.append(row.integer(0))
            return nil
        }
    }

    private func check(_ rows: [PostgresRow], _ batch: PreparedBatch, _ expected: inout Expected) throws {
        var keys: [(key: Int32, id: Int64)] = []
        var textKeys: [(key: Int32, id: Int64)] = []
        var ordinal = -1
        for row in rows {
            try library.connection.checkDeadline()
            let n = row.integer(0)
            guard let body = try body(row, &expected) else { continue }
            ordinal += 1
            let text = IndexedText(
                body: body, title: row.text(2), author: row.textOrNil(3), language: row.textOrNil(4))
            batch.add(text)
            expected.postings.add(text, article: n)
            let entry = batch.forwardEntry(ofArticle: ordinal)
            for character in batch.characters(ofArticle: ordinal) { expected.characters[character, default: 0] += 1 }
            if let code = LanguageCode.of(row.textOrNil(4)) { expected.languages[code, default: 0] += 1 }
            keys += entry.sketch.keys.map { ($0, n) }
            textKeys += entry.sketch.textKeys.map { ($0, n) }
            let lengths = PostgresPages.lengths(row.bytes(7))
            if lengths.count == IndexColumn.count {
                expected.articles += 1
                for column in lengths.indices { expected.lengths[column] += lengths[column] }
            }
            let hasLengths =
                lengths.count == IndexColumn.count && lengths[IndexColumn.body] == entry.bodyLength
                && lengths[IndexColumn.title] == entry.titleLength
            if !hasLengths { expected.wrongLengths += 1 }
            let facts = RankingFacts(
                bodyLength: min(entry.bodyLength, 65_535), titleLength: min(entry.titleLength, 65_535),
                date: UInt32(clamping: row.integer(5)), foldKey: UInt32(clamping: row.integer(8)))
            let isWrong = row.isNull(6) || row.bytes(6)[...] != entry.characters
            if try isWrong || storedFacts(of: n, &expected) != facts {
                expected.wrongRanking += 1
            }
        }
        // Until `optimize` has run, articles that earlier programs stored have no hashes of the text without the title.
        let ofTexts = try library.integer(
            """
            SELECT count(*) FROM unnest($3::int8[], $4::int8[]) AS u(key, n) JOIN feedsearch.article_sketch s
                ON s.library = $1 AND s.slot = $2 AND s.key = u.key::int4 AND s.n = u.n
            """, [.integers(textKeys.map { Int64($0.key) }), .integers(textKeys.map(\.id))])
        expected.sketches += Int64(keys.count) + (ofTexts ?? 0)
        if expected.hasTextSketches { keys += textKeys }
        expected.wrongSketches += Int(
            try library.integer(
                """
                SELECT count(DISTINCT u.n) FROM unnest($3::int8[], $4::int8[]) AS u(key, n) WHERE NOT EXISTS (
                    SELECT 1 FROM feedsearch.article_sketch s
                    WHERE s.library = $1 AND s.slot = $2 AND s.key = u.key::int4 AND s.n = u.n)
                """, [.integers(keys.map { Int64($0.key) }), .integers(keys.map(\.id))]) ?? 0)
    }

    private func storedFacts(of n: Int64, _ expected: inout Expected) throws -> RankingFacts {
        let number = n / FactsBlock.size
        if expected.block.number != number {
            let bytes = try library.query(
                "SELECT facts FROM feedsearch.article_facts WHERE library = $1 AND slot = $2 AND block = $3",
                [.integer(number)]
            ).first?.bytes(0)
            expected.block = (number, bytes.flatMap { FactsBlock(units: UnitBytes.units($0)) } ?? FactsBlock())
        }
        return expected.block.facts[n]
    }

    private mutating func checkSums(_ expected: Expected) throws {
        let characters = try library.query(
            "SELECT character, articles FROM feedsearch.character_frequency WHERE library = $1 AND slot = $2")
        var counted: [UInt32: Int64] = [:]
        for row in characters where row.integer(1) != 0 { counted[UInt32(clamping: row.integer(0))] = row.integer(1) }
        report.note(
            "index: wrong counts of characters; run reindex", Self.differences(counted, expected.characters))
        let languages = try library.query(
            "SELECT code, articles FROM feedsearch.stem_language WHERE library = $1 AND slot = $2")
        var known: [UInt8: Int64] = [:]
        for row in languages where row.integer(1) != 0 { known[row.bytes(0).first ?? 0] = row.integer(1) }
        report.note("index: wrong counts of languages; run reindex", Self.differences(known, expected.languages))
    }

    private static func differences<Key: Hashable>(_ one: [Key: Int64], _ other: [Key: Int64]) -> Int {
        Set(one.keys).union(other.keys).count { one[$0] != other[$0] }
    }

    private mutating func checkIndex(_ expected: Expected) throws {
        let entries = try count("FROM feedsearch.indexed_length x")
        if entries != report.articles {
            report.problems.append("index: \(entries) entries for \(report.articles) articles; run reindex")
        }
        let pages = PostgresPages(
            library.connection, library.place, cache: SegmentCache(maxBytes: Self.cacheBytes))
        let sums = PostgresIndex.numbers(try pages.record(SegmentRowID.averages))
        let counted =
            expected.articles == 0 && sums.allSatisfy { $0 == 0 } || sums == [expected.articles] + expected.lengths
        if !counted { report.problems.append("index: sums of lengths are wrong; run reindex") }
        let reader = try PostingReader(pages)
        do {
            var stored = PostingChecksum(hasPairs: expected.postings.hasPairs)
            try stored.add(reader)
            if stored.value != expected.postings.value {
                report.problems.append("index: postings and texts differ; run reindex")
            }
            report.note("index: block lists that differ from postings; run reindex", try reader.wrongBlockLists())
            report.note("index: pages that belong to no term; run reindex", try reader.strayPages())
        } catch is MalformedIndexError {
            report.problems.append("index: malformed pages; run reindex")
        }
        try checkSegments(reader)
    }

    /// Finds pages that no search reads because their segment is not in the list, and segment ids that would be
    /// assigned again.
    private mutating func checkSegments(_ reader: PostingReader) throws {
        let segments = reader.segmentIDs.map { Int64($0) }
        let unknown = try library.integer(
            """
            SELECT count(DISTINCT segment) FROM feedsearch.segment_terms
            WHERE library = $1 AND slot = $2 AND NOT segment = ANY ($3)
            """, [.integers(segments)])
        report.note("index: segments that are not in its list; run reindex", unknown ?? 0)
        let next = try library.integer(
            "SELECT next_segment::int8 FROM feedsearch.index_state WHERE library = $1 AND slot = $2")
        report.note("index: segments above the last number given", segments.count { $0 >= next ?? 0 })
    }

    mutating func checkWords() throws {
        let lists = WordLists(library)
        let wrong = try lists.wrongCounts()
        report.note("frequent words: wrong counts; run reindex", wrong.words)
        report.note("words of titles: wrong counts; run reindex", wrong.titles)
    }
}
