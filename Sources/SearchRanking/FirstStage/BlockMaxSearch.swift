internal import PostingIndex

/// The first stage for queries whose terms have their impacts in memory: counts all matches, but scores only those that
/// can be among the top k.
///
/// The result equals that of `PostingSearch`. For one term with known impacts, only the articles with the highest
/// impacts are scored. For several terms, a first pass over the `ImpactMap`s finds the matches and an upper bound of
/// each score. Then the best articles of the blocks with the highest bounds are scored, and after them only articles
/// whose bounds reach the lowest of these scores.
package struct BlockMaxSearch {
    /// If fewer than 1 in this many articles match, posting lists are faster than impact maps.
    private static let articlesAMatch = 40
    /// The maximum number of phrases. A map takes one byte per article, and `ImpactBounds` cannot use more maps than
    /// this.
    private static let maxPhrases = 256

    private let source: any PostingSource
    /// Indexed by the number of the phrase in the expression.
    private let phrases: [RowFrequencies]
    private let maps: [ImpactMap]
    /// The matches.
    private let articles: ArticleMask

    /// The top k, best first, and the number of matches.
    ///
    /// - Parameters:
    ///   - expression: `PostingSearch.isSimple` must be true for it.
    ///   - phrases: the phrases of the expression, by number.
    ///   - hidden: articles to ignore, in ascending order.
    /// - Returns: nil if few articles match, or if there are too many terms for useful bounds.
    package static func topCandidates(
        _ limit: Int, of expression: IndexExpression, _ phrases: [PhraseMatches], _ groups: [ScoringGroup],
        leavingOut hidden: [UInt32], _ source: any PostingSource
    ) throws -> ([Candidate], Int)? {
        if phrases.count == 1, groups.count == 1, hidden.isEmpty, let rows = try phrases[0].rowsOfTopImpacts(limit) {
            return (try topScored(limit, of: rows, [try phrases[0].all()], groups, source), phrases[0].count)
        }
        guard let search = try BlockMaxSearch(expression, phrases, leavingOut: hidden, source),
            let found = try search.topCandidates(limit, groups)
        else { return nil }
        return (found, search.articles.count)
    }

    private init?(
        _ expression: IndexExpression, _ phrases: [PhraseMatches], leavingOut hidden: [UInt32],
        _ source: any PostingSource
    ) throws {
        let most = expression.maxMatches(phrases)
        guard phrases.count > 1, phrases.count <= Self.maxPhrases, phrases.allSatisfy(\.knowsImpacts),
            most * Self.articlesAMatch >= source.endOfArticles
        else {
            return nil
        }
        self.source = source
        self.phrases = try phrases.map { try $0.all() }
        var maps: [ImpactMap] = []
        for phrase in phrases {
            try source.checkDeadline()
            guard let map = try phrase.map(source) else { return nil }
            maps.append(map)
        }
        self.maps = maps
        var articles = Self.evaluate(expression, maps)
        articles.remove(hidden)
        self.articles = articles
    }

    private static func evaluate(_ expression: IndexExpression, _ maps: [ImpactMap]) -> ArticleMask {
        expression.value(
            .init(
                phrase: { maps[$0].articles }, nothing: ArticleMask(),
                all: { sets in sets.dropFirst().reduce(sets.first ?? ArticleMask()) { $0.intersection($1) } },
                any: { sets in sets.dropFirst().reduce(sets.first ?? ArticleMask()) { $0.union($1) } },
                excluding: { $0.subtracting($1) }))
    }

    /// The top k, best first; nil if there are too many terms for useful bounds.
    private func topCandidates(_ limit: Int, _ groups: [ScoringGroup]) throws -> [Candidate]? {
        var scoring: [ImpactMap] = []
        var weights: [Double] = []
        for group in groups {
            // The frequencies of a group are added before weighting. The sum of the bounds of its phrases is at least
            // as high.
            for phrase in group.phrases {
                scoring.append(maps[phrase])
                weights.append(group.weight * Ranking.maxImpact)
            }
        }
        guard let bounds = ImpactBounds(scoring, weights: weights, articles: articles) else { return nil }
        func top(boundedBy range: Range<Int>) throws -> [Candidate] {
            try Self.topScored(limit, of: bounds.rows(range), phrases, groups, source)
        }
        let reached = bounds.bound(reachedBy: limit)
        let first = try top(boundedBy: Int(reached)..<Int(UInt16.max) + 1)
        guard reached > 1, let least = first.last?.score else { return first }
        let enough = bounds.bound(ofScore: least)
        guard enough < reached else { return first }
        var heap = CandidateHeap(limit: limit)
        for candidate in try first + top(boundedBy: Int(enough)..<Int(reached)) { heap.keep(candidate) }
        return heap.sorted()
    }

    private static func topScored(
        _ limit: Int, of rows: [UInt32], _ phrases: [RowFrequencies], _ groups: [ScoringGroup],
        _ source: any PostingSource
    ) throws -> [Candidate] {
        guard !rows.isEmpty, limit > 0 else { return [] }
        let scoring = PostingScoring(
            groups: groups, phrases: phrases, rows: rows, norms: try source.documentFacts.norms(of: rows), weights: nil,
            minimumWeight: 0, deadline: source.deadline)
        let top = scoring.topCandidates(limit)
        try source.checkDeadline()
        return top
    }
}
