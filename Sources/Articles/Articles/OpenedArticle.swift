/// An article that the user has opened.
public struct OpenedArticle: Sendable, Equatable {
    public var id: ArticleID
    /// The time at which it was last opened, in seconds since 1970.
    public var opened: Int64

    package init(id: ArticleID, opened: Int64) {
        self.id = id
        self.opened = opened
    }

    /// The position in the list of opened articles.
    public var place: DatePlace { DatePlace(date: opened, id: id) }
}
