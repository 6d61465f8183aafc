import Articles
import Formats
import QueryLanguage
import SQLiteStorage
import System

/// `search --jsonl` without a query: a request a line, an answer a line, in the same order, each sent at once.
enum SearchBatch {
    /// Seconds that the next request is waited for without going to sleep: a core that slept has given its caches away, and
    /// the next answer takes up to twice as long. Programs that ask again within this time are what requests in lines are for.
    private static let attention = 0.02

    static func run(_ invocation: Invocation) throws -> ExitCode {
        if FileDescriptor.standardInput.isTerminal { throw invocation.complaint(.linesFromTerminal, ["search"]) }
        let store = try invocation.openForReading()
        let defaults = try SearchOptions(invocation)
        FreedMemory.keep(ahead: store.memoryAhead)
        var lines = LineReader(.standardInput)
        var writer = JSONWriter()
        while true {
            // Whoever thinks about the next question gives time to make it quick; whoever asks at once does not wait for that.
            while lines.isWaiting, store.warmUp(whileIdle: false) {}
            lines.listen(for: attention)
            while lines.isWaiting, store.warmUp() {}
            guard let line = try lines.next() else { break }
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
            writer.removeAll()
            try answer(line, number: lines.lineNumber, defaults, store, invocation, &writer)
            writer.endLine()
            invocation.output.write(writer.bytes)
            invocation.output.flush()
        }
        return .done
    }

    private static func answer(
        _ line: [UInt8], number: Int, _ defaults: SearchOptions, _ store: any ArticleStore, _ invocation: Invocation,
        _ writer: inout JSONWriter
    ) throws {
        let started = WallClock.monotonicSeconds()
        func milliseconds() -> Double { ((WallClock.monotonicSeconds() - started) * 1e6).rounded() / 1e3 }
        let language = invocation.language
        var request = BatchRequest(options: defaults)
        do {
            try request.read(line)
            let query = try request.parse()
            let search = request.options.request(query, utcOffset: invocation.utcOffset)
            let (answer, facets) = try store.answer(search, request.options)
            writer.answer(
                answer, facets: facets, id: request.id, query: request.query, milliseconds: milliseconds(),
                idsOnly: request.options.idsOnly)
        } catch let error as QuerySyntaxError {
            writer.failure(
                id: request.id, query: request.query, milliseconds: milliseconds(),
                message: error.message(in: language.ofQueries), at: error.utf8Range,
                hint: error.hint(in: language.ofQueries))
        } catch let error as BatchRequest.Mistake {
            writer.failure(
                id: request.id, query: request.query, milliseconds: milliseconds(),
                message: error.message.text(language, [String(number), error.what]), at: error.at,
                hint: Message.batchRequestHint.text(language))
        } catch  where error.isOfTheQuery {
            let complaint = Complaint(error, language: language)
            writer.failure(
                id: request.id, query: request.query, milliseconds: milliseconds(), message: complaint.text,
                at: 0..<request.query.utf8.count, hint: Message.queryHint.text(language))
        }
    }
}
