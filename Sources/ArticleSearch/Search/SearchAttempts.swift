internal import Articles
internal import QueryLanguage
internal import SearchRanking
internal import TextAnalysis

/// The steps of a search, in order: increasingly loose ways of matching the words until one finds enough articles, then
/// the suggestions for an answer with few or no hits.
///
/// Further pages do not repeat these steps, because their cursor names the way of matching.
struct SearchAttempts {
    enum Step: Equatable {
        /// Searches, matching words in the given way.
        case match(QueryCompiler.WordMatching)
        /// Offers a query that splits runs without spaces into words (`SearchAnswer.looser`).
        case offerLooserQuery
        /// Finds a corrected query that has matches (`SearchAnswer.suggestion`).
        case suggestCorrection
        /// Finds a correction for words that occur in few articles, if similar words are much more frequent.
        case suggestFrequentWords
    }

    /// Synonyms are searched only if a query finds fewer articles than this. Because of their lower weight, their
    /// articles would rank after all of these.
    private static let manyArticles = 100
    /// If a query finds fewer articles than this, the answer offers a looser query.
    private static let fewArticles = 10

    /// The steps in order. A step is taken if the number of articles found by the steps before it is in its range.
    private static func steps(for match: SearchRequest.Match) -> [(step: Step, totals: Range<Int>)] {
        let none = 0..<1
        return switch match {
        case .all:
            [
                (.match(.all), none),
                (.offerLooserQuery, 1..<fewArticles),
                (.suggestFrequentWords, 1..<fewArticles),
                (.suggestCorrection, none),
            ]
        case .any:
            [
                (.match(.any), none),
                (.suggestFrequentWords, 1..<fewArticles),
                (.suggestCorrection, none),
            ]
        case .auto:
            [
                (.match(.all), none),
                (.match(.alternatives), 0..<manyArticles),
                (.match(.any), 1..<fewArticles),
                (.offerLooserQuery, 1..<fewArticles),
                (.suggestFrequentWords, 1..<fewArticles),
                (.suggestCorrection, none),
                (.match(.anywhere), none),
                (.match(.any), none),
            ]
        }
    }

    private let request: SearchRequest
    private var remaining: ArraySlice<(step: Step, totals: Range<Int>)>

    init(_ request: SearchRequest) {
        self.request = request
        remaining = Self.steps(for: request.match)[...]
    }

    /// Answers the first page of a search.
    ///
    /// - Parameters:
    ///   - page: the page if words are matched in the given way.
    ///   - looser: the looser query to offer, given the number of articles found.
    ///   - correction: the corrected query to suggest, given the number of articles found.
    static func answer(
        _ request: SearchRequest, page: (QueryCompiler.WordMatching) throws -> SearchAnswer,
        looser: (Int) throws -> SearchAnswer.Looser?, correction: (Int) throws -> String?
    ) rethrows -> SearchAnswer {
        var attempts = SearchAttempts(request)
        var answer = SearchAnswer()
        while let step = attempts.next(afterFinding: answer.total) {
            switch step {
            case .match(let words):
                var found = try page(words)
                guard found.total > answer.total || answer.total == 0 else { continue }
                found.suggestion = answer.suggestion
                answer = found
            case .offerLooserQuery: answer.looser = try looser(answer.total)
            case .suggestCorrection, .suggestFrequentWords: answer.suggestion = try correction(answer.total)
            }
        }
        return answer
    }

    /// The next step to take; nil if the search is complete.
    ///
    /// - Parameter total: the number of articles that the steps so far have found.
    mutating func next(afterFinding total: Int) -> Step? {
        while let (step, totals) = remaining.popFirst() {
            if totals.contains(total), mayChangeAnswer(step, afterFinding: total) { return step }
        }
        return nil
    }

    /// Whether a step can find more than the steps before it.
    private func mayChangeAnswer(_ step: Step, afterFinding total: Int) -> Bool {
        switch step {
        case .match(.alternatives): hasAlternatives
        case .match(.anywhere): RelaxedQuery(request.query) != nil
        case .match(.all): true
        // If few articles have all words of a question, an article that lacks a word may answer it better.
        case .match(.any): total == 0 || QuestionForm.isLongQuestion(request.query)
        case .offerLooserQuery, .suggestCorrection, .suggestFrequentWords: request.fields == .everything
        }
    }

    /// Whether any word of the query has synonyms.
    private var hasAlternatives: Bool {
        var found = false
        RelaxedQuery.visit(request.query.root) { term in
            let units = QueryUnits(term.text)
            found =
                found || !request.synonyms.alternatives(for: term.text).isEmpty
                || !QueryCompiler.mixedAlternatives(to: units, term.text).isEmpty
                || units.runs.contains { run in
                    run.isCharacters && run.units.count > 1
                        && !QueryCompiler.regionalForms(of: run, run.text(in: Array(term.text.utf8))).isEmpty
                }
        }
        return found
    }

    /// Whether hits found by this way of matching may lack words of the query.
    static func isRelaxed(_ words: QueryCompiler.WordMatching, for request: SearchRequest) -> Bool {
        request.match == .auto && (words == .anywhere || words == .any)
    }
}

extension SearchAttempts {
    /// The facets of the way of matching with which a search would end.
    ///
    /// - Parameter count: counts the matches of one way.
    static func facets(
        for request: SearchRequest, _ count: (QueryCompiler.WordMatching) throws -> Facets
    ) rethrows -> Facets {
        var attempts = SearchAttempts(request)
        var facets = Facets()
        while let step = attempts.next(afterFinding: facets.total) {
            if case .match(let words) = step { facets = try count(words) }
        }
        return facets
    }
}
