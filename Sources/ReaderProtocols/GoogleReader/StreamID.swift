internal import HTTPServer

/// The name of a stream in Google Reader's API: `user/-/state/com.google/starred`, `user/-/label/NAME`, `feed/17`.
indirect enum StreamID: Hashable, Sendable {
    case readingList
    case read
    case unread
    case starred
    case label(String)
    /// A feed identified by its id.
    case feed(Int64)
    /// A feed identified by its address.
    case address(String)
    /// The union of several streams.
    case splice([StreamID])
    /// A state that is never set: `broadcast`, `like`, `tracking-kept-unread`.
    case nothing

    static let statePrefix = "user/-/state/com.google/"
    static let labelPrefix = "user/-/label/"

    static func name(ofFeed id: Int64) -> String { "feed/\(id)" }

    /// - Returns: nil if the text is not the name of a stream.
    init?(_ text: String) {
        if let rest = text.rest(after: "feed/") {
            guard !rest.isEmpty else { return nil }
            self = Int64(rest).map { .feed($0) } ?? .address(rest)
            return
        }
        if let rest = text.rest(after: "splice/") {
            let parts = rest.split(separator: "|", maxSplits: Self.maxParts).map { Self(String($0)) }
            guard !parts.isEmpty, parts.count <= Self.maxParts, !parts.contains(nil) else { return nil }
            self = .splice(parts.compactMap(\.self))
            return
        }
        // Either `user/-/…` or `user/NAME/…`.
        let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "user", !parts[3].isEmpty else { return nil }
        switch parts[2] {
        case "label": self = .label(String(parts[3]))
        case "state":
            switch parts[3].split(separator: "/").last {
            case "reading-list": self = .readingList
            case "read": self = .read
            case "unread", "kept-unread", "fresh": self = .unread
            case "starred": self = .starred
            default: self = .nothing
            }
        default: return nil
        }
    }

    static let maxParts = 100
}

extension StreamID {
    /// - Throws: `ReaderError` if the text is not the name of a stream.
    static func read(_ text: String) throws(ReaderError) -> StreamID {
        guard let stream = StreamID(text) else { throw ReaderError(400, "Error: no such kind of stream") }
        return stream
    }
}

extension String {
    /// The text after a prefix; nil if it does not start with the prefix.
    func rest(after prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}
