internal import Articles
internal import PostgreSQL

extension PostgresStore: ArticleStore {
    package var location: String { address.text }
}
