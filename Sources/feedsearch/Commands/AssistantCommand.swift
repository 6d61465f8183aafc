import AssistantProtocol
import FeedLibrary
import Glibc
import Messages
import System

/// `mcp`: answers an assistant on standard input and output (Model Context Protocol over stdio), until its input ends.
enum AssistantCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        if let word = invocation.arguments.operands.first {
            throw UsageError.unexpectedOperand(word, command: "mcp")
        }
        if FileDescriptor.standardInput.isTerminal { throw invocation.userError(.mcpTerminal) }
        let settings = invocation.settings
        let mayWrite = settings.has(.write)
        // Report a missing or unusable database before the first message, and upgrade its schema if that is allowed.
        _ = try invocation.library(mayWrite ? .changing : .reading)
        let language = invocation.language
        let library = LibraryPool(
            path: settings.databasePath, readers: settings.number(.readers) ?? max(2, Machine.processorCount),
            maxCacheBytes: settings.number(.cacheMB).map { $0 << 20 }, settings: settings.library,
            clock: invocation.clock)
        let caller = AssistantCaller(language: language, mayWrite: mayWrite) {
            UserFacingError($0, language: language).text
        }
        let session = AssistantSession(server: AssistantServer(library: library), caller: caller) { message in
            write(message + [0x0A])
        }
        try answer(session)
        session.finish()
        return .done
    }

    private static func answer(_ session: AssistantSession) throws {
        var lines = LineReader(.standardInput, maxLineBytes: ClientMessage.maxBytes)
        while true {
            do throws(SystemError) {
                guard let line = try lines.next() else { return }
                session.receive(line)
            } catch {
                guard error.isFileTooLarge else { throw error }
                session.refuse(.tooLong)
                try lines.skipLine()
            }
        }
    }

    /// Standard output has only messages. If the assistant has closed it, the command ends.
    private static func write(_ bytes: [UInt8]) {
        do { try FileDescriptor.standardOutput.write(bytes) } catch {
            _exit(error.number == EPIPE ? ExitCode.done.rawValue : ExitCode.failed.rawValue)
        }
    }
}
