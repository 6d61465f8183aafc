import Articles
import Foundation
import PostgreSQL
import QueryLanguage
import TestSupport
import Testing

@testable import ArticleSearch
@testable import PostgresStorage
@testable import SQLiteStorage

/// The engines that the tests of this target run over: PostgreSQL only with a server (`make test-postgres`).
enum StorageEngine: String, CaseIterable, CustomTestStringConvertible {
    case sqlite, postgres

    static let all: [StorageEngine] = PostgresServer.isWanted ? allCases : [.sqlite]

    var testDescription: String { rawValue }
}

/// What both engines have and these tests use.
protocol TestedStore: ArticleStore {
    var indexSource: any IndexSource { get }
}

extension SQLiteStore: TestedStore {
    var indexSource: any IndexSource { statistics.source }
}

extension PostgresStore: TestedStore {
    var indexSource: any IndexSource { searcher.statistics.source }
}

/// An empty library that goes with the test; any number of stores may have it open.
final class TestLibrary: Sendable {
    let engine: StorageEngine
    private let folder: String
    private let address: String

    init(_ engine: StorageEngine) throws {
        self.engine = engine
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("feedsearch-\(UUID().uuidString)").path
        switch engine {
        case .sqlite:
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            address = folder + "/a.db"
        case .postgres: address = try PostgresServer.shared.get().newDatabase()
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func open(_ access: StoreAccess = .write) throws -> any TestedStore {
        switch engine {
        case .sqlite: try SQLiteStore(path: address, access: access)
        case .postgres: try PostgresEngine.open(PostgresAddress(address), access: access)
        }
    }
}

/// An article of one feed.
func draft(_ id: String, _ title: String, _ text: String, feed: String = "https://example.org/feed") -> ArticleDraft {
    var draft = ArticleDraft()
    draft.feed = feed
    draft.guid = id
    draft.title = title
    draft.body = Array(text.utf8)
    draft.published = testTime
    return draft
}

/// When everything in these tests happens, seconds since 1970.
let testTime: Int64 = 1_700_000_000

extension TestedStore {
    @discardableResult
    func insert(_ drafts: [ArticleDraft], batchSize: Int = 2_000) throws -> BatchInsertResult {
        var rest = drafts[...]
        return try insert(
            BatchInsertRequest(resultType: .ids, batchSize: batchSize) { row in
                guard let next = rest.popFirst() else { return false }
                row = next
                return true
            }, now: testTime)
    }

    func hits(_ query: String, match: SearchRequest.Match = .all, limit: Int = 100) throws -> [String] {
        var request = SearchRequest(query: try QueryParser.parse(query), now: testTime)
        request.match = match
        request.limit = limit
        return try search(request).hits.map(\.guid)
    }

    /// The id of a search that alerts for a query, under the query's own name.
    @discardableResult
    func saveAlerting(_ query: String) throws -> Int64 {
        try save(search: query, query: query, comment: nil, rule: AlertRule(channel: "command:true"), now: testTime)
        return try #require(savedSearches(named: query).first?.id)
    }
}
