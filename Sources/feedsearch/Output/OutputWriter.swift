import FeedLibrary
import Glibc
import System
import TerminalText

/// Standard output, buffered, written by write(2).
///
/// A reader that closes the pipe (`| head`) ends the program quietly with 0; any other failure to write ends it with 2
/// and one line. Ending at once is safe at any point: what a writing command has promised is committed already.
final class OutputWriter {
    private var buffer: [UInt8] = []
    private let descriptor: FileDescriptor
    private let language: Language
    let isTerminal: Bool
    private static let flushAt = 1 << 16

    init(_ descriptor: FileDescriptor, language: Language) {
        self.descriptor = descriptor
        self.language = language
        isTerminal = descriptor.isTerminal
        buffer.reserveCapacity(OutputWriter.flushAt + 4096)
    }

    /// Writes text of the program's own, or that was made harmless.
    func write(_ text: some StringProtocol) {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= OutputWriter.flushAt { flush() }
    }

    /// Writes a document of UTF-8, which may hold whatever came from a feed: as it is into a file or a pipe, on a
    /// terminal in a harmless form.
    func write(_ document: [UInt8]) {
        if isTerminal { return write(TerminalSafe.lines(String(decoding: document, as: UTF8.self))) }
        buffer.append(contentsOf: document)
        if buffer.count >= OutputWriter.flushAt { flush() }
    }

    func line(_ text: some StringProtocol) {
        write(text)
        write("\n")
    }

    /// Hands everything to the system.
    func flush() {
        if buffer.isEmpty { return }
        do {
            try descriptor.write(buffer)
        } catch {
            if error.number == EPIPE { _exit(ExitCode.done.rawValue) }
            let text = Message.cannotWriteOutput.text(language, [error.reason(language)])
            try? FileDescriptor.standardError.write(Array("feedsearch: \(text)\n".utf8))
            _exit(ExitCode.failed.rawValue)
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
