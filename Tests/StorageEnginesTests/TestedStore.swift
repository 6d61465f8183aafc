import Articles
import QueryLanguage
import StorageTestSupport
import Testing

@testable import ArticleSearch
@testable import PostgresEngine
@testable import SQLiteEngine

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

extension TestLibrary {
    func open(_ access: StoreAccess = .write) throws -> any TestedStore {
        try #require(try store(access) as? any TestedStore)
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
