internal import ArticleSearch
package import Articles
internal import Database
package import SavedSearchMatching
package import SearchRanking

extension MatchingStore where Self: TableStore {
    package var queryScope: any QueryScope { searcher }

    package var failing: FailingSearches { alerting.failing }

    package func willRead(_ articles: [Int64]) { matchingRows = MatchingRows(articles) }

    package func storedFacts(of article: Int64) throws -> StoredFacts? {
        try reading { try matchingRows.facts(of: article, $0) }
    }

    package func foldedTags(of article: Int64) throws -> Set<String> {
        try reading { try matchingRows.tags(of: article, $0) }
    }

    package func topic(of article: Int64) throws -> Int64? {
        try reading { try matchingRows.topic(of: article, $0) }
    }

    package func indexedText(of article: Int64) throws -> IndexedText? {
        try reading { _ in try searcher.source.index.indexedText(of: article) }
    }

    package func feed(_ id: Int64, folders paths: [Int64: [String]]) throws -> Feed? {
        try reading { database in
            guard let known = try matchingRows.feed(id, database) else { return nil }
            var feed = known.feed
            feed.folders = known.folders.compactMap { paths[$0] }
            return feed
        }
    }

    package func savedSearchQuery(_ id: Int64) throws -> String? {
        try reading { try $0.text("SELECT s.query FROM \(rows: .savedSearch) s WHERE s.id = \(id)") }
    }
}
