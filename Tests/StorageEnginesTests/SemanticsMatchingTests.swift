import Articles
import FeedParsing
import Foundation
import QueryLanguage
import StorageTestSupport
import Testing

@testable import Ingestion

/// The golden cases of "what matches" once more, for saved searches that alert.
@Suite struct SemanticsMatchingTests {
    /// Over a server every fourth case: what is particular to an engine is its rows, and SemanticsTests has all cases there.
    private static let cases: [(StorageEngine, SemanticsTests.GoldenCase)] = StorageEngine.all.flatMap { engine in
        SemanticsTests.cases.enumerated().filter { engine == .sqlite || $0.offset % 4 == 0 }
            .map { (engine, $0.element) }
    }

    @Test("A saved search alerts for what the golden cases say it finds", arguments: cases)
    func golden(_ engine: StorageEngine, _ golden: SemanticsTests.GoldenCase) throws {
        let object = try #require(try JSONSerialization.jsonObject(with: golden.json) as? [String: Any])
        // A saved search is kept as it is typed, and requires all of its words.
        guard object["error"] == nil, object["match"] as? String != "any", object["literal"] as? Bool != true else {
            return
        }
        let library = try GoldenLibrary(engine)
        let store = library.store
        store.alertSettings.includesFirstImports = true
        let now = (object["now"] as? NSNumber)?.int64Value ?? 1_718_445_600
        for (name, query) in object["saved"] as? [String: String] ?? [:] {
            try store.save(search: name, query: query, now: now)
        }
        for feed in object["feeds"] as? [[String: Any]] ?? [] {
            var draft = FeedDraft(url: feed["url"] as? String ?? "")
            draft.title = feed["title"] as? String
            draft.folders = feed["folders"] as? [[String]] ?? []
            try store.upsert(draft, now: now)
        }
        let text = try #require(object["query"] as? String)
        let query = try QueryParser.parse(text)
        try store.save(
            search: "case", query: text, comment: nil, rule: AlertRule(channel: "command:true"), now: now)
        let articles = try #require(object["articles"] as? [[String: Any]])
        var lines = try articles.map { Array(try JSONSerialization.data(withJSONObject: $0)) }[...]
        try store.insert(
            BatchInsertRequest { row in
                guard let line = lines.popFirst() else { return false }
                var zones = UnknownZones()
                try ArticleLine.read(line, range: 0..<line.count, feed: nil, into: &row, zones: &zones)
                return true
            }, now: now)

        let search = try #require(try store.savedSearches(named: "case").first)
        let alerted = try store.alertedArticles(of: search.id, limit: 1_000).sorted()
        var request = SearchRequest(query: query, now: now)
        request.match = .all
        request.fold = false
        request.limit = 1_000
        #expect(alerted == (try store.search(request).hits.map(\.id).sorted()))
        // Alerts take no other words for the same thing.
        let isOfAlerts = object["relaxed"] as? Bool != true && object["alternatives"] as? Bool != true
        if object["now"] == nil, isOfAlerts, let hits = object["hits"] as? [String] {
            #expect(try alerted.map { try store.article($0)?.guid ?? "" }.sorted() == hits.sorted())
        }
    }
}
