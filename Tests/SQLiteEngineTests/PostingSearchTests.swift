import LibraryStorage
import Pipelines
import PostingIndex
import QueryLanguage
import SQLite
import SearchRanking
import TestSupport
import Testing

@testable import ArticleSearch
@testable import Articles
@testable import SQLiteEngine

/// The exhaustive collector steps through FTS5 row by row; what is quicker must give what it gives.
@Suite struct PostingSearchTests {
    private var prose = RandomText()

    private mutating func word() -> String { prose.word() }

    private mutating func text(_ count: Int) -> String { prose.text(count) }

    private mutating func query() -> String {
        func phrase(_ self: inout Self) -> String {
            "\""
                + (0..<Int.random(in: 1...3, using: &self.prose.random)).map { _ in self.word() }.joined(separator: " ")
                + "\""
        }
        switch Int.random(in: 0..<18, using: &prose.random) {
        case 0: return word()
        case 1: return "\(word()) \(word())"
        case 2: return "\(word()) OR \(word())"
        case 3: return "\(word()) \(word()) OR \(word())"
        case 4: return phrase(&self)
        case 5: return "\(phrase(&self)) \(word())"
        case 6: return "\(word()) -\(word())"
        case 7: return "title:\(word()) \(word())"
        case 8: return "\(word()) is:starred"
        case 9: return "(\(word()) OR \(phrase(&self))) -(\(word()) \(word()))"
        case 10: return "NEAR(\(word()) \(word()), 4)"
        case 11: return "NEAR(\(prefix())* \(word()), 4)"
        case 12: return "title:\(prefix())*"
        case 13: return "(\(word()) \(word())) OR \(word())"
        case 14: return "(\(word()) -\(word())) OR (\(word()) \(phrase(&self))) OR \(prefix())*"
        case 15: return "(\(word()) (\(word()) OR (\(word()) \(word())))) OR \(word())"
        case 16: return (0..<14).map { _ in word() }.joined(separator: " OR ")
        default: return "\(prefix())* \(word())"
        }
    }

    private mutating func prefix() -> String { prose.prefix() }

    enum Reading: CaseIterable {
        case whole
        /// Frequent words are in memory before they are asked for.
        case ahead
        /// As in a large index: frequent words have block lists.
        case blocks
    }

