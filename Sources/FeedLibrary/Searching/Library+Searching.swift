public import Articles
public import Formats
internal import JSONForms
internal import Messages
public import Pipelines
public import QueryLanguage
internal import SQLiteStorage
internal import System

extension Library {
    /// A query as typed, or as plain words.
    ///
    /// - Throws: `QueryComplaint`.
    public func parse(_ text: String, isLiteral: Bool = false) throws -> Query {
        do {
            return try isLiteral ? QueryParser.literal(text) : QueryParser.parse(text)
        } catch {
            throw QueryComplaint(query: text, error: error)
        }
    }

    /// A search that begins now, and the facets where they are asked for, within the time of one request.
    ///
    /// - Parameter deadline: of a request that began before, if that is earlier.
    /// - Throws: `SearchError`, and those for what the query names and is not there.
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

    /// Articles about the same things as one.
    ///
    /// - Throws: `StorageError.noSuchArticle`, `SearchError`.
    public func similar(to number: Int64, limit: Int, within deadline: Deadline) throws -> SearchAnswer {
        guard let answer = try store.until(deadline, { try store.similar(to: number, limit: limit) }) else {
            throw StorageError.noSuchArticle("#\(number)")
        }
        return answer
    }

    /// Answers one line of requests, whatever is in it: a search, or what is wrong with the line.
    ///
    /// - Parameters:
    ///   - number: of the line, from 1.
    ///   - defaults: what the line leaves out.
    /// - Throws: `StorageError` where the store is at fault, and not the query.
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
    /// When a request that begins now ends, by its own text. One that cannot be read ends as one that says nothing of it.
    package static func deadline(of form: BatchRequest.Form, minMilliseconds: Int = 1) -> Deadline {
        var request = BatchRequest(options: SearchOptions())
        let isRead = (try? request.read(form)) != nil
        let milliseconds = isRead ? request.options.milliseconds : TimeLimit.milliseconds
        return .after(.milliseconds(max(milliseconds, minMilliseconds)))
    }

    /// Answers one request.
    ///
    /// - Parameter minMilliseconds: that the request is given, even where it asks for less.
    /// - Throws: `QueryComplaint` for a mistake in the query, `Complaint` for one in the request; `SearchError`,
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

/// What a search came to.
public struct SearchResult {
    public var request: SearchRequest
    public var answer: SearchAnswer
    /// nil where they were not asked for.
    public var facets: Facets?
    /// How long it took.
    public var milliseconds: Double
}
