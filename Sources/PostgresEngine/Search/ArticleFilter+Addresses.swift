internal import Articles
internal import SearchRanking

extension ArticleFilter {
    /// Replaces each condition on addresses with the ids of the matching articles, because the server cannot compare
    /// the words of addresses.
    ///
    /// - Parameter articles: returns the articles whose addresses contain the given words.
    func resolvingAddresses(_ articles: (AddressWords) throws -> [UInt32]) rethrows -> ArticleFilter {
        switch self {
        case .address(let words, let match): .articles(try articles(AddressWords(terms: words, match)))
        case .all(let parts): .all(try parts.map { try $0.resolvingAddresses(articles) })
        case .any(let parts): .any(try parts.map { try $0.resolvingAddresses(articles) })
        case .not(let inner): .not(try inner.resolvingAddresses(articles))
        default: self
        }
    }
}
