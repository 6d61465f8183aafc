public import FeedFetching
internal import Formats
public import Messages

/// An address that the user entered to subscribe to.
public struct TypedFeed {
    /// The normalized address; the feed is stored under it if the address is that of a feed.
    public let address: String
    /// The addresses that the user may have meant.
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
