internal import Articles
internal import LibraryStorage
internal import PostgreSQL

extension PostgresStore: ArticleStore {
    package var location: String { address.text }

    /// Does nothing: the server owns its files.
    package func verifyPlace() throws {}

    package var isReplaced: Bool { false }
}
