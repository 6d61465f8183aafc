import FeedLibrary
import Messages
import OPML
import System
import TerminalPages

/// The arguments, settings and outputs that a command needs to run.
struct Invocation {
    let arguments: Arguments
    let settings: Settings
    let output: OutputWriter
    let messages: MessageWriter
    /// A clock in the user's time zone, or in UTC with `--utc`.
    let clock: SystemClock

    var language: Language { settings.language }

    /// Colours of standard output.
    var style: TerminalStyle {
        TerminalStyle.decide(
            settings.color, isTerminal: FileDescriptor.standardOutput.isTerminal, Environment.value)
    }

    /// Creates an error with a localised message.
    func userError(_ message: Message, _ arguments: [String] = []) -> UserFacingError {
        UserFacingError(message, arguments, language: language)
    }

    /// The path in the only operand of a command that reads a file; `-` for standard input if there is no operand.
    func inputPath() throws(UsageError) -> String {
        if arguments.operands.count > 1 {
            throw .unexpectedOperand(arguments.operands[1], command: arguments.command.name)
        }
        return arguments.operands.first ?? "-"
    }

    /// Reads a file or standard input, and decompresses it if necessary. Errors contain the path.
    func read(_ path: String, limit: Int = SubscriptionLists.maxDocumentBytes) throws -> [UInt8] {
        do {
            let bytes = try FileSystem.read(path, limit: limit)
            guard ArchiveReader.isCompressed(bytes) else { return bytes }
            return ArchiveReader.decompressed(bytes, upTo: limit) ?? bytes
        } catch {
            throw UserFacingError(error, language: language)
        }
    }
}
