internal import ArticleSearch
package import Articles
internal import PostgreSQL
internal import PostgresSearch
package import QueryLanguage

extension PostgresStore {
    package func search(_ request: SearchRequest) throws -> SearchAnswer {
        try guarded { try searcher.search(request) }
    }

    package func facets(for request: SearchRequest) throws -> Facets {
        try guarded { try searcher.facets(for: request) }
    }

    package func similar(
        to id: ArticleID, limit: Int = 10, fields: SearchRequest.Fields = .everything
    ) throws -> SearchAnswer? {
        try guarded {
            let searcher = searcher
            return try searcher.source.snapshot { try searcher.similar(to: id, limit: limit, fields: fields) }
        }
    }

    package func copies(of id: ArticleID) throws -> [ArticleID] {
        try guarded { try CopyState(library: library).copies(ofEach: [id])[id] ?? [] }
    }

    package func complete(prefix: String, limit: Int = 10) throws -> [Completion] {
        try guarded { try searcher.complete(prefix: prefix, limit: limit) }
    }

    package func matches(
        _ query: Query, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int
    ) throws -> [ArticleID] {
        try guarded {
            try numbers(of: query, now: now, utcOffset: utcOffset, newestFirst: false).map { ArticleID($0) }
        }
    }

    package func datePlace(of id: ArticleID) throws -> DatePlace? {
        try guarded {
            try library.integer(
                "SELECT sort_date FROM feedsearch.article WHERE library = $1 AND slot = $2 AND n = $3", [.integer(id)]
            ).map { DatePlace(date: $0, id: id) }
        }
    }

    package func forEachMatch(
        _ query: Query?, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int, _ body: (Int64) throws -> Bool
    ) throws {
        let found = try guarded { () throws -> [Int64] in
            guard let query else {
                return try searcher.source.dated(where: .always, after: nil, newestFirst: true, limit: nil).map(\.id)
            }
            return try numbers(of: query, now: now, utcOffset: utcOffset, newestFirst: true).map { Int64($0) }
        }
        for id in found { if try !body(id) { return } }
    }

    package func newest(
        _ query: Query?, after place: DatePlace?, limit: Int, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int
    ) throws -> [ArticleID] {
        try guarded {
            let searcher = searcher
            return try searcher.source.snapshot {
                try searcher.statistics.refresh()
                let request = query.map { SearchRequest(query: $0, now: now, utcOffset: utcOffset) }
                return try searcher.newest(request, after: place, limit: limit)
            }
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
            return try searcher.matches(request, newestFirst: newestFirst)
        }
    }
}
