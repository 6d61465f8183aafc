package import ArticleSearch
package import Articles
package import Database

/// The library tables that searches read, in the form that all engines share.
package protocol TableSearchSource: SearchSource {
    var database: any LibraryDatabase { get }

    /// Replaces conditions that the engine's SQL cannot evaluate with the ids of the articles that meet them.
    /// PostgreSQL has no function that compares the words of addresses.
    func resolved(_ filter: ArticleFilter) throws -> ArticleFilter

    /// The way in which a list is read. PostgreSQL plans this itself.
    func plan(of request: ListRequest) throws -> ListPlan

    /// Calls `body` for each of the given articles that is stored, in any order. SQLite runs one
    /// statement repeatedly, for some articles at a time.
    func forEachFacet(of articles: [UInt32], _ body: (FacetValues) -> Void) throws
}

extension TableSearchSource {
    package func resolved(_ filter: ArticleFilter) throws -> ArticleFilter { filter }

    package func plan(of request: ListRequest) throws -> ListPlan { ListPlan(leavesOutFeeds: request.subscribedOnly) }

    /// A filter as a condition on the table `article` with the alias `a`.
    package func condition(_ filter: ArticleFilter) throws -> SQL { SQL(try resolved(filter)) }
}

/// The way in which the articles of a list are read.
package struct ListPlan {
    /// Whether articles are read in the order of dates, up to the limit. Otherwise all matching articles are read, then
    /// sorted.
    package var followsDates: Bool
    /// Whether articles of unsubscribed feeds are skipped.
    package var leavesOutFeeds: Bool

    package init(followsDates: Bool = true, leavesOutFeeds: Bool) {
        self.followsDates = followsDates
        self.leavesOutFeeds = leavesOutFeeds
    }
}
