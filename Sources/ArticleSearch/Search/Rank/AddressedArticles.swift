internal import Articles
internal import SearchRanking

/// If the query is an address, the articles with this address. They come first, whatever words they contain.
struct AddressedArticles {
    private let ids: Set<Int64>

    /// - Parameter passing: the articles with the plan's address that also satisfy its conditions.
    init(_ passing: [UInt32]) { ids = Set(passing.map { Int64($0) }) }

    /// The candidates, preceded by the articles with the address that the first stage left out.
    func added(to candidates: [Candidate]) -> [Candidate] {
        let missing = ids.subtracting(candidates.map(\.id)).sorted(by: >)
        return missing.map { Candidate(id: $0, score: 0) } + candidates
    }

    /// Moves the articles with the address to the front; otherwise the matches keep their order. The moved articles get
    /// scores that are not lower than any other.
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
