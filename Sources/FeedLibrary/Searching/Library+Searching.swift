public import Articles
public import Formats
internal import Messages
public import Pipelines
public import QueryLanguage
internal import SQLiteEngine
internal import System

extension Library {
    /// Parses a query; if `isLiteral`, its text is taken as plain words.
    ///
    /// - Throws: `QueryComplaint`.
    public func parse(_ text: String, isLiteral: Bool = false) throws -> Query {
        do {
            return try isLiteral ? QueryParser.literal(text) : QueryParser.parse(text)
        } catch {
            throw QueryComplaint(query: text, error: error)
        }
    }

    /// Searches, and computes the facets if the options ask for them, within the time limit of one request.
    ///
    /// - Parameter deadline: an earlier deadline, of a request that has already begun.
    /// - Throws: `SearchError`; `StorageError` for unknown names in the query.
    public func search(
        _ query: Query, _ options: SearchOptions = SearchOptions(), until deadline: Deadline = .never
    ) throws -> SearchResult {
        let started = clock.monotonicSeconds()
        let request = options.request(query, clock: clock)
        let (answer, facets) = try store.until(options.deadline.or(deadline)) {
            (try store.search(request), options.countsFacets ? try store.facets(for: request) : nil)
        }
        return SearchResult(
            request: request, answer: answer, facets: facets, milliseconds: clock.milliseconds(since: started))
    }

    /// Articles that are similar to an article.
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
    ///   - defaults: the options for missing members.
    /// - Throws: `StorageError` if the store is at fault, not the query.
    public func answer(
        _ line: [UInt8], number: Int, _ defaults: SearchOptions, into writer: inout JSONWriter
    ) throws {
        let started = clock.monotonicSeconds()
        let language = settings.language
        var request = BatchRequest(options: defaults)
        func refuse(_ message: String, at range: Range<Int>, hint: String) {
            writer.failure(
                id: request.id, query: request.query, milliseconds: clock.milliseconds(since: started),
                message: message, at: range, hint: hint)
        }
        do {
            try answer(.line(line), &request, started, into: &writer)
        } catch let error as QuerySyntaxError {
            refuse(
                error.message(in: language.ofQueries), at: error.utf8Range, hint: error.hint(in: language.ofQueries))
        } catch let error as BatchRequest.Mistake {
            refuse(
                error.message.text(language, [String(number), error.what]), at: error.at,
                hint: Message.batchRequestHint.text(language))
        } catch  where error.isOfTheQuery {
            refuse(
                Complaint(error, language: language).text, at: 0..<request.query.utf8.count,
                hint: Message.queryHint.text(language))
        }
    }
}

extension Library {
    /// The deadline of a request that begins now, from its own time limit; an invalid request gets the default.
    package static func deadline(of form: BatchRequest.Form, minMilliseconds: Int = 1) -> Deadline {
        var request = BatchRequest(options: SearchOptions())
        let isRead = (try? request.read(form)) != nil
        let milliseconds = isRead ? request.options.milliseconds : TimeLimit.milliseconds
        return .after(.milliseconds(max(milliseconds, minMilliseconds)))
    }

    /// Writes the response to one request.
    ///
    /// - Parameter minMilliseconds: the shortest time limit; a shorter one in the request is raised to it.
    /// - Throws: `QueryComplaint` for an error in the query, `Complaint` for one in the request; `SearchError`,
    ///   `StorageError`.
    package func answer(
        _ form: BatchRequest.Form, minMilliseconds: Int = 1, into writer: inout JSONWriter
    ) throws {
        var request = BatchRequest(options: SearchOptions())
        do {
            try answer(form, &request, clock.monotonicSeconds(), minMilliseconds, into: &writer)
        } catch let error as QuerySyntaxError {
            throw QueryComplaint(query: request.query, error: error)
        } catch let error as BatchRequest.Mistake {
            var complaint = complaint(error.message, ["1", error.what])
            complaint.hint = Message.batchRequestHint.text(settings.language)
            throw complaint
        }
    }

    private func answer(
        _ form: BatchRequest.Form, _ request: inout BatchRequest, _ started: Double, _ minMilliseconds: Int = 1,
        into writer: inout JSONWriter
    ) throws {
        try request.read(form)
        request.options.milliseconds = max(request.options.milliseconds, minMilliseconds)
        let query = try request.parse()
        let result = try search(query, request.options)
        writer.answer(
            result.answer, facets: result.facets, id: request.id, query: request.query,
            milliseconds: clock.milliseconds(since: started), idsOnly: request.options.idsOnly)
    }
}

/// The result of a search.
public struct SearchResult {
    public var request: SearchRequest
    public var answer: SearchAnswer
    /// nil if they were not requested.
    public var facets: Facets?
    /// The time that the search took, in milliseconds.
    public var milliseconds: Double
}
