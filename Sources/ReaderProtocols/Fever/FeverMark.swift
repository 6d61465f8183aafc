internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import QueryLanguage

/// A change requested by an app. It sets a state and never toggles it, so repeating a request is harmless.
struct FeverMark: Sendable {
    private enum Target: Sendable {
        case item(ArticleID)
        case feed(Int64)
        case group(Int64)
    }

    private let target: Target
    private let change: StateChange
    /// The latest time of storing, in seconds since 1970, of the articles that a change of a feed or group applies to.
    private let before: Int64?

    /// - Returns: nil if the request changes nothing.
    /// - Throws: `ReaderError` for an unknown change.
    init?(_ call: RequestContext) throws(ReaderError) {
        guard let mark = call.text("mark") else { return nil }
        guard let id = call.text("id").flatMap({ Int64($0) }) else {
            throw ReaderError(400, "Error: id must be a number")
        }
        before = call.text("before").flatMap { Int64($0) }.map(CivilTime.bounded(seconds:))
        switch (mark, call.text("as")) {
        case ("item", "read"): (target, change) = (.item(id), .read(true))
        case ("item", "unread"): (target, change) = (.item(id), .read(false))
        case ("item", "saved"): (target, change) = (.item(id), .starred(true))
        case ("item", "unsaved"): (target, change) = (.item(id), .starred(false))
        case ("feed", "read"): (target, change) = (.feed(id), .read(true))
        case ("group", "read"): (target, change) = (.group(id), .read(true))
        default:
            throw ReaderError(
                400, "Error: mark must be item, feed or group, and as must be read, unread, saved or unsaved")
        }
    }

    func carryOut(_ library: Library) throws {
        var feeds: [Int64]?
        switch target {
        case .item(let id):
            _ = try library.reading.mark([id], [change], isLogged: false)
            return
        case .feed(let id): feeds = [id]
        // Group 0, "Kindling", is all feeds. Unknown and negative groups, such as "Sparks" (-1), have no feeds.
        case .group(0): feeds = nil
        case .group(let id): feeds = try FeverGroup.all(library).first { $0.id == id }?.feeds ?? []
        }
        var parts: [ArticleFilter] = [.read(false)]
        if let feeds { parts.append(.feeds(feeds)) }
        // Exclude articles stored later, which the user has not seen.
        if let before { parts.append(try library.markedUpTo(before)) }
        var request = ListRequest(.all(parts))
        request.subscribedOnly = feeds == nil
        _ = try library.reading.mark(library.store.list(request).map(\.id), [change])
    }
}
