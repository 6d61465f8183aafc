internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import QueryLanguage

/// A change that an app asks for. It says what is to be so, and not that it is to be otherwise: repeating it is harmless.
struct FeverMark: Sendable {
    private enum Target: Sendable {
        case item(ArticleID)
        case feed(Int64)
        case group(Int64)
    }

    private let target: Target
    private let change: StateChange
    /// Of a feed or a group only what was stored until then, seconds since 1970.
    private let before: Int64?

    /// - Returns: nil where nothing is to be changed.
    /// - Throws: `ReaderError` for a change that there is not.
    init?(_ request: ReaderRequest) throws(ReaderError) {
        guard let mark = request.text("mark") else { return nil }
        guard let id = request.text("id").flatMap({ Int64($0) }) else {
            throw ReaderError(400, "Error: id is a number")
        }
        before = request.text("before").flatMap { Int64($0) }.map(CivilTime.bounded(seconds:))
        switch (mark, request.text("as")) {
        case ("item", "read"): (target, change) = (.item(id), .read(true))
        case ("item", "unread"): (target, change) = (.item(id), .read(false))
        case ("item", "saved"): (target, change) = (.item(id), .starred(true))
        case ("item", "unsaved"): (target, change) = (.item(id), .starred(false))
        case ("feed", "read"): (target, change) = (.feed(id), .read(true))
        case ("group", "read"): (target, change) = (.group(id), .read(true))
        default: throw ReaderError(400, "Error: mark is item, feed or group, as is read, unread, saved or unsaved")
        }
    }

    func carryOut(_ library: Library) throws {
        var feeds: [Int64]?
        switch target {
        case .item(let id):
            _ = try library.mark([id], [change], isLogged: false)
            return
        case .feed(let id): feeds = [id]
        // All of them: "Kindling". Another negative or unknown one has no feeds: "Sparks" is -1.
        case .group(0): feeds = nil
        case .group(let id): feeds = try FeverGroup.all(library).first { $0.id == id }?.feeds ?? []
        }
        var parts: [ArticleFilter] = [.read(false)]
        if let feeds { parts.append(.feeds(feeds)) }
        // Articles that were stored later were not shown to the user.
        if let before { parts.append(try library.markedUpTo(before)) }
        var request = ListRequest(.all(parts))
        request.subscribedOnly = feeds == nil
        _ = try library.mark(library.store.list(request).map(\.id), [change])
    }
}
