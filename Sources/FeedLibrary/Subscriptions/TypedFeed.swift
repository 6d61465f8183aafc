public import FeedFetching
internal import Formats
public import Messages

/// A typed address to subscribe to.
public struct TypedFeed {
    /// The normalized address; the feed is stored under it if the address is that of a feed.
    public let address: String
    /// The addresses that may have been meant.
    public let typed: TypedAddress

    /// - Throws: `UserFacingError` if it is not a web address.
    public init(_ word: String, _ language: Language) throws(UserFacingError) {
        guard let address = FeedAddress.normalize(word), let typed = try? TypedAddress(word) else {
            throw UserFacingError(.notAnAddress, [MaskedURL.mask(word)], language: language)
        }
        self.address = address
        self.typed = typed
    }
}
