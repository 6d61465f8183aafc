/// One way to go on typing.
public struct Completion: Sendable, Equatable {
    /// Where it was found.
    public enum Source: String, Sendable {
        /// A word of the articles.
        case word
        /// A piece of an article's title.
        case title
        /// A piece of a Chinese title, typed as it sounds.
        case pinyin
    }

    /// The whole text as typed, its last word completed.
    public var text: String
    /// In how many articles the completed word stands; of titles, in how many of those that were looked at.
    public var articles: Int
    public var source: Source

    public init(text: String, articles: Int, source: Source) {
        self.text = text
        self.articles = articles
        self.source = source
    }
}
