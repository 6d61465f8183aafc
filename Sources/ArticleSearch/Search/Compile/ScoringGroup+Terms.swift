internal import SearchRanking

extension ScoringGroup {
    /// The weight of a term that is not in the query itself: a synonym or a form of a word.
    private static let otherWeight = 0.1

    /// Groups the phrases of an expression that count as one term because they are forms of the same word. Excluded
    /// phrases are left out, because they do not contribute to the score.
    static func groups(of expression: IndexExpression, _ ranking: RelevanceQuery) -> [ScoringGroup] {
        var groups: [[UInt8]: ScoringGroup] = [:]
        var order: [[UInt8]] = []
        let excluded = expression.excludedPhrases
        for (number, phrase) in expression.matchText().phrases.enumerated() where !excluded.contains(number) {
            var key: [UInt8] = []
            var weight = 0.0
            for term in phrase.terms {
                // A word and its stem are two index terms.
                let known =
                    ranking.number(ofIndexTerm: term) ?? ranking.number(ofIndexTerm: [WordForms.stemMark] + term)
                key += known.map { ranking.terms[$0].text } ?? term
                key.append(0)
                weight += known.map { ranking.terms[$0].weight } ?? otherWeight
            }
            if groups[key] == nil { order.append(key) }
            groups[key, default: .init(phrases: [], weight: weight)].phrases.append(number)
        }
        return order.compactMap { groups[$0] }
    }
}
