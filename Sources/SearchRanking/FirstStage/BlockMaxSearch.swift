internal import PostingIndex

/// The first stage for queries that many articles match: most of them have no chance, and only their number is of interest.
///
/// It gives what `PostingSearch` gives. Of one term that was read ahead the rows with the highest impacts are scored. Of
/// several a first pass over maps of rounded impacts finds the articles that match and what each can score at most; the
/// best articles of the blocks with the highest bounds are scored, and then only those whose bounds reach the least of
/// these scores.
package struct BlockMaxSearch {
    /// Where fewer articles match than one of so many, lists are quicker than maps.
    private static let articlesAMatch = 40
    /// More maps than bounds can be made of (`ImpactBounds`), a byte for each article, would only take memory.
    private static let maxPhrases = 256

    private let source: any PostingSource
    /// By their number in the expression.
    private let phrases: [PhraseMatches]
    private let maps: [ImpactMap]
    /// Those that match.
    private let articles: ArticleMask

    /// The best articles, best first, and how many match.
    ///
    /// - Parameters:
    ///   - expression: one that `PostingSearch.isSimple`.
    ///   - phrases: its phrases, by their numbers.
    ///   - hidden: articles that do not count, ascending.
    /// - Returns: nil where few articles match, or the terms are too many for bounds to be of use.
    package static func best(
        _ limit: Int, of expression: IndexExpression, _ phrases: [PhraseMatches], _ groups: [ScoringGroup],
        leavingOut hidden: [UInt32], _ source: any PostingSource
    ) throws -> ([Candidate], Int)? {
        if phrases.count == 1, groups.count == 1, hidden.isEmpty, let rows = phrases[0].best(limit) {
            return (try best(limit, of: rows, phrases, groups, source), phrases[0].count)
        }
        guard let search = try BlockMaxSearch(expression, phrases, leavingOut: hidden, source),
            let found = try search.best(groups, limit: limit)
        else { return nil }
        return (found, search.articles.count)
    }

    private init?(
        _ expression: IndexExpression, _ phrases: [PhraseMatches], leavingOut hidden: [UInt32],
        _ source: any PostingSource
    ) throws {
        self.source = source
        self.phrases = phrases
        let most = Self.maxMatches(expression, phrases)
        // Impacts that are not known take longer than scores, so that they must serve most of the matches.
        let unknown = phrases.reduce(0) { $0 + ($1.knowsImpacts ? 0 : $1.count) }
        guard phrases.count > 1, phrases.count <= Self.maxPhrases, most >= unknown,
            most * Self.articlesAMatch >= source.endOfArticles
        else {
            return nil
        }
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

    private static func maxMatches(_ expression: IndexExpression, _ phrases: [PhraseMatches]) -> Int {
        expression.value(
            .init(
                phrase: { phrases[$0].count }, nothing: 0, all: { $0.min() ?? 0 }, any: { $0.reduce(0, +) },
                excluding: { wanted, _ in wanted }))
    }

    private static func evaluate(_ expression: IndexExpression, _ maps: [ImpactMap]) -> ArticleMask {
        expression.value(
            .init(
                phrase: { maps[$0].articles }, nothing: ArticleMask(),
                all: { sets in sets.dropFirst().reduce(sets.first ?? ArticleMask()) { $0.intersection($1) } },
                any: { sets in sets.dropFirst().reduce(sets.first ?? ArticleMask()) { $0.union($1) } },
                excluding: { $0.subtracting($1) }))
    }

    /// Nil where the terms are too many for bounds to be of use.
    private func best(_ groups: [ScoringGroup], limit: Int) throws -> [Candidate]? {
        var scoring: [ImpactMap] = []
        var weights: [Double] = []
        for group in groups {
            // The frequencies of a group's phrases are added before they are weighed; weighed apart they give no less.
            for phrase in group.phrases {
                scoring.append(maps[phrase])
                weights.append(group.weight * Ranking.maxImpact)
            }
        }
        guard let bounds = ImpactBounds(scoring, weights: weights, articles: articles) else { return nil }
        func best(_ range: Range<Int>) throws -> [Candidate] {
            try Self.best(limit, of: bounds.rows(range), phrases, groups, source)
        }
        let reached = bounds.bound(reachedBy: limit)
        let first = try best(Int(reached)..<Int(UInt16.max) + 1)
        guard reached > 1, let least = first.last?.score else { return first }
        let enough = bounds.bound(ofScore: least)
        guard enough < reached else { return first }
        var heap = CandidateHeap(limit: limit)
        for candidate in try first + best(Int(enough)..<Int(reached)) { heap.keep(candidate) }
        return heap.sorted()
    }

    private static func best(
        _ limit: Int, of rows: [UInt32], _ phrases: [PhraseMatches], _ groups: [ScoringGroup],
        _ source: any PostingSource
    ) throws -> [Candidate] {
        guard !rows.isEmpty, limit > 0 else { return [] }
        let scoring = PostingScoring(
            groups: groups, phrases: phrases, rows: rows, norms: try source.documentFacts.norms(of: rows), weights: nil,
            minimumWeight: 0, deadline: source.deadline)
        let best = scoring.best(limit)
        try source.checkDeadline()
        return best
    }
}
