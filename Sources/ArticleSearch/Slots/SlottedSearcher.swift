package import Articles
internal import Pipelines
internal import QueryLanguage
package import SearchRanking

/// Executes searches in a library with several slots. The answers equal those of one slot with all articles.
///
/// A search reads the document frequencies of its terms from all slots, then the best matches of each slot, which are
/// scored with these frequencies and merged ([156](../../../docs/decisions/0156-slots.md)).
package final class SlottedSearcher: LibrarySearcher {
    private let slots: SearchSlots
    private let terms: LibraryTerms

    /// - Parameters:
    ///   - slots: in the order of their numbers. Feeds, folders and saved searches are equal in all of them, with equal
    ///     ids. Groups of near-duplicates have numbers that are unique in the library.
    ///   - numbers: the numbering for this number of slots.
    package init(_ slots: [SearchSlot], numbers: SlotNumbers) {
        precondition(slots.count == numbers.count)
        self.slots = SearchSlots(slots, numbers)
        terms = LibraryTerms(self.slots)
    }

    /// Returns one page of a search.
    ///
    /// - Throws: `QuerySyntaxError` if a saved search in the query is invalid; `StorageError`.
    package func search(_ request: SearchRequest) throws -> SearchAnswer {
        try snapshot {
            try terms.refresh()
            var answer: SearchAnswer
            if let text = request.after {
                let cursor = try SearchCursor(text: text, of: request)
                answer = try page(request, cursor.words, after: cursor)
            } else {
                answer = try SearchAttempts.answer(
                    request, page: { try page(request, $0) },
                    looser: { total in
                        try LooserQuery(terms) { try self.page($0, $1) }.offer(for: request, finding: total)
                    }, correction: { try correction(of: request, besides: $0) })
            }
            answer.indexing = slots.slots.lazy.compactMap(\.statistics.indexing).first
            return answer
        }
    }

    private func page(
        _ request: SearchRequest, _ words: QueryCompiler.WordMatching, after cursor: SearchCursor? = nil
    ) throws -> SearchAnswer {
        try checkDeadline()
        guard let searches = try compile(request, words) else { return SearchAnswer() }
        var page =
            searches[0].isSortedByDate
            ? try SlotDateSearch(slots, searches.map(\.plan)).page(request, after: cursor)
            : try SlotRelevanceSearch(slots, lengths: terms.lengths).page(of: searches, after: cursor)
        try fill(&page.hits, of: searches)
        var answer = SearchAnswer(page, of: request, words)
        if request.explain { answer.explanation = searches[0].explanation(slots.slots[0].source) }
        return answer
    }

    /// A corrected query; nil if computing it takes more than half of the remaining time.
    ///
    /// - Parameter total: the number of articles that the query has found.
    private func correction(of request: SearchRequest, besides total: Int) throws -> String? {
        func find(_ number: Int) throws -> String? {
            guard number == slots.slots.count else {
                let index = slots.slots[number].source.index
                return try index.before(index.deadline.share(0.5)) { try find(number + 1) } ?? nil
            }
            return try QuerySuggestion(
                LibraryVocabulary(slots, terms), titleWords: LibraryTitleWords(slots: slots)
            ) { request, words in
                guard let plans = try self.plans(for: request, words) else { return 0 }
                return try self.slots.map { number, slot in
                    try MatchingArticles(slot.source, slot.statistics).count(of: plans[number])
                }.reduce(0, +)
            }.correctedQuery(for: request, besides: total)
        }
        return try find(0)
    }

    /// Compiles a request for each slot.
    ///
    /// - Returns: nil if nothing of the query remains.
    private func compile(_ request: SearchRequest, _ words: QueryCompiler.WordMatching) throws -> [CompiledSearch]? {
        let scope = SlotScope(slots: slots, terms: terms, number: 0)
        guard let first = try CompiledSearch(request, words, scope: scope, terms) else { return nil }
        return try plans(first.plan) {
            try CompiledSearch.plan(request, words, scope: SlotScope(slots: slots, terms: terms, number: $0))
        }.map { CompiledSearch(first, plan: $0) }
    }

    /// The plans of all slots, given that of the first.
    ///
    /// - Parameter other: compiles the plan of another slot. Used only if the plan contains numbers of articles.
    private func plans(_ first: SearchPlan, _ other: (Int) throws -> SearchPlan) throws -> [SearchPlan] {
        let isEqual = first.mixed.isEmpty && first.addressed.isEmpty
        return try slots.slots.indices.map { number in
            try (number == 0 || isEqual ? first : other(number)).inSlot(number, slots.numbers)
        }
    }

    /// Sets the fields of hits.
    private func fill(_ hits: inout [SearchHit], of searches: [CompiledSearch]) throws {
        let known = hits
        let filled = try slots.map(of: hits.map(\.id)) { number, slot, indices in
            var own = indices.map { index in
                var hit = known[index]
                hit.id = slots.numbers.number(of: hit.id)
                return hit
            }
            try HitFilling(slot.source, slot.statistics).fill(&own, of: searches[number])
            return own
        }
        for (indices, own) in filled {
            for (index, hit) in zip(indices, own) {
                hits[index] = hit
                hits[index].id = known[index].id
            }
        }
    }

    /// Runs `body` with a snapshot of each slot.
    private func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        func open(_ number: Int) throws -> Result {
            guard number < slots.slots.count else { return try body() }
            return try slots.slots[number].source.snapshot { try open(number + 1) }
        }
        return try open(0)
    }

    // MARK: - Other lists

    /// Counts the matches of a search by feed, folder, month and language.
    package func facets(for request: SearchRequest) throws -> Facets {
        try snapshot {
            try terms.refresh()
            return try SearchAttempts.facets(for: request) { try facets(for: request, $0) }
        }
    }

    private func facets(for request: SearchRequest, _ words: QueryCompiler.WordMatching) throws -> Facets {
        guard var plans = try plans(for: request, words) else { return Facets() }
        if words == .any, request.match == .auto {
            var coverage = Coverage(
                request.query, plans[0], try RelevanceQuery(plans[0].scoredTexts, terms))
            for index in plans.indices { plans[index].coverage = coverage }
            coverage?.bestWeight = try slots.map { number, slot in
                try MatchingArticles(slot.source, slot.statistics).bestWeight(of: plans[number])
            }.max()
            for index in plans.indices { plans[index].coverage = coverage }
        }
        let parts = try slots.map { number, slot in
            try FacetCount.tally(plans[number], request, slot.source, slot.statistics)
        }
        var tally = parts[0]
        for part in parts.dropFirst() { tally.add(part) }
        var facets = tally.facets(feeds: try slots.slots[0].source.feeds(subscribedOnly: false))
        facets.relaxed = SearchAttempts.isRelaxed(words, for: request) && facets.total > 0
        return facets
    }

    /// The newest articles that a request matches, or of all articles if it is nil, newest first. Nothing is folded.
    ///
    /// - Parameter place: only articles after it are returned; nil for all.
    package func newest(_ request: SearchRequest?, after place: DatePlace?, limit: Int) throws -> [ArticleID] {
        guard limit > 0 else { return [] }
        return try snapshot {
            try terms.refresh()
            guard let request else {
                return try SlotDateSearch(slots, []).newest(after: place, limit: limit)
            }
            var dated = request
            (dated.sort, dated.match, dated.fold, dated.limit) = (.newest, .all, false, limit)
            guard let plans = try plans(for: dated) else { return [] }
            return try SlotDateSearch(slots, plans).page(dated, after: place, counts: false).hits.map(\.id)
        }
    }

    /// All articles that have all words of a request, in no particular order. Nothing is folded.
    package func matches(_ request: SearchRequest) throws -> [ArticleID] {
        try snapshot {
            try terms.refresh()
            var request = request
            request.match = .all
            guard let plans = try plans(for: request) else { return [] }
            return try slots.map { number, slot in
                try MatchList(slot.searcher).articles(matching: plans[number]).map {
                    slots.numbers.id(of: Int64($0), in: number)
                }
            }.flatMap(\.self)
        }
    }

    /// The plans of all slots for a request; nil if nothing of the query remains.
    private func plans(
        for request: SearchRequest, _ words: QueryCompiler.WordMatching = .all
    ) throws -> [SearchPlan]? {
        func plan(_ number: Int) throws -> SearchPlan {
            let scope = SlotScope(slots: slots, terms: terms, number: number)
            var compiler = try QueryCompiler(scope: scope, request: request, words: words)
            return try compiler.plan()
        }
        let first = try plan(0)
        return first.isEmpty ? nil : try plans(first, plan)
    }

    /// Articles on the same subject as a given article, most similar first; nil if that article does not exist.
    package func similar(
        to id: ArticleID, limit: Int, fields: SearchRequest.Fields = .everything
    ) throws -> SearchAnswer? {
        try snapshot { try SimilarArticles(self).articles(similarTo: id, limit: limit, fields: fields) }
    }

    // MARK: - LibrarySearcher

    package func currentTerms() throws -> any TermStatistics {
        try terms.refresh()
        return terms
    }

    package func indexedText(of article: ArticleID) throws -> IndexedText? {
        try slot(of: article).searcher.indexedText(of: slots.numbers.number(of: article))
    }

    package func group(of article: ArticleID) throws -> UInt32 {
        try slot(of: article).searcher.group(of: slots.numbers.number(of: article))
    }

    private func slot(of article: ArticleID) -> SearchSlot { slots.slots[slots.numbers.slot(of: article)] }

    package func checkDeadline() throws { try slots.slots[0].searcher.checkDeadline() }
}
