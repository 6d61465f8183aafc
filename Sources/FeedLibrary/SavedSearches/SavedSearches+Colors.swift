public import Articles
internal import Messages
internal import Pipelines
internal import QueryLanguage
internal import System

extension SavedSearches {
    /// The time limit for finding the marks of a page of a list. Later marks are left out.
    private static let marksTimeout = Duration.milliseconds(500)

    /// Sets the colour of a saved search.
    ///
    /// - Parameter color: the name of a colour, or `none`.
    /// - Throws: `UserFacingError` for another text; `StorageError.noSuchSavedSearch`.
    public func setColor(_ color: String, of name: String) throws {
        let parsed = try parse(color: color)
        guard let search = try named(name), search.color != parsed else { return }
        _ = try recording(.saved, subject: name) { try store.setColor(parsed, ofSearch: name) }
    }

    /// - Throws: `UserFacingError` if the text is neither a colour nor `none`.
    public func parse(color: String) throws -> SearchColor? {
        if color == "none" || color.isEmpty { return nil }
        guard let parsed = SearchColor(rawValue: color.lowercased()) else {
            throw userError(
                .badSearchColor, [color, SearchColor.allCases.map(\.rawValue).joined(separator: ", ")])
        }
        return parsed
    }

    /// The marks of articles: the matching saved searches with a colour, ordered by name.
    ///
    /// - Parameter articles: the articles of a page of a list.
    public func marks(of articles: [ArticleID]) throws -> [ArticleID: [ColorMark]] {
        if articles.isEmpty { return [:] }
        let searches = try store.coloredSearches()
        if searches.isEmpty { return [:] }
        var marks: [ArticleID: [ColorMark]] = [:]
        let deadline = Deadline.after(Self.marksTimeout)
        for search in searches {
            guard let color = search.color, let query = try? parse(search.query) else { continue }
            var chosen = ArticleChanges(token: 0)
            chosen.changed = articles.sorted()
            var request = SearchRequest(query: query, now: clock.now(), utcOffset: clock.secondsEastOfUTC)
            request.among = chosen
            request.match = .all
            request.sort = .newest
            request.fold = false
            request.fields = .ids
            request.limit = min(articles.count, SearchRequest.maxLimit)
            do {
                for hit in try store.until(deadline, { try store.search(request) }).hits {
                    marks[hit.id, default: []].append(ColorMark(search: search.name, color: color))
                }
            } catch  where error.isOfTheQuery {
                // Skip a query that takes too long or contains an unknown name.
            }
        }
        return marks
    }
}
