internal import Articles
internal import QueryLanguage
internal import SearchRanking

/// Offers a looser query for a search that finds few articles. It splits runs of characters without spaces into words.
///
/// Its matches are counted only if counting takes little time or if the request asks for exact counts. In a library of
/// a million articles, counting took 20 to 70 ms, several times as long as the search itself.
struct LooserQuery {
    /// The maximum number of postings read to compute a total that the request does not ask for. Reading them takes
    /// about a millisecond.
    private static let maxPostings = 16_384
    /// Reading the postings of a single character costs this many times as much, because it reads all terms that begin
    /// with the character, in every segment.
    private static let costOfCharacter = 8

    private let terms: any TermStatistics
    private let page: (SearchRequest, QueryCompiler.WordMatching) throws -> SearchAnswer

    /// - Parameter page: returns the first page of a request, with words matched in the given way.
    init(
        _ terms: any TermStatistics,
        page: @escaping (SearchRequest, QueryCompiler.WordMatching) throws -> SearchAnswer
    ) {
        self.terms = terms
        self.page = page
    }

    /// The looser query; nil if it is known to find no more than `total` articles.
    func offer(for request: SearchRequest, finding total: Int) throws -> SearchAnswer.Looser? {
        guard let looser = RelaxedQuery(request.query), !looser.partsIntoCharacters,
            let query = try? QueryParser.parse(looser.text)
        else { return nil }
        guard try request.countsAll || isCheap(query) else { return .init(query: looser.text) }
        var request = request
        request.query = query
        request.match = .auto
        request.limit = 0
        // When sorting by relevance, matches are counted only up to the limit for exact totals.
        request.sort = .relevance
        // Only the total is used.
        request.reranks = false
        request.fold = false
        let found = try page(request, .alternatives)
        guard found.total > total else { return nil }
        return .init(query: looser.text, total: found.total, totalIsLowerBound: found.totalIsLowerBound)
    }

    /// Whether counting the matches reads few postings, judging by the document frequencies of the query's words.
    private func isCheap(_ query: Query) throws -> Bool {
        var words: [[UInt8]] = []
        var characters: [[UInt8]] = []
        RelaxedQuery.visit(query.root) { term in
            for run in QueryUnits(term.text).runs {
                if run.isCharacters {
                    let (terms, isPrefix) = run.phrase()
                    words += isPrefix ? terms.dropLast() : terms
                    if isPrefix { characters += terms.suffix(1) }
                } else {
                    words += run.units.flatMap { WordForms($0).terms }
                }
            }
        }
        var left = Self.maxPostings
        for character in characters {
            left -= try terms.articles(withCharacter: character) * Self.costOfCharacter
            if left < 0 { return false }
        }
        try terms.prepare(words)
        for word in words {
            left -= try terms.articles(with: word)
            if left < 0 { return false }
        }
        return true
    }
}
