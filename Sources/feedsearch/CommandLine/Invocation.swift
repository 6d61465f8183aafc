import FeedLibrary
import Messages
import OPML
import System
import TerminalPages
import TerminalText

/// Everything a command needs to run: what was asked, what is set, where output goes.
struct Invocation {
    let arguments: Arguments
    let settings: Settings
    let output: OutputWriter
    let messages: MessageWriter
    /// In the reader's time zone, or in UTC with `--utc`.
    let clock: SystemClock

    var language: Language { settings.language }

    /// Colours of standard output.
    var style: TerminalStyle {
        TerminalStyle.decide(
            settings.color, isTerminal: FileDescriptor.standardOutput.isTerminal, Environment.value)
    }

    /// An error of this message, to be thrown.
    func complaint(_ message: Message, _ arguments: [String] = []) -> Complaint {
        Complaint(message, arguments, language: language)
    }

    /// The single operand of a command that takes a file or, without one, standard input.
    func inputPath() throws(UsageError) -> String {
        if arguments.operands.count > 1 {
            throw .unexpectedOperand(arguments.operands[1], command: arguments.command.name)
        }
        return arguments.operands.first ?? "-"
    }

    /// A whole file or standard input, with an error that names it.
    func read(_ path: String, limit: Int = Library.maxDocumentBytes) throws -> [UInt8] {
        do {
            let bytes = try FileSystem.read(path, limit: limit)
            guard ArchiveReader.isCompressed(bytes) else { return bytes }
            return ArchiveReader.decompressed(bytes, upTo: limit) ?? bytes
        } catch {
            throw Complaint(error, language: language)
        }
    }
}
