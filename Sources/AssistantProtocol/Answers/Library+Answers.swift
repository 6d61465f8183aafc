internal import Articles
internal import FeedLibrary
internal import Messages

extension Library {
    /// A whole article.
    ///
    /// - Throws: `StorageError.noSuchArticle`.
    func stored(_ number: Int64) throws -> Article {
        guard let article = try store.article(number) else { throw StorageError.noSuchArticle("#\(number)") }
        return article
    }

    /// An error that the client can correct.
    func mistake(_ message: Message, _ arguments: [String] = []) -> UserFacingError {
        UserFacingError(message, arguments, language: settings.language)
    }
}
