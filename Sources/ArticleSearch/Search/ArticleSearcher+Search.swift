package import Articles
internal import Pipelines
internal import QueryLanguage
package import SearchRanking
internal import TextAnalysis

extension ArticleSearcher {
    /// Returns one page of a search.
    ///
    /// - Throws: `QuerySyntaxError` if a saved search in the query is invalid; `StorageError`.
    /// - Complexity: sorting by date reads the matches once; relevance scores each match once and reranks
    ///   `Ranking.rerankCount` of them.
    package func search(_ request: SearchRequest) throws -> SearchAnswer {
        try source.snapshot {
            try statistics.refresh()
            return try statistics.postings.orFullText { try answer(request) }
        }
    }

    /// The same within a snapshot.
    private func answer(_ request: SearchRequest) throws -> SearchAnswer {
        let cursor = try request.after.map { try SearchCursor(text: $0, of: request) }
        if let cursor { return try nextPage(request, cursor) }
        var strict = try answer(request, request.match == .any ? .any : .all)
        if request.match == .auto, strict.total < Self.manyArticles, hasAlternatives(request) {
            let wider = try answer(request, .alternatives)
            if wider.total > strict.total { strict = wider }
        }
        strict.indexing = statistics.indexing
        if strict.total > 0 {
            strict.looser = try looser(than: strict.total, request)
            return strict
        }
        if request.fields == .everything { strict.suggestion = try suggestionInTime(for: request) }
        guard request.match == .auto else { return strict }
        var relaxed = try relaxedAnswer(request)
        relaxed.relaxed = relaxed.total > 0
        relaxed.suggestion = strict.suggestion
        relaxed.indexing = strict.indexing
        return relaxed
    }

    /// Synonyms are searched only if a query finds fewer articles than this: their lower weight would put them after
    /// all of these.
    package static let manyArticles = 100

    /// Whether any word of a query has synonyms.
    package func hasAlternatives(_ request: SearchRequest) -> Bool {
        var found = false
        RelaxedQuery.visit(request.query.root) { term in
            found =
                found || !request.synonyms.alternatives(for: term.text).isEmpty
                || QueryUnits(term.text).runs.contains { run in
                    run.isCharacters && run.units.count > 1
                        && !Vocabulary.alternatives(for: run.text(in: Array(term.text.utf8))).isEmpty
                }
        }
        return found
    }

    /// Tries the words of runs without spaces anywhere, then a share of the words.
    private func relaxedAnswer(_ request: SearchRequest) throws -> SearchAnswer {
        if RelaxedQuery(request.query) != nil {
            let parted = try answer(request, .anywhere)
            if parted.total > 0 { return parted }
        }
        return try answer(request, .any)
    }

    /// If a query finds fewer articles than this, the answer includes the matches of a looser query.
    private static let fewArticles = 10

    private func looser(than total: Int, _ request: SearchRequest) throws -> SearchAnswer.Looser? {
        guard request.match != .any, total < Self.fewArticles, request.fields == .everything,
            let looser = RelaxedQuery(request.query), !looser.partsIntoCharacters,
            let query = try? QueryParser.parse(looser.text)
        else { return nil }
        var request = request
        request.query = query
        request.match = .auto
        request.limit = 0
        // With relevance order the total is counted only up to the exact limit.
        request.sort = .relevance
        let found = try answer(request, .alternatives)
        guard found.total > total else { return nil }
        return .init(query: looser.text, total: found.total, totalIsLowerBound: found.totalIsLowerBound)
    }

    /// The suggestion for a query; nil if it takes more than half of the remaining time.
    private func suggestionInTime(for request: SearchRequest) throws -> String? {
        try source.index.before(source.index.deadline.share(0.5)) { try suggestion(for: request) } ?? nil
    }

    private func nextPage(_ request: SearchRequest, _ cursor: SearchCursor) throws -> SearchAnswer {
        var page = try answer(request, cursor.words, after: cursor)
        page.indexing = statistics.indexing
        page.relaxed = request.match == .auto && [.anywhere, .any].contains(cursor.words) && page.total > 0
        return page
    }

    /// Searches with one way of matching words.
    private func answer(
        _ request: SearchRequest, _ words: QueryCompiler.WordMatching, after cursor: SearchCursor? = nil
    ) throws -> SearchAnswer {
        try checkDeadline()
        var compiler = try QueryCompiler(scope: self, request: request, words: words)
        var plan = try compiler.plan()
        try statistics.prepare((plan.index?.terms ?? []) + plan.scoredTexts.flatMap(RelevanceQuery.indexTerms))
        let ranking = try RelevanceQuery(plan.scoredTexts, statistics)
        guard !plan.isEmpty else { return SearchAnswer() }
        if words == .any, request.match == .auto { plan.coverage = coverage(request.query, plan, ranking) }
        var page: SearchPage
        if request.sort != .relevance || (plan.index == nil && plan.scoredTexts.isEmpty) {
            page = try byDate(request, plan, cursor)
        } else {
            page = try byRelevance(request, plan, ranking, cursor)
        }
        var answer = SearchAnswer()
        answer.total = page.total
        answer.totalIsLowerBound = page.totalIsLowerBound
        if request.fields == .everything {
            try fill(&page.hits, ranking)
        } else {
            try fillIDs(&page.hits)
        }
        answer.hits = page.hits
        page.cursor?.words = words
        answer.cursor = page.cursor?.text(of: request)
        if request.explain { answer.explanation = explanation(request, plan, ranking) }
        return answer
    }

    private func explanation(_ request: SearchRequest, _ plan: SearchPlan, _ ranking: RelevanceQuery)
        -> SearchExplanation
    {
        var out = SearchExplanation()
        out.query = request.query.description
        out.match = plan.index.map { $0.matchText().text } ?? ""
        let conditions = (plan.condition.map { [.filter($0)] } ?? []) + plan.mixed
        out.filter = conditions.map(explanation).joined(separator: " AND ")
        out.terms = ranking.terms.map {
            (String(decoding: $0.text, as: UTF8.self), $0.articles, $0.weight)
        }
        return out
    }

    private func explanation(_ condition: ArticleCondition) -> String {
        switch condition {
        case .filter(let filter): source.describe(filter)
        case .text(let expression): "MATCH \(expression.matchText().text)"
        case .numbers(let numbers): "\(numbers.count) articles"
        case .all(let parts): "(" + parts.map(explanation).joined(separator: " AND ") + ")"
        case .any(let parts): "(" + parts.map(explanation).joined(separator: " OR ") + ")"
        case .not(let part): "NOT " + explanation(part)
        }
    }
}

/// The hits of one page before their fields are set.
package struct SearchPage {
    package var hits: [SearchHit] = []
    package var total = 0
    package var totalIsLowerBound = false
    package var cursor: SearchCursor?
}