    @Test(
        "Reading doclists whole gives the same articles, scores and totals as stepping through FTS5",
        arguments: [nil, 5], Reading.allCases)
    mutating func sameAsExhaustive(_ articlesAThread: Int?, reading: Reading) throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        if reading == .blocks {
            // Small pages, so that doclists are long.
            try store.connection.execute("INSERT INTO article_index (article_index, rank) VALUES ('pgsz', 64)")
        }
        for batch in 0..<4 {
            var drafts: [ArticleDraft] = []
            for index in 0..<120 {
                // Every tenth changes an article of the batch before.
                let id = batch > 0 && index % 10 == 0 ? "\((batch - 1) * 120 + index + 5)" : "\(batch * 120 + index)"
                var new = draft(
                    id, text(Int.random(in: 0...5, using: &prose.random)),
                    text(Int.random(in: 1...50, using: &prose.random)))
                new.starred = index % 3 == 0
                new.published = 1_700_000_000 + Int64.random(in: 0...40, using: &prose.random)
                drafts.append(new)
            }
            try store.insert(drafts)
        }
        try store.insert([draft("last", text(3), text(20))])
        #expect(try store.check().problems == [])
        let reader = try SQLiteStore(path: folder.file("a.db"), access: .read)
        reader.statistics.postings.minFrequentArticles = 1
        while reading == .ahead, reader.warmUp() {}
        #expect(reader.statistics.postings.hasFrequent == (reading == .ahead))
        try reader.statistics.refresh()
        #expect(try reader.statistics.postings.term(Array("running".utf8))?.hasBlocks == (reading == .blocks))
        var answered = 0
        for _ in 0..<70 {
            let text = query()
            guard let query = try? QueryParser.parse(text) else { continue }
            for match in [SearchRequest.Match.all, .any, .auto] {
                for reranks in [false, true] {
                    var request = SearchRequest(query: query, now: 1_700_000_000)
                    request.match = match
                    request.limit = 30
                    request.reranks = reranks
                    request.fields = .ids
                    let quick = try Parallel.$testGrain.withValue(articlesAThread) { try reader.search(request) }
                    request.exhaustive = true
                    let slow = try store.search(request)
                    #expect(quick.total == slow.total, "\(text) \(match)")
                    request.sort = reranks ? .newest : .oldest
                    request.limit = 7
                    let slowByDate = try store.search(request)
                    request.exhaustive = false
                    let quickByDate = try reader.search(request)
                    #expect(quickByDate.hits.map(\.id) == slowByDate.hits.map(\.id), "\(text) \(match)")
                    #expect(quickByDate.cursor == slowByDate.cursor, "\(text) \(match)")
                    #expect(quickByDate.total == slowByDate.total, "\(text) \(match)")
                    #expect(quick.hits.map(\.id) == slow.hits.map(\.id), "\(text) \(match) \(reranks)")
                    #expect(quick.hits.map(\.score) == slow.hits.map(\.score), "\(text) \(match) \(reranks)")
                    answered += quick.hits.isEmpty ? 0 : 1
                }
            }
        }
        #expect(answered > 90)
    }

    @Test(
        "Of a phrase in thousands of articles, those that are read are enough to give the best ones",
        arguments: [false, true])
    mutating func sameOfFrequentPhrases(inBlocks: Bool) throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        if inBlocks {
            try store.connection.execute("INSERT INTO article_index (article_index, rank) VALUES ('pgsz', 64)")
        }
        let words = ["the", "new", "数据", "engine", "of"]
        func sentence(_ self: inout Self) -> String {
            (0..<Int.random(in: 1...30, using: &self.prose.random)).map { _ in
                words.randomElement(using: &self.prose.random) ?? "the"
            }.joined(separator: " ")
        }
        for batch in 0..<3 {
            try store.insert((0..<1_500).map { draft("\(batch * 1_400 + $0)", sentence(&self), sentence(&self)) })
        }
        let reader = try SQLiteStore(path: folder.file("a.db"), access: .read)
        var limits = FirstStageLimits()
        limits.minPhraseCandidates = 256
        limits.exactTotal = 200
        var cut = 0
        for _ in 0..<60 {
            let count = Int.random(in: 2...4, using: &prose.random)
            let phrase = (0..<count).map { _ in words.randomElement(using: &prose.random) ?? "the" }
                .joined(separator: " ")
            // Patterns need all articles with the phrase, and so do more hits than are counted.
            let form = Int.random(in: 0..<4, using: &prose.random)
            let text = ["\"\(phrase)\"", "title:\"\(phrase)\"", "\"\(phrase)\"", "\"\(phrase)\" /engine of/"][form]
            var request = SearchRequest(query: try QueryParser.parse(text), now: 1_700_000_000)
            request.limit = form == 2 ? 5_000 : Int.random(in: 1...60, using: &prose.random)
            request.fold = false
            request.fields = .ids
            request.reranks = false
            let quick = try FirstStageLimits.$current.withValue(limits) { try reader.search(request) }
            request.countsAll = true
            let counted = try FirstStageLimits.$current.withValue(limits) { try reader.search(request) }
            request.exhaustive = true
            let slow = try store.search(request)
            #expect(quick.hits.map(\.id) == slow.hits.map(\.id), "\(text)")
            #expect(quick.hits.map(\.score) == slow.hits.map(\.score), "\(text)")
            #expect(counted.total == slow.total && !counted.totalIsLowerBound)
            #expect(
                quick.totalIsLowerBound ? quick.total > 200 && quick.total <= slow.total : quick.total == slow.total)
            cut += quick.total < slow.total ? 1 : 0
        }
        #expect(cut > 5)
    }

    @Test(
        "Of thousands of articles that match, those that are scored are enough to give the same best ones",
        arguments: [true, false])
    mutating func sameOfMany(inMemory: Bool) throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        try store.insert((0..<8_000).map { draft("\($0)", text(1), text(Int.random(in: 1...9, using: &prose.random))) })
        let reader = try SQLiteStore(path: folder.file("a.db"), access: .read)
        reader.statistics.postings.minFrequentArticles = 1
        while inMemory, reader.warmUp() {}
        for _ in 0..<40 {
            let words = (0..<Int.random(in: 1...4, using: &prose.random)).map { _ in word() }
            for text in [words.joined(separator: " OR "), words.joined(separator: " "), "\(words[0]) -\(word())"] {
                guard let query = try? QueryParser.parse(text) else { continue }
                var request = SearchRequest(query: query, now: 1_700_000_000)
                request.limit = 50
                request.fold = false
                request.fields = .ids
                request.reranks = false
                let quick = try reader.search(request)
                request.exhaustive = true
                let slow = try store.search(request)
                #expect(quick.total == slow.total, "\(text)")
                #expect(quick.hits.map(\.id) == slow.hits.map(\.id), "\(text)")
                #expect(quick.hits.map(\.score) == slow.hits.map(\.score), "\(text)")
            }
        }
    }

    @Test("Single characters beside words, and queries of many words, score by doclists as they do by the texts")
    mutating func sameScores() throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        let characters = ["的", "中", "이", "好", "검", "東"]
        for _ in 0..<3 {
            try store.insert(
                (0..<150).map { _ in
                    let added = (0..<6).map { _ in characters.randomElement(using: &prose.random) ?? "" }.joined(
                        separator: " ")
                    let body = text(Int.random(in: 1...40, using: &prose.random)) + added
                    return draft("\(prose.random.next())", text(4) + added, body)
                })
        }
        let reader = try SQLiteStore(path: folder.file("a.db"), access: .read)
        for round in 0..<150 {
            var words = [characters.randomElement(using: &prose.random) ?? "", word()]
            if round % 3 == 1 { words.swapAt(0, 1) }
            if round % 5 == 4 { words = (0..<Int.random(in: 8...40, using: &prose.random)).map { _ in word() } }
            let text = words.joined(separator: round % 7 == 6 ? "" : " ")
            var request = SearchRequest(query: try QueryParser.parse(text), now: 1_700_000_000)
            request.match = round % 2 == 0 ? .any : .all
            request.limit = round % 4 == 0 ? 40 : 1 + round % 12
            request.recency = round % 3 == 0
            request.fields = .ids
            let quick = try reader.search(request).hits
            request.exhaustive = true
            let slow = try store.search(request).hits
            #expect(quick.map(\.id) == slow.map(\.id), "\(text)")
            #expect(quick.map(\.score) == slow.map(\.score), "\(text)")
        }
    }

    @Test("A change of articles is seen by a reader that has searched before")
    func staleness() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let writer = try SQLiteStore(path: path, access: .write)
        try writer.insert((0..<60).map { draft("\($0)", "title \($0)", "common words here") })
        let reader = try SQLiteStore(path: path, access: .read)
        #expect(try reader.hits("common", limit: 1_000).count == 60)
        try writer.insert([draft("3", "title", "other words")])
        #expect(try reader.hits("common", limit: 1_000).count == 59)
        #expect(try reader.hits("other") == ["3"])
        try writer.insert((100..<200).map { draft("\($0)", "title \($0)", "common words here") })
        #expect(try reader.hits("common", limit: 1_000).count == 159)
        #expect(try writer.hits("common", limit: 1_000).count == 159)
    }
}
