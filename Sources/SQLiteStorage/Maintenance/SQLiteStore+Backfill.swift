internal import Articles
internal import SQLite
internal import SQLiteSearch

/// Work on stored articles that grows with their number, done a part at a time by each program that opens the file for
/// writing ([decision 49](../../docs/decisions/0049-upgrades-in-one-transaction-and-backfills.md)).
///
/// Progress is stored in the transaction that makes it, so that a process that dies loses a part at most.
extension SQLiteStore {
    /// About how long one transaction takes, while which other writers wait.
    private static let partTime = Duration.milliseconds(250)

    func indexingProgress() throws -> IndexingProgress? {
        try guarded { try IndexingProgress.read(connection) }
    }

    @discardableResult
    func continueBackfill(for time: Duration) throws -> Bool {
        try guarded {
            let end = ContinuousClock.now + time
            while try IndexingProgress.read(connection) != nil {
                let left = end - ContinuousClock.now
                if left <= .zero { return false }
                try fillNextPart(for: min(left, Self.partTime))
                try BatchWriter.mergeSegments(connection)
            }
            return true
        }
    }

    func finishBackfill() throws { while try !continueBackfill(for: .seconds(60)) {} }

    private func fillNextPart(for time: Duration) throws {
        // What analysing takes, writing takes about once more.
        let end = ContinuousClock.now + time / 2
        try connection.transaction {
            let state = try connection.prepare("SELECT next, last FROM backfill WHERE task = 'index'")
            // Another process may have done the rest.
            guard try state.step() else { return }
            let (next, last) = (max(1, state.integer(0)), state.integer(1))
            state.reset()
            var filler = IndexFiller(store: self)
            if let filled = try filler.fill(
                after: max(1, next) - 1, upTo: min(last, ArticleIDRange.maximum), isDue: { ContinuousClock.now > end })
            {
                try connection.run(
                    "UPDATE backfill SET next = ?, done = min(total, done + ?) WHERE task = 'index'",
                    [.integer(filled.last &+ 1), .integer(Int64(filled.articles))])
            } else {
                try connection.run("DELETE FROM backfill WHERE task = 'index'")
            }
        }
    }
}
