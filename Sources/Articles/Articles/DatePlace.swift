/// A position in the list of articles by date, newest first. The position remains valid if its article is removed.
public struct DatePlace: Sendable, Equatable, Comparable {
    /// The date that articles are sorted by, in seconds since 1970.
    public var date: Int64
    public var id: ArticleID

    public init(date: Int64, id: ArticleID) {
        self.date = date
        self.id = id
    }

    /// The place in the form used in URLs, `date.id`.
    package var text: String { "\(date).\(id)" }

    /// Parses the form of `text`; nil if it is malformed.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
        guard parts.count == 2, let date = parts[0], let id = parts[1], id > 0 else { return nil }
        self.init(date: date, id: id)
    }

    public static func < (left: Self, right: Self) -> Bool { (right.date, right.id) < (left.date, left.id) }
}
