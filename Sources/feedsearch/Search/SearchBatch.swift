import Articles
import FeedLibrary
import Formats
import Messages
import QueryLanguage
import SQLiteStorage
import System
import TerminalPages

/// `search --jsonl` without a query: a request a line, an answer a line, in the same order, each sent at once.
enum SearchBatch {
    /// Seconds that the next request is waited for without going to sleep: a core that slept has given its caches away, and
    /// the next answer takes up to twice as long. Programs that ask again within this time are what requests in lines are for.
    private static let busyWaitSeconds = 0.02

    static func run(_ invocation: Invocation) throws -> ExitCode {
        if FileDescriptor.standardInput.isTerminal { throw invocation.complaint(.linesFromTerminal, ["search"]) }
        let library = try invocation.library(.reading)
        let store = library.store
        let defaults = try SearchOptions(invocation)
        FreedMemory.keep(ahead: store.memoryAhead)
        var lines = LineReader(.standardInput)
        var writer = JSONWriter()
        while true {
            // Warm-up that may take long runs only when no request has come for `busyWaitSeconds`.
            while lines.isWaiting, store.warmUp(whileIdle: false) {}
            lines.listen(for: busyWaitSeconds, invocation.clock)
            while lines.isWaiting, store.warmUp() {}
            guard let line = try lines.next() else { break }
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
            writer.removeAll()
            try library.answer(line, number: lines.lineNumber, defaults, into: &writer)
            writer.endLine()
            invocation.output.write(writer.bytes)
            invocation.output.flush()
        }
        return .done
    }
}
