import Database
import LibraryStorage
import QueryLanguage
import SQLite
import TestSupport
import Testing

@testable import ArticleSearch
@testable import Articles
@testable import SQLiteEngine
@testable import TextAnalysis

/// Pairs of words in an index that was made without them.
@Suite struct WordPairsUpgradeTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("a.db") }
    private static let versionWithoutPairs: Int64 = 15
    private static let queries = [
        "\"the web\"", "\"web of the\"", "\"of the\"", "\"to the web page\"", "title:\"the web\"", "\"the node.js\"",
        "\"the nodejs\"",
        "\"the 数据\"", "the -\"of the\"", "NEAR(\"the web\" page, 3)", "\"the we*\"", "\"is c++\"",
        "\"the web\" OR \"it is\"",
    ]

    init() throws { folder = try TemporaryFolder() }

    /// The tokenizer of earlier versions.
    private final class Earlier: FTS5Tokenizer {
        private let tokenizer = IndexTokenizer()

        func tokenize(_ text: Span<UInt8>, isQuery: Bool, emit: (Span<UInt8>, Bool, Range<Int>) -> Bool) {
            tokenizer.tokenize(text, isQuery: isQuery) { term, isColocated, range in
                term[0] == TokenKind.pairPrefix || emit(term, isColocated, range)
            }
        }
    }

    private static func sentence(_ random: inout Lehmer) -> String {
        let words = ["the", "web", "page", "of", "to", "is", "node.js", "数据", "C++", "it", "."]
        return (0..<Int.random(in: 1...25, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
            .joined(separator: " ")
    }

    /// Turns the file into one of the version before, without pairs.
    private func makeEarlier() throws {
        let connection = try Connection(path: path, mode: .readWrite)
        let texts = try SQLiteStoredTexts(connection: connection)
        defer { withExtendedLifetime(texts) {} }
        try connection.register(Earlier(), as: SQLiteSchema.tokenizerName)
        try connection.execute(
            "INSERT INTO article_index (article_index) VALUES ('rebuild'); PRAGMA user_version = \(Self.versionWithoutPairs)"
        )
    }

    private func answers(_ exhaustive: Bool = false) throws -> [String] {
        let store = try SQLiteStore(path: path, access: .read)
        return try Self.queries.map { text in
            var request = SearchRequest(query: try QueryParser.parse(text), now: 1_700_000_000)
            request.limit = 40
            request.exhaustive = exhaustive
            let answer = try store.search(request)
            return "\(text) \(answer.total) \(answer.hits.map { "\($0.id):\($0.score)" })"
        }
    }

    private func pairCount() throws -> Int {
        let store = try SQLiteStore(path: path, access: .read)
        try store.statistics.refresh()
        return try store.statistics.articles(with: [TokenKind.pairPrefix] + Array("the web".utf8))
    }

    @Test("An index of before gets its pairs a part at a time; searches find the same before, meanwhile and afterwards")
    func upgrade() throws {
        var random = Lehmer(state: 5)
        let whole: [String]
        do {
            let store = try SQLiteStore(path: path, access: .write)
            try store.insert((0..<250).map { draft("\($0)", Self.sentence(&random), Self.sentence(&random)) })
            whole = try answers()
            #expect(try whole == answers(true))
        }
        try makeEarlier()
        let store = try SQLiteStore(path: path, access: .write, backfill: .zero)
        #expect(try pairCount() == 0)
        #expect(try answers() == whole)
        #expect(try store.check().problems.contains { $0.contains("pairs of words") })
        var parts = 0
        while try !store.continueBackfill(for: .milliseconds(1)) {
            parts += 1
            if parts % 8 == 1 { #expect(try answers() == whole) }
            if parts == 2 {
                _ = try VerifiedCopy(of: path, for: folder.file("copy.db")).putInPlace(keepsUnreadable: false)
            }
        }
        #expect(parts > 2)
        #expect(try pairCount() > 0)
        #expect(try store.check().problems == [])
        #expect(try answers() == whole)
        #expect(try SQLiteStore(path: folder.file("copy.db"), access: .write).check().problems == [])
    }

    @Test("Articles that change and go while pairs are added leave an index that agrees with the texts")
    func changesMeanwhile() throws {
        var random = Lehmer(state: 6)
        func drafts(_ numbers: some Sequence<Int>) -> [ArticleDraft] {
            numbers.map { draft("\($0)", Self.sentence(&random), Self.sentence(&random)) }
        }
        do {
            let store = try SQLiteStore(path: path, access: .write)
            try store.insert(drafts(0..<400))
        }
        try makeEarlier()
        let store = try SQLiteStore(path: path, access: .write, backfill: .zero)
        var isDone = try store.continueBackfill(for: .milliseconds(1))
        #expect(!isDone)
        // Some have their pairs, others have not.
        try store.insert(drafts(stride(from: 0, to: 450, by: 7)))
        try store.connection.execute("DELETE FROM article_index WHERE rowid % 50 = 3")
        try store.connection.execute(
            "INSERT INTO article_index (rowid, body, title, author) SELECT n, body, title, author FROM article_indexed WHERE n % 50 = 3"
        )
        #expect(try answers() == answers(true))
        while !isDone { isDone = try store.continueBackfill(for: .milliseconds(1)) }
        #expect(try store.check().problems == [])
        #expect(try answers() == answers(true))
        try store.optimize()
        #expect(try store.check().problems == [])
        #expect(try answers() == answers(true))
    }

    @Test("A text that cannot be read does not keep the file from being opened and brought up to date")
    func unreadableText() throws {
        do {
            let store = try SQLiteStore(path: path, access: .write)
            try store.insert((0..<5).map { draft("\($0)", "the web", "of the web page") })
        }
        try makeEarlier()
        try Connection(path: path, mode: .readWrite).execute(
            "UPDATE article_text SET body = x'28b52ffd0102' WHERE n = 3")
        let store = try SQLiteStore(path: path, access: .write)
        try store.finishBackfill()
        #expect(try pairCount() == 4)
        #expect(try store.check().problems.contains { $0.contains("1 cannot be read (#3)") })
    }

    private func writeOneArticle() throws {
        try SQLiteStore(path: path, access: .write).insert([draft("1", "the web", "of the web page")])
        try makeEarlier()
    }

    @Test("An index of another form gets no pairs, and the file opens")
    func unknownForm() throws {
        try writeOneArticle()
        let other = try Connection(path: path, mode: .readWrite)
        other.setDefensive(false)
        try other.execute("UPDATE article_index_config SET v = 5 WHERE k = 'version'")
        let store = try SQLiteStore(path: path, access: .write)
        #expect(try store.continueBackfill(for: .seconds(1)))
        #expect(try !store.indexIsWhole())
        try other.execute("UPDATE article_index_config SET v = 4 WHERE k = 'version'")
        try store.finishBackfill()
        #expect(try pairCount() == 1)
    }

    @Test("An index that is made again has its pairs")
    func reindex() throws {
        try writeOneArticle()
        let store = try SQLiteStore(path: path, access: .write, backfill: .zero)
        try store.reindex()
        #expect(try store.check().problems == [])
        #expect(try pairCount() == 1)
    }
}
