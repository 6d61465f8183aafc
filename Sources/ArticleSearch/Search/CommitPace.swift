/// Whether commits come one after another, as during a load: what is read ahead for one of them is out of date before it is of
/// use (docs/decisions/0122).
package struct CommitPace {
    /// A version of the index that is followed by another within this time does not pay for reading ahead.
    package var settlingTime = Duration.seconds(5)
    private var seen: (version: Int64, since: ContinuousClock.Instant)?
    /// As it was when it was last asked.
    package private(set) var isRapid = false

    package init() {}

    /// - Parameters:
    ///   - version: of the index, as it was read last.
    ///   - now: when that was.
    /// - Returns: whether it pays to read ahead. Of a reader that has just opened the file it does, and after a single commit.
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
