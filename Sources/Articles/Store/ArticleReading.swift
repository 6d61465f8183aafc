public import Pipelines

/// Reads single articles and changes.
public protocol ArticleReading: AnyObject {
    /// The article with an id; nil if no article has this id.
    ///
    /// - Parameter withTexts: if false, `body`, `html` and `extra` are empty, and much less is read.
    func article(_ id: ArticleID, withTexts: Bool) throws -> Article?

    /// Several articles, in the order of their ids; missing articles are left out. On a server, the call takes one
    /// round trip.
    ///
    /// - Parameter ids: at most a few hundred if texts are read, because all of them are in memory together.
    func articles(_ ids: [ArticleID], withTexts: Bool) throws -> [Article]

    /// The stored replies of a topic, by their numbers on the page, then by date.
    func replies(to topic: ArticleID, limit: Int) throws -> [StoredReply]

    /// The number of stored replies of each topic; topics without replies are left out.
    func replyCounts(of topics: [ArticleID]) throws -> [ArticleID: Int]

    /// The id of the article with this feed and guid.
    func id(feed: String, guid: String) throws -> ArticleID?

    /// The ids of the articles with this guid in any feed, ascending.
    ///
    /// - Complexity: one look-up per feed.
    func ids(guid: String) throws -> [ArticleID]

    /// The ids of the articles with this address, ascending.
    ///
    /// - Complexity: a pass over all articles.
    func ids(url: String) throws -> [ArticleID]

    /// The guid of an article.
    func guid(of id: ArticleID) throws -> String?

    /// The guids of several articles, in the order of their ids; nil for a missing article.
    func guids(of ids: [ArticleID]) throws -> [String?]

    /// The id of the newest article, for a later `markAllRead`; 0 in an empty store.
    func newestID() throws -> ArticleID

    /// Runs `body`, which is a search or several calls that belong to one request, with a deadline.
    ///
    /// - Throws: `SearchError` at most about 50 ms after the deadline is reached or cancelled. Changes made within
    ///   `atomically` are then not stored, and the store remains usable.
    func until<Result>(_ deadline: Deadline, _ body: () throws -> Result) throws -> Result

    /// Runs `body` on one snapshot of the store, so that later commits by others are not seen.
    func snapshot<Result>(_ body: () throws -> Result) throws -> Result

    /// The token of the newest committed batch; 0 for a new store. Tokens never decrease.
    func historyToken() throws -> Int64

    /// The articles added or changed after a token.
    ///
    /// - Complexity: linear in the number of batches since the token.
    func changes(since token: Int64) throws -> ArticleChanges

    /// A token that changes when another connection commits, in this process or another. It is meant for waiting for
    /// changes, and takes a few microseconds; `changes(since:)` returns the changes.
    func changeToken() throws -> ChangeToken
}

extension ArticleReading {
    /// The whole article with an id; nil if no article has this id.
    public func article(_ id: ArticleID) throws -> Article? { try article(id, withTexts: true) }

    /// Calls `body` for each stored article, in the order of `ids`. At most 50 articles with texts, or 200 without, are
    /// in memory at once.
    public func forEachArticle(
        _ ids: [ArticleID], withTexts: Bool = true, _ body: (Article) throws -> Void
    ) throws {
        for run in ArticleRun.runs(of: ids, count: withTexts ? 50 : 200) {
            for article in try articles(run, withTexts: withTexts) { try body(article) }
        }
    }

    /// Like `forEachArticle`, but for lists: texts are read only for articles without a title.
    public func forEachArticleOfList(_ ids: [ArticleID], _ body: (Article) throws -> Void) throws {
        for run in ArticleRun.runs(of: ids, count: 50) {
            for article in try articlesOfList(run) { try body(article) }
        }
    }

    /// Articles for a list, in the order of `ids`. Texts are read only for articles without a title.
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
    /// Splits ids into groups, each of which is read with one query.
    static func runs(of ids: [ArticleID], count: Int) -> some Sequence<[ArticleID]> {
        stride(from: 0, to: ids.count, by: count).lazy.map { Array(ids[$0..<min($0 + count, ids.count)]) }
    }
}

/// A version of a store. Only tokens from the same open store can be compared.
public struct ChangeToken: Sendable, Equatable {
    private let value: Int64

    public init(_ value: Int64) { self.value = value }
}
