import Articles
import FeedLibrary
import Formats
import Messages
import QueryLanguage
import SQLiteEngine
import System
import TerminalPages

/// `search --jsonl` without a query: reads one request per line, and writes one response per line, in the same order
/// and without delay.
enum SearchBatch {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        if FileDescriptor.standardInput.isTerminal { throw invocation.userError(.linesFromTerminal, ["search"]) }
        let library = try invocation.library(.reading)
        let store = library.store
        let defaults = try SearchOptions(invocation)
        FreedMemory.keep()
        var lines = LineReader(.standardInput)
        var hasLargePages = false
        var writer = JSONWriter()
        var busyWait = BusyWait(invocation.clock)
        while true {
            // If a request is already waiting, answer it before warming up, unless searches need a lot of memory.
            if !hasLargePages, lines.isWaiting || store.memoryAhead > 0 {
                FreedMemory.useLargePages(ahead: store.memoryAhead)
                hasLargePages = true
            }
            // Run long warm-up steps only if no request arrived during the busy wait.
            while lines.isWaiting, store.warmUp(whileIdle: false) {}
            busyWait.wait(for: lines)
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
