/// The colour of a saved search, which marks its matches in lists. The name of the search is always shown with it.
public enum SearchColor: String, Sendable, CaseIterable {
    case red, orange, yellow, green, teal, blue, purple, pink, gray
}

/// The mark of an article in a list: the name and the colour of a saved search that matches the article.
public struct ColorMark: Sendable, Equatable {
    public var search: String
    public var color: SearchColor

    public init(search: String, color: SearchColor) {
        self.search = search
        self.color = color
    }
}
