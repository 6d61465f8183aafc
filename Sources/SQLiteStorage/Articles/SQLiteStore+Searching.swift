internal import ArticleSearch
internal import Articles
internal import SQLiteSearch

extension SQLiteStore {
    func search(_ request: SearchRequest) throws -> SearchAnswer { try guarded { try searcher.search(request) } }

    func facets(for request: SearchRequest) throws -> Facets { try guarded { try searcher.facets(for: request) } }

    func similar(to n: Int64, limit: Int = 10, fields: SearchRequest.Fields = .everything) throws -> SearchAnswer? {
        try guarded { try searcher.similar(to: n, limit: limit, fields: fields) }
    }

    func copies(of n: Int64) throws -> [Int64] { try guarded { try ArticleCopies(store: self).copies(of: n) } }

    func complete(prefix: String, limit: Int = 10) throws -> [Completion] {
        try guarded { try searcher.complete(prefix: prefix, limit: limit) }
    }
}
