/// One completion of the text typed so far.
public struct Completion: Sendable, Equatable {
    /// The source of a completion.
    public enum Source: String, Sendable {
        /// The completion is a word in the articles.
        case word
        /// The completion is part of an article's title.
        case title
        /// The completion is part of a Chinese title, typed in pinyin.
        case pinyin
    }

    /// The text as typed, with its last word completed.
    public var text: String
    /// The number of articles that contain the completed text or, if no article contains all of it, the completed word.
    public var articles: Int
    public var source: Source

    public init(text: String, articles: Int, source: Source) {
        self.text = text
        self.articles = articles
        self.source = source
    }
}
