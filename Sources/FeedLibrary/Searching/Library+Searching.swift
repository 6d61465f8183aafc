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
        var input = SearchInput(options: defaults)
        func refuse(_ message: String, at range: Range<Int>, hint: String) {
            writer.failure(
                id: input.id, query: input.query, milliseconds: clock.milliseconds(since: started),
                message: message, at: range, hint: hint)
        }
        do {
            try input.read(line)
            try answer(input, into: &writer)
        } catch let error as QueryComplaint {
            let language = language.ofQueries
            refuse(error.error.message(in: language), at: error.error.utf8Range, hint: error.error.hint(in: language))
        } catch let error as SearchInput.Mistake {
            let complaint = error.complaint(line: number, language)
            refuse(complaint.text, at: error.at, hint: complaint.hint ?? "")
        } catch  where error.isOfTheQuery {
            refuse(
                Complaint(error, language: language).text, at: 0..<input.query.utf8.count,
                hint: Message.queryHint.text(language))
        }
    }

    /// Searches, and writes the answer.
    ///
    /// - Throws: `QueryComplaint`; `SearchError`; `StorageError`.
    package func answer(_ input: SearchInput, into writer: inout JSONWriter) throws {
        let result = try search(parse(input.query, isLiteral: input.options.isLiteral), input.options)
        writer.answer(
            result.answer, facets: result.facets, id: input.id, query: input.query,
            milliseconds: result.milliseconds, idsOnly: input.options.idsOnly)
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
