import Foundation
import LibraryStorage
import QueryLanguage

@testable import Articles
@testable import SQLiteEngine

/// A folder that goes with the test.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("feedsearch-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }
}

/// Articles of one feed, numbered from 1 in the order given, a day apart.
func draft(_ id: String, _ title: String, _ text: String, feed: String = "https://example.org/feed") -> ArticleDraft {
    var draft = ArticleDraft()
    draft.feed = feed
    draft.guid = id
    draft.title = title
    draft.body = Array(text.utf8)
    draft.published = 1_700_000_000
    return draft
}

extension SQLiteStore {
    @discardableResult
    func insert(_ drafts: [ArticleDraft], batchSize: Int = 2_000)
        throws
        -> BatchInsertResult
    {
        var rest = drafts[...]
        return try insert(
            BatchInsertRequest(resultType: .ids, batchSize: batchSize) { row in
                guard let next = rest.popFirst() else { return false }
                row = next
                return true
            }, now: 1_700_000_000)
    }

    func hits(
        _ query: String, match: SearchRequest.Match = .all, sort: SearchRequest.Sort = .relevance, limit: Int = 100
    ) throws -> [String] {
        var request = SearchRequest(query: try QueryParser.parse(query), now: 1_700_000_000)
        request.match = match
        request.sort = sort
        request.limit = limit
        return try search(request).hits.map(\.guid)
    }
}
