internal import Articles
internal import SearchRanking

/// The articles whose address is the query. They are shown first, whatever words they contain.
struct AddressedArticles {
    private let ids: Set<Int64>
    private let newestFirst: [Int64]

    /// - Parameter passing: the articles with the plan's address that also satisfy its conditions, ascending.
    init(_ passing: [UInt32]) { self.init(newestFirst: passing.reversed().map { Int64($0) }) }

    /// - Parameter articles: in order of arrival, newest first.
    init(newestFirst articles: [Int64]) {
        newestFirst = articles
        ids = Set(articles)
    }

    /// The candidates, preceded by the articles with this address that the candidates lack.
    func added(to candidates: [Candidate]) -> [Candidate] {
        let known = Set(candidates.lazy.filter { ids.contains($0.id) }.map(\.id))
        return newestFirst.filter { !known.contains($0) }.map { Candidate(id: $0, score: 0) } + candidates
    }

    /// Moves the articles with the address to the front; the order is otherwise unchanged. The moved articles get the
    /// highest score of all matches.
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
