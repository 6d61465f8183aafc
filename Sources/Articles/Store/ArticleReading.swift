public import Pipelines

/// Reads single articles, and what has changed.
public protocol ArticleReading: AnyObject {
    /// The article with an id; nil if there is none.
    ///
    /// - Parameter withTexts: else `body`, `html` and `extra` are empty, and most of the reading is saved.
    func article(_ id: ArticleID, withTexts: Bool) throws -> Article?

    /// Several articles, in the order of their ids; those that are not there are left out. On a server all of them cost one
    /// round trip.
    ///
    /// - Parameter ids: some hundred at most with texts, which are in memory together.
    func articles(_ ids: [ArticleID], withTexts: Bool) throws -> [Article]

    /// The id of the article with this feed and guid.
    func id(feed: String, guid: String) throws -> ArticleID?

    /// The ids of the articles with this guid, of whatever feed; ascending.
    ///
    /// - Complexity: one look-up a feed.
    func ids(guid: String) throws -> [ArticleID]

    /// The ids of the articles with this address; ascending.
    ///
    /// - Complexity: a pass over all articles.
    func ids(url: String) throws -> [ArticleID]

    /// The guid of an article.
    func guid(of id: ArticleID) throws -> String?

    /// The guids of several articles, in the order of their ids; nil for one that is not there.
    func guids(of ids: [ArticleID]) throws -> [String?]

    /// The id of the newest article, for a later `markAllRead`; 0 if there is none.
    func newestID() throws -> ArticleID

    /// Runs `body`, a search or several calls that make one request, until a deadline.
    ///
    /// - Throws: `SearchError` once it is reached or cancelled, at most some 50 ms late. What `atomically` was writing is
    ///   not stored then, and the store stays usable.
    func until<Result>(_ deadline: Deadline, _ body: () throws -> Result) throws -> Result

    /// Runs `body` on one state of the store: what others commit meanwhile is not seen.
    func snapshot<Result>(_ body: () throws -> Result) throws -> Result

    /// The token of the newest committed batch; 0 where nothing was ever stored. It only grows.
    func historyToken() throws -> Int64

    /// The articles added or changed after a token.
    ///
    /// - Complexity: linear in the batches since.
    func changes(since token: Int64) throws -> ArticleChanges

    /// A token that changes when anybody but this store commits, in this process or another: for waiting. Costs some
    /// microseconds, and says nothing of what changed (`changes(since:)`).
    func changeToken() throws -> ChangeToken
}

extension ArticleReading {
    /// The whole article with an id; nil if there is none.
    public func article(_ id: ArticleID) throws -> Article? { try article(id, withTexts: true) }

    /// Calls `body` for each stored article, in the order of `ids`. At most 200 articles are in memory, 50 with texts.
    public func forEachArticle(
        _ ids: [ArticleID], withTexts: Bool = true, _ body: (Article) throws -> Void
    ) throws {
        for run in ArticleRun.runs(of: ids, count: withTexts ? 50 : 200) {
            for article in try articles(run, withTexts: withTexts) { try body(article) }
        }
    }

    /// The same for lines of a list: texts are read only of articles without a title.
    public func forEachArticleOfList(_ ids: [ArticleID], _ body: (Article) throws -> Void) throws {
        for run in ArticleRun.runs(of: ids, count: 50) {
            for article in try articlesOfList(run) { try body(article) }
        }
    }

    /// Articles for lines of a list, in the order of `ids`: texts are read only of those without a title.
    public func articlesOfList(_ ids: [ArticleID]) throws -> [Article] {
        let articles = try articles(ids, withTexts: false)
        let untitled = articles.lazy.filter(\.title.isEmpty).map(\.id)
        if untitled.isEmpty { return articles }
        let whole = try self.articles(Array(untitled), withTexts: true)
        let texts = Dictionary(whole.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return articles.map { texts[$0.id] ?? $0 }
    }
}

private enum ArticleRun {
    /// Articles that are read at once.
    static func runs(of ids: [ArticleID], count: Int) -> some Sequence<[ArticleID]> {
        stride(from: 0, to: ids.count, by: count).lazy.map { Array(ids[$0..<min($0 + count, ids.count)]) }
    }
}

/// A state of a store, compared only with tokens of the same open store.
public struct ChangeToken: Sendable, Equatable {
    private let value: Int64

    public init(_ value: Int64) { self.value = value }
}
