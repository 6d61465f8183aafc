internal import ArticleSearch
package import Articles
internal import LibraryStorage
internal import PostgreSQL
internal import PostgresSearch
package import SavedSearchMatching
package import SearchRanking

extension PostgresStore: MatchingStore {
    package var queryScope: any QueryScope { searcher }

    package func willRead(_ articles: [Int64]) { matchingRows = MatchingRows(articles) }

    package func storedFacts(of article: Int64) throws -> StoredFacts? {
        try matchingRows.facts(of: article, library)
    }

    package func foldedTags(of article: Int64) throws -> Set<String> { try matchingRows.tags(of: article, library) }

    package func indexedText(of article: Int64) throws -> IndexedText? {
        try searcher.source.index.indexedText(of: article)
    }

    package func feed(_ id: Int64, folders paths: [Int64: [String]]) throws -> Feed? {
        guard let known = try matchingRows.feed(id, library) else { return nil }
        var feed = known.feed
        feed.folders = known.folders.compactMap { paths[$0] }
        return feed
    }

    package var failing: FailingSearches { alerting.failing }

    package func savedSearchQuery(_ id: Int64) throws -> String? {
        try library.query(
            "SELECT query FROM feedsearch.saved_search WHERE library = $1 AND slot = $2 AND id = $3", [.integer(id)]
        ).first?.text(0)
    }
}
