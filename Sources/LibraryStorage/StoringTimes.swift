package import Articles

/// Finds the commits that some articles came with, from the newest commit back.
package struct StoringTimes {
    package private(set) var times: [ArticleID: Int64] = [:]
    /// Ascending; those that are not found yet.
    private var ids: [ArticleID]

    package init(_ ids: [ArticleID]) { self.ids = Set(ids).sorted() }

    /// The lowest id; nil where all are found.
    package var lowest: ArticleID? { ids.first }

    /// Takes the commit before the one that was given last.
    ///
    /// - Returns: whether an earlier one may have more of them.
    package mutating func add(_ first: Int64, _ last: Int64, at time: Int64) -> Bool {
        while let id = ids.last, id >= first {
            ids.removeLast()
            if id <= last { times[id] = time }
        }
        return !ids.isEmpty
    }
}
