package import Articles

/// The data of an engine, other than its index, that searches need: rows of articles, feeds and names.
///
/// Each call handles many articles, because every call to an engine on a network is a round trip.
package protocol SearchSource: AnyObject {
    var index: any IndexSource { get }
    var titleWords: any TitleWordRows { get }
    /// Runs `body` on one snapshot of the database.
    func snapshot<Result>(_ body: () throws -> Result) throws -> Result

    // MARK: - Filters

    /// The articles that pass a filter, ascending.
    ///
    /// - Parameter range: the only articles to consider; nil for all.
    func articles(where filter: ArticleFilter, in range: ClosedRange<Int64>?) throws -> [UInt32]
    /// Creates a reader that evaluates a filter for single articles or ranges.
    func reader(of filter: ArticleFilter) throws -> any FilterReader
    /// The number of articles that pass a filter.
    ///
    /// - Parameter limit: counting stops at this number; nil for no limit.
    func count(where filter: ArticleFilter, upTo limit: Int?) throws -> Int
    /// The articles that pass a filter, sorted by date and then by id.
    ///
    /// - Parameters:
    ///   - place: only articles after this place are returned; nil for all.
    ///   - limit: the maximum number; nil for no limit.
    func dated(
        where filter: ArticleFilter, after place: DatePlace?, newestFirst: Bool, limit: Int?
    ) throws -> [DatePlace]
    /// The articles that a request selects, in the order it specifies. Its limit must be above 0.
    func list(_ request: ListRequest) throws -> [ListedArticle]
    /// The number of articles in the whole list, ignoring its limit and start.
    func count(_ request: ListRequest) throws -> Int
    /// Calls `body` with each article that passes a filter, in any order.
    func forEachFacet(where filter: ArticleFilter, _ body: (FacetValues) -> Void) throws
    /// The ids of all hidden articles, ascending.
    func hiddenArticles() throws -> [UInt32]
    func hasHidden() throws -> Bool
    /// The articles in the given groups of near-duplicates, ascending. Group 0 stands for no group and has no articles.
    func members(ofGroups groups: [UInt32]) throws -> [UInt32: [UInt32]]
    /// A filter as the engine evaluates it, for `--explain`.
    func describe(_ filter: ArticleFilter) -> String

    // MARK: - Articles

    /// The guid of each article and the id of its feed; nil for articles that are not stored.
    func guids(of articles: [Int64]) throws -> [(guid: String, feed: Int64)?]
    /// Sets the stored fields of each hit, including its tags.
    ///
    /// - Parameter text: receives each stored hit and its text.
    func fill(_ hits: inout [SearchHit], _ text: (inout SearchHit, Span<UInt8>) -> Void) throws
    /// Calls `body` with the title and text of each article, and with its index in the list. Articles that are not
    /// stored are skipped.
    func forEachText(of articles: [Int64], _ body: (_ place: Int, _ title: String, _ text: String) throws -> Void)
        throws
    /// The titles of articles, in the same order; articles that are not stored are left out.
    func titles(of articles: [Int64]) throws -> [String]
    /// Titles of the newest articles that have a title, newest first.
    func newestTitles(_ limit: Int) throws -> [String]
    /// The highest article id; 0 if the index has no articles.
    func lastArticle() throws -> Int64

    // MARK: - Names

    /// All feeds, in the order in which they were added.
    func feeds(subscribedOnly: Bool) throws -> [Feed]
    /// One feed; nil if there is no such feed.
    func feed(_ key: FeedKey) throws -> Feed?
    /// The query of a saved search; nil if no saved search has that name.
    func savedSearchQuery(_ name: String) throws -> String?
    /// - Parameter name: the tag's name, already folded.
    func hasTag(folded name: String) throws -> Bool
    /// Names of tags, oldest first.
    func tagNames(_ limit: Int) throws -> [String]
    /// - Parameter code: in lower case.
    func hasLanguage(_ code: String) throws -> Bool
    /// The most frequent language of the articles, in lower case; nil if no article has a language.
    func mostFrequentLanguage() throws -> String?
}

/// The properties of an article that facets count.
package struct FacetValues {
    package var id: Int64
    package var feed: Int64
    /// Seconds since 1970, within the years 1 to 9999.
    package var date: Int64
    package var language: String?
    package var read: Bool
    package var starred: Bool

    package init(id: Int64, feed: Int64, date: Int64, language: String?, read: Bool, starred: Bool) {
        self.id = id
        self.feed = feed
        self.date = date
        self.language = language
        self.read = read
        self.starred = starred
    }
}

/// The stored words of titles (`TitleWordFinder`).
package protocol TitleWordRows {
    /// At most 400 words with these initials, most frequent first.
    func words(withInitials initials: String) throws -> [TitleWord]
    /// Up to 1,000 words whose initials begin with this text, not including words whose initials are the text itself,
    /// in any order. With `onlyFrequent`, only frequent words are returned: the 400 most frequent.
    func words(initialsBeginningWith beginning: String, onlyFrequent: Bool) throws -> [TitleWord]
    /// Up to 1,000 words that begin with this text, not including the text itself, in any order. With `onlyFrequent`,
    /// only frequent words are returned, and the limit is 4,000.
    func words(beginningWith text: String, onlyFrequent: Bool) throws -> [TitleWord]
    /// The newest article whose title has been processed; 0 if no title has been processed.
    func lastListed() throws -> Int64
}

/// Identifies one feed.
package enum FeedKey: Sendable {
    case id(Int64)
    case address(String)
}
