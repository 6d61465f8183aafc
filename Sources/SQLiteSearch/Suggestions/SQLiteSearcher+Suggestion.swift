package import Articles
private import Glibc
internal import QueryLanguage
internal import SQLite
internal import SearchRanking
internal import Suggestions

extension SQLiteSearcher {
    /// So many ways to correct a query of several words are tried.
    private static let maxTries = 12

    /// The query as it may have been meant, for one that finds nothing: words that stand nowhere are exchanged for words
    /// that do.
    ///
    /// Of a query of several words it is the way to correct them that the articles speak for: what is suggested has all of
    /// its words in one article at least.
    ///
    /// - Returns: nil where every word is known, nothing like them is, or what is like them finds nothing.
    /// - Complexity: some milliseconds; bounded by `CompletionLimits` and the corrector's own limits.
    package func suggestion(for request: SearchRequest) throws -> String? {
        let corrector = SpellingCorrector(vocabulary: statistics, titleWords: TitleWords(connection: connection))
        let corrections = try corrector.corrections(of: request.query)
        guard !corrections.isEmpty else { return nil }
        let isAlone = Self.isOneWord(request.query.root)
        var best: (text: String, value: Double)?
        for choice in Self.choices(corrections) {
            let text = RelaxedQuery.rewrite(
                request.query.text, zip(corrections, choice).map { ($0.utf8Range, $1.word) })
            let matches = try matchCount(text, request)
            guard matches > 0 else { continue }
            // Alone, a word's own frequency says it; forms of a word find the same articles.
            if isAlone { return text }
            let value = choice.reduce(SpellingCandidate.frequencyWeight * log(Double(matches))) {
                $0 + $1.weight + 0.1 * log(Double(max(1, $1.articles)))
            }
            if best.map({ value > $0.value }) ?? true { best = (text, value) }
        }
        return best?.text
    }

    private static func isOneWord(_ node: QueryNode) -> Bool {
        switch node {
        case .word, .phrase: true
        case .field(_, let inner): isOneWord(inner)
        default: false
        }
    }

    /// Ways to choose a candidate for each place, the likeliest first.
    private static func choices(_ corrections: [SpellingCorrector.Correction]) -> [[SpellingCandidate]] {
        // The corrector's order counts: words and sounds are not to be compared by their frequency.
        var choices: [(words: [SpellingCandidate], rank: Int)] = [([], 0)]
        for correction in corrections {
            var longer: [(words: [SpellingCandidate], rank: Int)] = []
            for choice in choices {
                for (rank, candidate) in correction.candidates.enumerated() {
                    longer.append((choice.words + [candidate], choice.rank + rank))
                }
            }
            choices = Array(
                longer.enumerated().sorted { ($0.1.rank, $0.0) < ($1.1.rank, $1.0) }.map(\.1).prefix(maxTries))
        }
        return choices.map(\.words)
    }

    /// How many articles have all that a text asks for, under the request's filters.
    private func matchCount(_ text: String, _ request: SearchRequest) throws -> Int {
        guard let query = try? QueryParser.parse(text) else { return 0 }
        var request = request
        request.query = query
        var compiler = try QueryCompiler(scope: self, request: request, words: request.match == .any ? .any : .all)
        let plan = try compiler.plan()
        return plan.isEmpty ? 0 : try countMatches(plan)
    }
}
