import Articles
import QueryLanguage
import Testing

@testable import ArticleSearch

/// The order of hits by relevance: titles, accents, age, questions.
@Suite struct RankingOrderTests {
    private static func hits(
        _ query: String, _ articles: [MemoryLibrary.Article], _ match: SearchRequest.Match = .auto, now: Int64 = 0
    ) throws -> [Int64] {
        var request = SearchRequest(query: try QueryParser.parse(query), now: now)
        request.match = match
        return try MemoryLibrary(articles).makeSearcher().search(request).hits.map(\.id)
    }

    private static func repeated(_ text: String) -> String { String(repeating: text + " ", count: 80) }

    @Test(
        "A title that is the query ranks above a text that repeats the words",
        arguments: [
            ("kubernetes", "Kubernetes"), ("reset router password", "Reset router password"), ("数据库备份", "数据库备份"),
        ])
    func titles(_ query: String, _ title: String) throws {
        let other = Self.repeated("something else happens in this text")
        let stuffed = MemoryLibrary.Article(title: "offers", text: Self.repeated(title))
        #expect(try Self.hits(query, [.init(title: title, text: other), stuffed]).first == 1)
        #expect(try Self.hits(query, [stuffed, .init(title: title, text: other)]).first == 2)
    }

    @Test(
        "Words with the accents of the query rank first",
        arguments: [("bàn", "ban"), ("schön", "schon"), ("år", "ar"), ("Pêche", "peche")])
    func accents(_ word: String, _ plain: String) throws {
        let articles: [MemoryLibrary.Article] = [
            .init(title: plain, text: Self.repeated(plain)), .init(title: "one", text: "This one has \(word) once."),
            .init(title: "other", text: "\(plain) \(plain) \(plain)"),
        ]
        let hits = try Self.hits(word, articles)
        #expect(hits.first == 2 && Set(hits) == [1, 2, 3])
    }

    @Test("Two words of the query close together, in any order, rank an article above one with them further apart")
    func near() throws {
        let gap = "and so it was that on this day they all went to see"
        let apart = MemoryLibrary.Article(title: "one", text: "fox \(gap) wolf")
        let near = MemoryLibrary.Article(title: "two", text: "wolf or fox \(gap)")
        #expect(try Self.hits("fox wolf", [apart, near]) == [2, 1])
        #expect(try Self.hits("fox wolf", [near, apart]) == [1, 2])
    }

    @Test("An article of the last year gains at most a twentieth, and an older one nothing")
    func recency() throws {
        let now: Int64 = 1_700_000_000
        let day: Int64 = 86_400
        let old = MemoryLibrary.Article(title: "red fox", date: now - 800 * day)
        let older = MemoryLibrary.Article(title: "red fox", date: now - 900 * day)
        let new = MemoryLibrary.Article(title: "red fox", date: now - day)
        #expect(try Self.hits("red fox", [older, new, old], now: now) == [2, 3, 1])
        var request = SearchRequest(query: try QueryParser.parse("red fox"), now: now)
        request.explain = true
        let answer = try MemoryLibrary([older, new, old]).makeSearcher().search(request)
        let scores = answer.hits.map(\.score)
        #expect(scores[1] == scores[2] && scores[0] > scores[1] && scores[0] <= scores[1] * 1.05)
    }

    @Test(
        "Function words of a question are optional",
        arguments: ["怎么重置路由器密码", "how do i reset my router", "what is reset"])
    func questions(_ query: String) throws {
        let articles: [MemoryLibrary.Article] = [
            .init(title: "重置路由器密码 reset router"), .init(title: "怎么", text: "what is how do i my 天气"),
        ]
        var request = SearchRequest(query: try QueryParser.parse(query), now: 0)
        let answer = try MemoryLibrary(articles).makeSearcher().search(request)
        #expect(answer.hits.map(\.id) == [1] && !answer.relaxed)
        request.match = .all
        #expect(try MemoryLibrary(articles).makeSearcher().search(request).hits.isEmpty)
    }

    @Test("An article that lacks a word of a question but fits better ranks above those that have all")
    func betterWithoutAWord() throws {
        let long = Self.repeated("nothing happens here") + "reset " + Self.repeated("and on it goes") + " router "
        let all = MemoryLibrary.Article(
            title: "offers", text: long + Self.repeated("more of it") + " forgotten password")
        let best = MemoryLibrary.Article(title: "Reset the router password", text: "Reset the router password.")
        let articles = [all, best] + (0..<20).map { MemoryLibrary.Article(title: "forgotten \($0)") }
        let query = "how to reset the router after a forgotten password"
        #expect(try Self.hits(query, articles).first == 2)
        #expect(try Self.hits(query, articles, .all) == [])
        #expect(try Self.hits("reset router forgotten password", articles) == [1])
    }

    // MARK: - Weights of words

    private static func weights(_ query: String, _ articles: [String]) throws -> [String: Double] {
        var request = SearchRequest(query: try QueryParser.parse(query), now: 0)
        request.match = .any
        request.explain = true
        let library = MemoryLibrary(articles.map { MemoryLibrary.Article(title: $0) })
        let terms = try #require(try library.makeSearcher().search(request).explanation).terms
        return Dictionary(terms.map { ($0.term, $0.weight) }, uniquingKeysWith: max)
    }

    @Test(
        "A noun that names the kind of the answer weighs less than another word",
        arguments: [
            ("what colour does the harbour have", "colour", "harbour"),
            ("In which museum is the portrait", "museum", "portrait"),
            ("哪個國家最早發明紙幣", "国家", "发明"), ("發明紙幣的是哪一個國家", "国家", "发明"), ("紙幣在什麼時期發明", "时期", "发明"),
        ])
    func kindOfAnswer(_ query: String, _ kind: String, _ other: String) throws {
        let weights = try Self.weights(query, ["colour harbour museum portrait", "國家發明 時期發明", "something else"])
        let (weight, otherWeight) = (try #require(weights[kind]), try #require(weights[other]))
        #expect(abs(weight / otherWeight - 0.7) < 1e-6, "\(weight) \(otherWeight)")
    }

    @Test(
        "Nouns elsewhere in a question have the full weight",
        arguments: [
            ("what is the colour of the harbour", "colour", "harbour"), ("國家發明什麼", "国家", "发明"),
            ("\"what colour\" harbour", "colour", "harbour"),
        ])
    func otherNouns(_ query: String, _ noun: String, _ other: String) throws {
        let weights = try Self.weights(query, ["what colour harbour", "國家發明", "something else"])
        #expect(try #require(weights[noun]) > 0.9 * #require(weights[other]))
    }

    @Test("A word beside a longer run of characters counts twice, because the run counts by its single characters too")
    func mixedWords() throws {
        let articles = ["1964 堡垒", "堡垒重建", "else"]
        let alone = try #require(try Self.weights("1964", articles)["1964"])
        #expect(abs(try #require(try Self.weights("堡垒重建 1964", articles)["1964"]) / alone - 2) < 1e-6)
        #expect(try #require(try Self.weights("堡垒 1964", articles)["1964"]) == alone)
        #expect(try #require(try Self.weights("fortress 1964", articles)["1964"]) == alone)
    }

    @Test("A word that occurs again in the query counts half as much again")
    func repeatedWords() throws {
        let articles = ["1964 fortress", "else"]
        let once = try #require(try Self.weights("1964", articles)["1964"])
        #expect(abs(try #require(try Self.weights("1964 1964 1964", articles)["1964"]) / once - 2) < 1e-6)
    }
}
