public import Articles
public import Formats
internal import Messages
public import Pipelines
public import QueryLanguage
internal import SQLiteEngine
internal import System

extension Library {
    /// Parses a query. If `isLiteral` is true, the text is parsed as plain words without operators.
    ///
    /// - Throws: `InvalidQuery`.
    public func parse(_ text: String, isLiteral: Bool = false) throws -> Query {
        do {
            return try isLiteral ? QueryParser.literal(text) : QueryParser.parse(text)
        } catch {
            throw InvalidQuery(query: text, error: error)
        }
    }

    /// Runs a search within the time limit of one request. Computes the facets if the options request them.
    ///
    /// - Parameter deadline: the deadline of a request that has already begun; used if it is earlier than the time
    ///   limit.
    /// - Throws: `SearchError`; `StorageError` for unknown names in the query.
    public func search(
        _ query: Query, _ options: SearchOptions = SearchOptions(), until deadline: Deadline = .never
    ) throws -> SearchResult {
        let started = clock.monotonicSeconds()
        let request = options.request(query, clock: clock)
        var (answer, facets) = try store.until(options.deadline.or(deadline)) {
            (try store.search(request), options.countsFacets ? try store.facets(for: request) : nil)
        }
        answer.notice = query.noticeText(in: settings.language.ofQueries)
        return SearchResult(
            request: request, answer: answer, facets: facets, milliseconds: clock.milliseconds(since: started))
    }

    /// Finds articles that are similar to a given article.
    ///
    /// - Throws: `StorageError.noSuchArticle`, `SearchError`.
    public func similar(to number: Int64, limit: Int, within deadline: Deadline) throws -> SearchAnswer {
        guard let answer = try store.until(deadline, { try store.similar(to: number, limit: limit) }) else {
            throw StorageError.noSuchArticle("#\(number)")
        }
        return answer
    }

    /// Writes the response to one request line: the results of the search, or the error in the line.
    ///
    /// - Parameters:
    ///   - number: the line number, from 1.
    ///   - defaults: the options that apply if the line does not set them.
    /// - Throws: `StorageError` if the store, not the query, caused the error.
    public func answer(
        _ line: [UInt8], number: Int, _ defaults: SearchOptions, into writer: inout JSONWriter
    ) throws {
        let started = clock.monotonicSeconds()
        let language = settings.language
        var input = SearchInput(options: defaults)
        func refuse(_ message: String, at range: Range<Int>, hint: String) {
            writer.failure(
                id: input.id, query: input.query, milliseconds: clock.milliseconds(since: started),
                message: message, at: range, hint: hint)
        }
        do {
            try input.read(line)
            try answer(input, into: &writer)
        } catch let error as InvalidQuery {
            let language = language.ofQueries
            refuse(error.error.message(in: language), at: error.error.utf8Range, hint: error.error.hint(in: language))
        } catch let error as SearchInput.Mistake {
            let userError = error.userFacing(line: number, language)
            refuse(userError.text, at: error.at, hint: userError.hint ?? "")
        } catch  where error.isOfTheQuery {
            refuse(
                UserFacingError(error, language: language).text, at: 0..<input.query.utf8.count,
                hint: Message.queryHint.text(language))
        }
    }

    /// Runs a search and writes the response.
    ///
    /// - Throws: `InvalidQuery`; `SearchError`; `StorageError`.
    package func answer(_ input: SearchInput, into writer: inout JSONWriter) throws {
        let result = try search(parse(input.query, isLiteral: input.options.isLiteral), input.options)
        writer.answer(
            result.answer, facets: result.facets, id: input.id, query: input.query,
            milliseconds: result.milliseconds, idsOnly: input.options.idsOnly)
    }

    /// Finds matching articles that were committed since a token, and passes them to `body` in pages, ordered by date.
    ///
    /// - Parameters:
    ///   - request: the search to match; its order, limit and cursor are ignored.
    ///   - limit: the time limit for each page, in milliseconds.
    /// - Returns: the newest token, for the next call.
    public func matches(
        _ request: SearchRequest, milliseconds limit: Int, since token: Int64,
        _ body: (SearchAnswer, _ milliseconds: Double) -> Void
    ) throws -> Int64 {
        let changes = try store.changes(since: token)
        if changes.isEmpty { return changes.token }
        var request = request
        request.among = changes
        request.sort = .oldest
        request.limit = LiveMatches.pageSize
        request.explain = false
        request.now = clock.now()
        request.after = nil
        // Require all words. Articles with only some of the words match only in a search that finds nothing else.
        if request.match == .auto { request.match = .all }
        repeat {
            let started = clock.monotonicSeconds()
            var answer = try store.until(.after(.milliseconds(limit))) { try store.search(request) }
            request.after = answer.cursor
            answer.cursor = nil
            answer.suggestion = nil
            if !answer.hits.isEmpty { body(answer, clock.milliseconds(since: started)) }
        } while request.after != nil
        return changes.token
    }
}

/// The result of a search.
public struct SearchResult {
    public var request: SearchRequest
    public var answer: SearchAnswer
    /// The facets; nil if the options do not request facets.
    public var facets: Facets?
    /// The time that the search took, in milliseconds.
    public var milliseconds: Double
}
