/// Folds near-duplicates: a page shows only the highest-ranked match of each group (`DuplicateGroups`).
///
/// Only the view changes: nothing is deleted, and folded matches are counted.
package enum DuplicateFolding {
    /// The first match of each group, with the number of matches folded into it.
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
