import Articles
import QueryLanguage
import Testing

@testable import ArticleSearch

/// What an answer marks in titles and texts, and which passage it shows.
@Suite struct SnippetTests {
    private static func hit(_ query: String, _ article: MemoryLibrary.Article) throws -> SearchHit {
        let request = SearchRequest(query: try QueryParser.parse(query), now: 0)
        return try #require(try MemoryLibrary([article]).makeSearcher().search(request).hits.first)
    }

    private static func marks(_ text: String, _ ranges: [Range<Int>]) -> [String] {
        ranges.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
    }

    private static let filler = String(repeating: "Nothing of interest happens in this sentence. ", count: 40)

    @Test(
        "Words that begin as a prefix does are marked and choose the passage",
        arguments: [("kuber*", "Kubernetes"), ("云计*", "云计"), ("云*", "云")])
    func prefixes(_ query: String, _ mark: String) throws {
        let text = Self.filler + "The open Kubernetes cluster and 云计算 run here. " + Self.filler
        let hit = try Self.hit(query, .init(title: "Kuban", text: text))
        #expect(hit.titleHighlights.isEmpty)
        #expect(Self.marks(hit.snippet, hit.snippetHighlights) == [mark])
    }

    @Test(
        "Of a quoted text only whole occurrences are marked",
        arguments: [
            ("\"red fox\"", "A fox. A red wolf, red. Fox and the red fox ran; Red Fox.", ["red fox", "Red Fox"]),
            ("\"数据库\"", "数据与库，数据库的备份", ["数据库"]),
            ("\"fox, red\"", "red fox red, fox; fox, red wolf", ["fox red", "fox, red"]),
            ("\"fox\" wolf", "fox wolf", ["fox", "wolf"]),
        ])
    func phrases(_ query: String, _ text: String, _ marks: [String]) throws {
        let hit = try Self.hit(query, .init(title: "t", text: text))
        #expect(Self.marks(hit.snippet, hit.snippetHighlights) == marks)
    }

    @Test("A word that is also part of a quoted text is marked wherever it is")
    func phraseAndWord() throws {
        let hit = try Self.hit("\"red fox\" fox", .init(title: "fox", text: "a fox and a red fox"))
        #expect(Self.marks(hit.title, hit.titleHighlights) == ["fox"])
        #expect(Self.marks(hit.snippet, hit.snippetHighlights) == ["fox", "red fox"])
    }

    @Test("The passage shows the words that are closest together, to the last one")
    func passage() throws {
        let near = "alpha one two three four five six seven eight nine ten eleven twelve thirteen beta gamma"
        let text = Self.filler + "alpha. " + Self.filler + "gamma beta. " + Self.filler + near + ". " + Self.filler
        let hit = try Self.hit("alpha beta gamma", .init(title: "t", text: text))
        #expect(Self.marks(hit.snippet, hit.snippetHighlights) == ["alpha", "beta", "gamma"])
    }
}
