/// Shows near-duplicates once in a page: of each group (`DuplicateGroups`), the match that the order puts first.
///
/// A view only; nothing is deleted, and what is folded stays countable.
package enum DuplicateFolding {
    /// The matches without those that an earlier one stands for, which counts them.
    package static func fold(_ matches: [RankedMatch]) -> [RankedMatch] {
        guard matches.contains(where: { $0.foldKey != 0 }) else { return matches }
        var out: [RankedMatch] = []
        out.reserveCapacity(matches.count)
        var firsts: [UInt32: Int] = [:]
        for match in matches {
            if match.foldKey != 0 {
                if let first = firsts[match.foldKey] {
                    out[first].folded += 1
                    continue
                }
                firsts[match.foldKey] = out.count
            }
            out.append(match)
        }
        return out
    }
}
