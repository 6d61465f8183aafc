/// A place in the order of dates, the newest first. It stays where it is when its article goes.
public struct DatePlace: Sendable, Equatable, Comparable {
    /// Seconds since 1970, by which articles are sorted.
    public var date: Int64
    public var id: ArticleID

    public init(date: Int64, id: ArticleID) {
        self.date = date
        self.id = id
    }

    /// `date.id`, which addresses carry.
    package var text: String { "\(date).\(id)" }

    public static func < (left: Self, right: Self) -> Bool { (right.date, right.id) < (left.date, left.id) }
}
