import Articles
import FeedLibrary
import Messages
import SQLiteEngine
import System

extension SearchOptions {
    /// The options given by flags and settings.
    ///
    /// - Throws: `Complaint` if `--timeout` is invalid.
    init(_ invocation: Invocation) throws {
        self.init()
        let settings = invocation.settings
        milliseconds = try invocation.timeout() ?? TimeLimit.milliseconds
        limit = settings.number(.limit) ?? SearchOptions.defaultLimit
        if let order = settings.value(.sort) {
            guard let known = SearchRequest.Sort(rawValue: order) else {
                throw invocation.complaint(.notAChoice, ["--sort", order, "relevance|newest|oldest"])
            }
            sort = known
        }
        match = settings.value(.match).flatMap(SearchRequest.Match.init(rawValue:)) ?? .auto
        isLiteral = settings.has(.literal)
        folds = !settings.has(.noFold)
        explains = settings.has(.explain)
        countsFacets = settings.has(.facets)
        countsAll = settings.has(.count)
        after = settings.value(.after)
        within = settings.value(.in)
        synonyms = try invocation.synonyms()
    }
}
