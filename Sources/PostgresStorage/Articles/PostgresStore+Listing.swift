internal import ArticleSearch
package import Articles
internal import LibraryStorage
internal import PostgresSearch

extension PostgresStore: ArticleListing {
    package func list(_ request: ListRequest) throws -> [ListedArticle] {
        guard request.limit > 0 else { return [] }
        return try snapshot {
            try PostgresSearchSource(library, cache: nil).list(request)
        }
    }
}
