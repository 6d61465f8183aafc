import Articles
import FeedParsing
import Foundation
import PostgreSQL
import QueryLanguage
import StorageTestSupport
import System
import TestSupport
import Testing

@testable import Ingestion
@testable import PostgresEngine

/// The golden cases of "what matches", in queries/semantics.jsonl: articles, a query, and the ids that it finds.
@Suite struct SemanticsTests {
    struct GoldenCase: CustomTestStringConvertible, Sendable {
        var id: String
        var about: String
        var json: Data

        var testDescription: String { "\(id): \(about)" }
    }

    static let cases: [GoldenCase] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../queries/semantics.jsonl").standardized
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").compactMap { line in
            let data = Data(line.utf8)
            guard let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
                let id = object["id"] as? String
            else { return nil }
            return GoldenCase(id: id, about: object["about"] as? String ?? "", json: data)
        }
    }()

    @Test("There are 150 golden cases at least") func enough() { #expect(Self.cases.count >= 150) }

    @Test("What matches is what the golden cases say", arguments: StorageEngine.all, cases)
    func golden(_ engine: StorageEngine, _ golden: GoldenCase) throws {
        let object = try #require(try JSONSerialization.jsonObject(with: golden.json) as? [String: Any])
        let library = try GoldenLibrary(engine)
        let store = library.store
        try insert(try #require(object["articles"] as? [[String: Any]]), into: store)
        for (name, query) in object["saved"] as? [String: String] ?? [:] {
            try store.save(search: name, query: query, now: 1_718_445_600)
        }
        for feed in object["feeds"] as? [[String: Any]] ?? [] { try add(feed, to: store) }

        let text = try #require(object["query"] as? String)
        let error = object["error"] as? [String: Any]
        do throws(QuerySyntaxError) {
            let query = try object["literal"] as? Bool == true ? QueryParser.literal(text) : QueryParser.parse(text)
            if error != nil {
                Issue.record("\(golden.id): an error was expected")
                return
            }
            var request = SearchRequest(query: query, now: (object["now"] as? NSNumber)?.int64Value ?? 1_718_445_600)
            request.match = SearchRequest.Match(rawValue: object["match"] as? String ?? "auto") ?? .auto
            request.sort = SearchRequest.Sort(rawValue: object["sort"] as? String ?? "relevance") ?? .relevance
            request.fold = false
            check(object, golden, Result { try store.search(request) })
        } catch {
            guard let expected = self.error(in: object) else {
                Issue.record("\(golden.id): \(error)")
                return
            }
            if let at = expected["at"] as? Int { #expect(error.utf8Range.lowerBound == at) }
        }
    }

    private func error(in object: [String: Any]) -> [String: Any]? { object["error"] as? [String: Any] }

    private func check(_ object: [String: Any], _ golden: GoldenCase, _ result: Result<SearchAnswer, any Error>) {
        guard case .success(let answer) = result else {
            Issue.record("\(golden.id): \(result)")
            return
        }
        let ids = answer.hits.map(\.guid)
        if let ordered = object["ordered"] as? [String] { #expect(ids == ordered) }
        if let hits = object["hits"] as? [String] { #expect(ids.sorted() == hits.sorted()) }
        if let relaxed = object["relaxed"] as? Bool { #expect(answer.relaxed == relaxed) }
    }

    private func insert(_ articles: [[String: Any]], into store: any ArticleStore) throws {
        var lines = try articles.map { Array(try JSONSerialization.data(withJSONObject: $0)) }[...]
        try store.insert(
            BatchInsertRequest { row in
                guard let line = lines.popFirst() else { return false }
                var zones = UnknownZones()
                try ArticleLine.read(line, range: 0..<line.count, feed: nil, into: &row, zones: &zones)
                return true
            }, now: 1_718_445_600)
    }

    private func add(_ feed: [String: Any], to store: any ArticleStore) throws {
        var draft = FeedDraft(url: feed["url"] as? String ?? "")
        draft.title = feed["title"] as? String
        draft.folders = feed["folders"] as? [[String]] ?? []
        try store.upsert(draft, now: 1_718_445_600)
    }
}

/// An empty library for one case. On a server all cases have one database.
final class GoldenLibrary {
    let store: any TestedStore
    private let file: TestLibrary?
    private static let database = Result { try PostgresServer.shared.get().newDatabase() }
    private static let libraries = Locked(0)

    init(_ engine: StorageEngine) throws {
        switch engine {
        case .sqlite:
            let file = try TestLibrary(.sqlite)
            self.file = file
            store = try file.open()
        case .postgres:
            file = nil
            let number = Self.libraries.withLock { number in
                number += 1
                return number
            }
            let server = try PostgresAddress(Self.database.get())
            let name = try #require(LibraryName("case-\(number)"))
            try LibraryCatalogue.on(server) { try $0.create(name) }
            store = try PostgresLibrary.open(LibraryAddress(server: server, name: name), access: .write)
        }
    }
}
