import Foundation
import Testing

/// Articles of 12 to 28 KB whose answer is in one passage, among short ones that mention the words in passing:
/// queries/long-articles.json.
@Suite(.offPool) struct LongArticleTests {
    struct Collection: Decodable, Sendable {
        struct Long: Decodable, Sendable {
            var id: String
            var title: String
            var bytes: Int
            var passage: String
        }
        struct Short: Decodable, Sendable {
            var id: String
            var title: String
            var text: String
        }
        struct Judged: Decodable, Sendable {
            var query: String
            var must: [String]
            var k: Int
        }
        var language: String
        var filler: [String]
        var long: [Long]
        var short: [Short]
        var queries: [Judged]
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var id: String
        var judged: Collection.Judged
        var testDescription: String { "\(id): \(judged.query)" }
    }

    static let collections: [Collection] = {
        let data = try? Data(contentsOf: SampleArchive.queries("long-articles.json"))
        return data.flatMap { try? JSONDecoder().decode([Collection].self, from: $0) } ?? []
    }()

    static let cases: [Case] = collections.flatMap { collection in
        collection.queries.enumerated().map { Case(id: "\(collection.language)-\($0 + 1)", judged: $1) }
    }

    /// Sentences of the filler in an order that is the same each time, the passage two thirds down.
    static func text(_ long: Collection.Long, _ filler: [String], seed: Int) -> String {
        var random = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        var paragraphs: [String] = []
        var size = 0
        var isPlaced = false
        while size < long.bytes {
            if !isPlaced, size > long.bytes * 2 / 3 {
                paragraphs.append(long.passage)
                isPlaced = true
            }
            var paragraph = ""
            for _ in 0..<5 {
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                paragraph += filler[Int(random >> 33) % filler.count] + " "
            }
            size += paragraph.utf8.count
            paragraphs.append(paragraph)
        }
        return paragraphs.joined(separator: "\n\n")
    }

    private static let found: [String: [String]] = {
        guard let program = try? BuiltProgram() else { return [:] }
        var lines: [String] = []
        func add(_ id: String, _ title: String, _ text: String) {
            let line = ["feed": "long", "id": id, "title": title, "text": text, "published": "2026-01-01T00:00:00Z"]
            let data = (try? JSONSerialization.data(withJSONObject: line)) ?? Data()
            lines.append(String(decoding: data, as: UTF8.self))
        }
        for (seed, collection) in collections.enumerated() {
            for (number, long) in collection.long.enumerated() {
                add(long.id, long.title, text(long, collection.filler, seed: seed * 10 + number + 1))
            }
            for short in collection.short { add(short.id, short.title, short.text) }
            // Long ones without an answer, so that length alone is no sign.
            for number in 0..<4 {
                let other = Collection.Long(id: "", title: "", bytes: 8_000, passage: "")
                let other2 = text(other, collection.filler, seed: 500 + seed * 10 + number)
                add("\(collection.language)-other\(number)", collection.filler[number], other2)
            }
        }
        let input = lines.joined(separator: "\n") + "\n"
        guard let outcome = try? program.run(["ingest", "--format", "jsonl"], input: input), outcome.status == 0
        else { return [:] }
        let requests: [[String: Any]] = cases.map {
            ["id": $0.id, "query": $0.judged.query, "match": "auto", "limit": 20, "fold": false]
        }
        guard let answers = try? SampleArchive.ask(program, requests) else { return [:] }
        return Dictionary(answers.map { ($0.id, $0.hits.map(\.id)) }) { first, _ in first }
    }()

    @Test("A passage of a long article is found before short articles that only mention its words", arguments: cases)
    func passage(_ item: Case) throws {
        let ids = try #require(Self.found[item.id])
        for id in item.judged.must {
            #expect(ids.prefix(item.judged.k).contains(id), "\(id) is not among the first \(item.judged.k): \(ids)")
        }
    }

    @Test("There are long articles in four languages, each with several queries")
    func enough() {
        #expect(Self.collections.count == 4)
        #expect(Self.cases.count >= 20)
    }
}
