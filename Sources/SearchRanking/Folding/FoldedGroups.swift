/// The groups of near-duplicates in a search sorted by date, with the first match of each.
package struct FoldedGroups {
    private struct Group {
        var first: Candidate
        var count = 1
    }

    private var groups: [UInt32: Group] = [:]
    /// For the first match of each group, the number of matches folded into it; computed after all matches have been
    /// added.
    private lazy var folded = Dictionary(uniqueKeysWithValues: groups.values.map { ($0.first.id, $0.count - 1) })

    package init() {}

    package mutating func add(_ candidate: Candidate, _ group: UInt32) {
        guard var known = groups[group] else {
            groups[group] = Group(first: candidate)
            return
        }
        known.count += 1
        if Candidate.precedes(candidate, known.first) { known.first = candidate }
        groups[group] = known
    }

    package var firsts: [Candidate] { groups.values.map(\.first) }

    /// The number of matches folded into a match.
    package mutating func folded(behind n: Int64) -> Int { groups.isEmpty ? 0 : folded[n] ?? 0 }
}
