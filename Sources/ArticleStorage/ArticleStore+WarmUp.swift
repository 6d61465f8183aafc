internal import SQLite

extension ArticleStore {
    /// Does a little of what the next searches would meet first: takes page faults, reads lengths. For a reader that
    /// waits for its next question; each call takes a fraction of a millisecond.
    ///
    /// - Returns: false when there is nothing left to do.
    public func warmUp() -> Bool {
        guard access == .read else { return false }
        if warmer.advance() { return true }
        let isLeft = try? connection.snapshot {
            try statistics.refresh()
            return try statistics.facts.readAhead()
        }
        return isLeft ?? false
    }
}
