package import ArticleSearch
package import Articles
package import Database

/// What searches read of a library's tables, the same for all engines.
package protocol TableSearchSource: SearchSource {
    var database: any LibraryDatabase { get }

    /// Replaces conditions that the engine's SQL cannot evaluate by the articles that meet them. PostgreSQL has no function that
    /// compares the words of addresses.
    func resolved(_ filter: ArticleFilter) throws -> ArticleFilter

    /// How a list is read: PostgreSQL chooses that itself.
    func plan(of request: ListRequest) throws -> ListPlan

    /// Calls `body` with each of some articles that is stored, in any order. SQLite runs one statement many times for that.
    func forEachFacet(of articles: [UInt32], _ body: (FacetValues) -> Void) throws
}

extension TableSearchSource {
    package func resolved(_ filter: ArticleFilter) throws -> ArticleFilter { filter }

    package func plan(of request: ListRequest) throws -> ListPlan { ListPlan(leavesOutFeeds: request.subscribedOnly) }

    /// A filter as a condition on the table `article` as `a`.
    package func condition(_ filter: ArticleFilter) throws -> SQL { SQL(try resolved(filter)) }
}

/// How the articles of a list are read.
package struct ListPlan {
    /// The articles come in the order of dates, up to the limit; else all that match are read, and sorted.
    package var followsDates: Bool
    /// Articles of unsubscribed feeds are left out.
    package var leavesOutFeeds: Bool

    package init(followsDates: Bool = true, leavesOutFeeds: Bool) {
        self.followsDates = followsDates
        self.leavesOutFeeds = leavesOutFeeds
    }
}
