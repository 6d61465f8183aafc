public import FeedFetching
internal import Formats
public import Messages

/// An address to which the user wants to subscribe.
public struct TypedFeed {
    /// The normalised address. If this is the address of a feed, the feed is stored under it.
    public let address: String
    /// The addresses that the user may have meant.
    public let typed: TypedAddress

    /// - Throws: `UserFacingError` if the text is not a web address.
    public init(_ word: String, _ language: Language) throws(UserFacingError) {
        guard let address = FeedAddress.normalize(word), let typed = try? TypedAddress(word) else {
            throw UserFacingError(.notAnAddress, [MaskedURL.mask(word)], language: language)
        }
        self.address = address
        self.typed = typed
    }
}
