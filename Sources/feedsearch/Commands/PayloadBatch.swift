import FeedLibrary
import Formats
import Messages
import System
import TerminalPages

/// Transforms each input line `{"id","payload"}` into a line `{"id","output"}`. Prints an error for an invalid line.
enum PayloadBatch {
    static func run(_ invocation: Invocation, _ transform: (String) -> String) throws -> ExitCode {
        let name = invocation.arguments.command.name
        if FileDescriptor.standardInput.isTerminal { throw invocation.userError(.linesFromTerminal, [name]) }
        var lines = LineReader(.standardInput)
        var writer = JSONWriter()
        var code = ExitCode.done
        while let line = try lines.next() {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
            writer.removeAll()
            if !writer.payloadAnswer(to: line, number: lines.lineNumber, invocation.language, transform) {
                code = .failed
            }
            invocation.output.write(writer.bytes)
            invocation.output.flush()
        }
        return code
    }
}
