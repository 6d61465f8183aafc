internal import Articles
internal import SearchRanking

/// The articles of the address that a query is: they come first, whatever their words.
struct AddressedArticles {
    private let ids: Set<Int64>

    /// - Parameter passing: the articles of the plan's address that fulfil its conditions.
    init(_ passing: [UInt32]) { ids = Set(passing.map { Int64($0) }) }

    /// The candidates with those that the first stage has left out.
    func added(to candidates: [Candidate]) -> [Candidate] {
        let missing = ids.subtracting(candidates.map(\.id)).sorted(by: >)
        return missing.map { Candidate(id: $0, score: 0) } + candidates
    }

    /// The matches in their order, except that those of the address are first; their scores are not lower than any.
    func first(_ matches: [RankedMatch], parts: inout [Int64: [ScorePart]], explains: Bool) -> [RankedMatch] {
        let best = matches.map(\.score).max() ?? 0
        let (rest, addressed) = (matches.filter { !ids.contains($0.id) }, matches.filter { ids.contains($0.id) })
        return addressed.map { match in
            var match = match
            if explains { parts[match.id, default: []].append(ScorePart(name: "address", value: best - match.score)) }
            match.score = best
            return match
        } + rest
    }
}
