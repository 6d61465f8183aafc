internal import Articles
private import Glibc
internal import QueryLanguage
internal import SearchRanking

/// Corrects a query that has few or no matches.
struct QuerySuggestion {
    private let corrector: SpellingCorrector
    private let count: (SearchRequest, QueryCompiler.WordMatching) throws -> Int

    /// - Parameter count: returns the number of articles that match a request.
    init(
        _ vocabulary: any VocabularySource, titleWords: any TitleWordRows,
        count: @escaping (SearchRequest, QueryCompiler.WordMatching) throws -> Int
    ) {
        corrector = SpellingCorrector(vocabulary: vocabulary, titleWords: TitleWordFinder(rows: titleWords))
        self.count = count
    }

    init(_ source: any SearchSource, _ statistics: IndexStatistics, scope: any QueryScope) {
        self.init(statistics, titleWords: source.titleWords) { request, words in
            var compiler = try QueryCompiler(scope: scope, request: request, words: words)
            let plan = try compiler.plan()
            return plan.isEmpty ? 0 : try MatchingArticles(source, statistics).count(of: plan)
        }
    }

    /// The maximum number of combinations of corrections for a query of several words.
    private static let maxTries = 12

    /// The query with unknown words replaced by known ones.
    ///
    /// Of several combinations of corrections, the one with the highest value is returned.
    ///
    /// - Parameter total: the number of articles the original query found; the corrected query must find more.
    /// - Returns: nil if no word can be corrected, or no corrected query has enough matches.
    /// - Complexity: a few milliseconds; bounded by `CompletionLimits` and the corrector's own limits.
    func correctedQuery(for request: SearchRequest, besides total: Int = 0) throws -> String? {
        let corrections = try corrector.corrections(of: request.query, onlyFrequent: total > 0)
        guard !corrections.isEmpty else { return nil }
        let isAlone = Self.isOneWord(request.query.root)
        var best: (text: String, value: Double)?
        for choice in Self.choices(corrections) {
            let text = RelaxedQuery.rewrite(
                request.query.text, zip(corrections, choice).map { ($0.utf8Range, $1.word) })
            let matches = try matchCount(text, request)
            guard matches > total else { continue }
            // The candidates of a single word are already ranked, and forms of a word match the same articles.
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

    /// Combinations of one candidate per correction, most likely first.
    private static func choices(_ corrections: [SpellingCorrector.Correction]) -> [[SpellingCandidate]] {
        // Ordered by the corrector's ranks, because frequencies of words and of sounds are not comparable.
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

    /// The number of articles that match a text under the request's filters.
    private func matchCount(_ text: String, _ request: SearchRequest) throws -> Int {
        guard let query = try? QueryParser.parse(text) else { return 0 }
        var request = request
        request.query = query
        return try count(request, request.match == .any ? .any : .all)
    }
}
