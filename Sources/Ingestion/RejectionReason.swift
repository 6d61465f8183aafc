/// Why a part of the input was rejected.
public enum RejectionReason: Sendable, Equatable {
    /// A line that is not JSON, with a description of the problem and its byte offset in the line.
    case notJSON(String, at: Int)
    /// An article that lacks the given member.
    case missing(String)
    case lineTooLong(megabytes: Int)
    case tooLarge(megabytes: Int)
    case noSuchFile
    case noFeedsInside
    /// A document that is not a feed, with a description of the document in English; empty if unknown.
    case notAFeed(String)
    /// A file in an archive whose path is absolute or leads out of the archive.
    case unsafePath
    /// A link, a device or another special file in an archive.
    case specialFile
    /// A file in an archive that is too large.
    case partTooLarge
    /// A damaged or encrypted file.
    case unreadable
    /// A message from the system or from an archive library.
    case system(String)

    /// The reason as text, in English.
    public var text: String {
        switch self {
        case .notJSON(let what, let at): "not JSON: \(what) at byte \(at)"
        case .missing(let member): "\"\(member)\" is missing"
        case .lineTooLong(let megabytes): "the line is longer than \(megabytes) MB"
        case .tooLarge(let megabytes): "larger than \(megabytes) MB"
        case .noSuchFile: "no such file"
        case .noFeedsInside: "it contains no feeds"
        case .notAFeed(let what): what.isEmpty ? "not a feed" : what
        case .unsafePath: "a path that leads out of the archive"
        case .specialFile: "a link or a special file"
        case .partTooLarge: "too large"
        case .unreadable: "damaged or encrypted"
        case .system(let words): words
        }
    }
}
