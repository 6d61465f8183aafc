public import FeedFetching
internal import Formats
public import Messages

/// An address to subscribe to, as a person typed it.
public struct TypedFeed {
    /// Under which the feed is stored where it is the feed itself.
    public let address: String
    /// The addresses that may have been meant.
    public let typed: TypedAddress

    /// - Throws: `Complaint` for what is no address of the web.
    public init(_ word: String, _ language: Language) throws(Complaint) {
        guard let address = FeedAddress.normalize(word), let typed = try? TypedAddress(word) else {
            throw Complaint(.notAnAddress, [MaskedURL.mask(word)], language: language)
        }
        self.address = address
        self.typed = typed
    }
}
