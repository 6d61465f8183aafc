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
            while let task = try connection.text("SELECT task FROM backfill ORDER BY task LIMIT 1") {
                let left = end - ContinuousClock.now
                if left <= .zero { return false }
                let time = min(left, Self.partTime)
                if task == "texts" {
                    try packNextPart(for: time)
                } else {
                    try fillNextPart(for: time)
                    try BatchWriter.mergeSegments(connection)
                }
            }
            return true
        }
    }

    func finishBackfill() throws { while try !continueBackfill(for: .seconds(60)) {} }

    /// The task `texts`: texts and what ranking keeps of their articles take their present form.
    private func packNextPart(for time: Duration) throws {
        let end = ContinuousClock.now + time / 2
        do {
            try connection.transaction {
                try texts.trainIfDue()
                try continueTask("texts") { next, last in try texts.pack(after: next, upTo: last) { .now > end } }
            }
            texts.didCommit()
        } catch {
            texts.didRollBack()
            throw error
        }
    }

    private func fillNextPart(for time: Duration) throws {
        // What analysing takes, writing takes about once more.
        let end = ContinuousClock.now + time / 2
        try connection.transaction {
            try continueTask("index") { n, last in
                var filler = IndexFiller(store: self)
                let filled = try filler.fill(after: n, upTo: last) { .now > end }
                return filled.map { ($0.last, Int64($0.articles)) }
            }
        }
    }

    /// Moves a task on by what `work` does behind an article, up to another one; nil from it ends the task.
    private func continueTask(
        _ task: String, _ work: (Int64, Int64) throws -> (last: Int64, articles: Int64)?
    ) throws {
        let state = try connection.prepare("SELECT next, last FROM backfill WHERE task = ?")
        try state.bind([.text(task)])
        // Another process may have done the rest.
        guard try state.step() else { return }
        let (next, last) = (max(1, state.integer(0)), state.integer(1))
        state.reset()
        if let done = try work(next - 1, min(last, ArticleIDRange.maximum)) {
            try connection.run(
                "UPDATE backfill SET next = ?, done = min(total, done + ?) WHERE task = ?",
                [.integer(done.last &+ 1), .integer(done.articles), .text(task)])
        } else {
            try connection.run("DELETE FROM backfill WHERE task = ?", [.text(task)])
        }
    }
}
