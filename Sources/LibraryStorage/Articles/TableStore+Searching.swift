internal import ArticleSearch
package import Articles
internal import Database
package import QueryLanguage

extension ArticleSearching where Self: TableStore {
    package func search(_ request: SearchRequest) throws -> SearchAnswer {
        try reading { _ in try searcher.search(request) }
    }

    package func facets(for request: SearchRequest) throws -> Facets {
        try reading { _ in try FacetCount(searcher).facets(for: request) }
    }

    package func similar(to id: ArticleID, limit: Int, fields: SearchRequest.Fields) throws -> SearchAnswer? {
        try reading { _ in
            let searcher = searcher
            return try searcher.source.snapshot {
                try SimilarArticles(searcher).articles(similarTo: id, limit: limit, fields: fields)
            }
        }
    }

    package func complete(prefix: String, limit: Int) throws -> [Completion] {
        try reading { _ in try PrefixCompletion(searcher).completions(of: prefix, limit: limit) }
    }

    package func forEachMatch(
        _ query: Query?, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int, _ body: (ArticleID) throws -> Bool
    ) throws {
        let found = try reading { database in
            guard let query else {
                return try database.integers(
                    "SELECT a.n FROM \(rows: .article) a ORDER BY a.sort_date DESC, a.n DESC")
            }
            return try numbers(of: query, now: now, utcOffset: utcOffset, newestFirst: true).map { Int64($0) }
        }
        for id in found { if try !body(id) { return } }
    }

    package func newest(
        _ query: Query?, after place: DatePlace?, limit: Int, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int
    ) throws -> [ArticleID] {
        try reading { _ in
            let searcher = searcher
            return try searcher.source.snapshot {
                try searcher.statistics.refresh()
                let request = query.map { SearchRequest(query: $0, now: now, utcOffset: utcOffset) }
                return try MatchList(searcher).newest(request, after: place, limit: limit)
            }
        }
    }

    package func matches(
        _ query: Query, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int
    ) throws -> [ArticleID] {
        try reading { _ in
            try numbers(of: query, now: now, utcOffset: utcOffset, newestFirst: false).map { ArticleID($0) }
        }
    }

    private func numbers(
        of query: Query, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int, newestFirst: Bool
    ) throws -> [UInt32] {
        var request = SearchRequest(query: query, now: now, utcOffset: utcOffset)
        request.match = .all
        let searcher = searcher
        return try searcher.source.snapshot {
            try searcher.statistics.refresh()
            return try MatchList(searcher).articles(matching: request, newestFirst: newestFirst)
        }
    }

    package func datePlace(of id: ArticleID) throws -> DatePlace? {
        try reading { database in
            try database.integer("SELECT a.sort_date FROM \(rows: .article) a WHERE a.n = \(id)")
                .map { DatePlace(date: $0, id: id) }
        }
    }
}
