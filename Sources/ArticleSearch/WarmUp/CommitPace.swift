/// Detects rapid commits, as during a load. Data read ahead for one commit would then be out of date before it is used
/// (docs/decisions/0042).
package struct CommitPace {
    /// Reading ahead is not worthwhile for a version of the index that is replaced within this time.
    package var settlingTime = Duration.seconds(5)
    private var seen: (version: Int64, since: ContinuousClock.Instant)?
    /// Whether commits were rapid at the last update.
    package private(set) var isRapid = false

    package init() {}

    /// - Parameters:
    ///   - version: the version of the index at the last read.
    ///   - now: the time of that read.
    /// - Returns: whether reading ahead is worthwhile. It is if the reader has just opened the file, and after a single
    ///   commit.
    package mutating func isSettled(at version: Int64, _ now: ContinuousClock.Instant) -> Bool {
        let isEarly = seen.map { now - $0.since < settlingTime } ?? false
        if seen?.version != version {
            isRapid = isEarly
            seen = (version, now)
        } else if !isEarly {
            isRapid = false
        }
        return !isRapid
    }
}
