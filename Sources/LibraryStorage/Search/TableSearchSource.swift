package import ArticleSearch
package import Articles
package import Database

/// Reads the library's tables for searches, with SQL that all engines share.
package protocol TableSearchSource: SearchSource {
    var database: any LibraryDatabase { get }

    /// Replaces conditions that the engine cannot evaluate in SQL with the ids of the matching articles. For example,
    /// PostgreSQL has no function that compares the words of addresses.
    func resolved(_ filter: ArticleFilter) throws -> ArticleFilter

    /// Decides how a list is read. PostgreSQL ignores the plan and uses its own planner.
    func plan(of request: ListRequest) throws -> ListPlan

    /// Calls `body` for each of the given articles that is stored, in any order. In SQLite, runs one statement
    /// repeatedly, each time for a few articles.
    func forEachFacet(of articles: [UInt32], _ body: (FacetValues) -> Void) throws
}

extension TableSearchSource {
    package func resolved(_ filter: ArticleFilter) throws -> ArticleFilter { filter }

    package func plan(of request: ListRequest) throws -> ListPlan { ListPlan(leavesOutFeeds: request.subscribedOnly) }

    /// Converts a filter to an SQL condition on the table `article` with the alias `a`.
    package func condition(_ filter: ArticleFilter) throws -> SQL { SQL(try resolved(filter)) }
}

/// How the articles of a list are read.
package struct ListPlan {
    /// Whether articles are read in order of date until the limit is reached. If false, all matching articles are read
    /// and then sorted.
    package var followsDates: Bool
    /// Whether articles of unsubscribed feeds are skipped.
    package var leavesOutFeeds: Bool

    package init(followsDates: Bool = true, leavesOutFeeds: Bool) {
        self.followsDates = followsDates
        self.leavesOutFeeds = leavesOutFeeds
    }
}
