package import Articles

/// Finds the commits that stored articles, going back from the newest commit.
package struct StoringTimes {
    package private(set) var times: [ArticleID: Int64] = [:]
    /// The ids of articles whose commit has not been found yet, ascending.
    private var ids: [ArticleID]

    package init(_ ids: [ArticleID]) { self.ids = Set(ids).sorted() }

    /// The lowest id of an article whose commit has not been found yet; nil if all were found.
    package var lowest: ArticleID? { ids.first }

    /// Adds the commit before the previously added one.
    ///
    /// - Returns: whether earlier commits are needed.
    package mutating func add(_ first: Int64, _ last: Int64, at time: Int64) -> Bool {
        while let id = ids.last, id >= first {
            ids.removeLast()
            if id <= last { times[id] = time }
        }
        return !ids.isEmpty
    }
}
