internal import FeedLibrary
private import Glibc
package import Messages
package import System
internal import TerminalText

/// Standard output, buffered, written by write(2).
///
/// A reader that closes the pipe (`| head`) ends the program quietly with 0; any other failure to write ends it with 2
/// and one line. Ending at once is safe at any point: what a writing command has promised is committed already.
package final class OutputWriter {
    private var buffer: [UInt8] = []
    private var descriptor: FileDescriptor
    private let language: Language
    package let isTerminal: Bool
    /// Starts the pager, until it is decided whether there is one.
    private var startPager: (() -> Pager?)?
    private var pager: Pager?
    private static let flushAt = 1 << 16

    /// - Parameter pager: starts the pager; called where the first part of the output is longer than the screen.
    package init(_ descriptor: FileDescriptor, language: Language, pager: (() -> Pager?)? = nil) {
        self.descriptor = descriptor
        startPager = pager
        self.language = language
        isTerminal = descriptor.isTerminal
        buffer.reserveCapacity(OutputWriter.flushAt + 4096)
    }

    /// Writes text of the program's own, or that was made harmless.
    package func write(_ text: String) {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= OutputWriter.flushAt { flush() }
    }

    /// Writes a document of UTF-8, which may hold whatever came from a feed: as it is into a file or a pipe, on a
    /// terminal in a harmless form.
    package func write(_ document: [UInt8]) {
        if isTerminal { return write(TerminalSafe.lines(String(decoding: document, as: UTF8.self))) }
        buffer.append(contentsOf: document)
        if buffer.count >= OutputWriter.flushAt { flush() }
    }

    package func line(_ text: String) {
        write(text)
        write("\n")
    }

    /// Hands everything to the system.
    package func flush() {
        if buffer.isEmpty { return }
        if let startPager {
            self.startPager = nil
            if isTerminal, isLongerThanScreen {
                pager = startPager()
                if let pager { descriptor = pager.input }
            }
        }
        do {
            try descriptor.write(buffer)
        } catch {
            if error.number == EPIPE {
                pager?.finish()
                _exit(0)
            }
            let text = Message.cannotWriteOutput.text(language, [error.reason(language)])
            try? FileDescriptor.standardError.write(Array("feedsearch: \(text)\n".utf8))
            _exit(2)
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Hands everything to the system, and waits until the reader has closed the pager.
    package func finish() {
        flush()
        pager?.finish()
        pager = nil
    }

    private var isLongerThanScreen: Bool {
        let rows = Terminal.rows(descriptor)
        if buffer.count >= OutputWriter.flushAt { return true }
        let columns = max(1, Terminal.columns(descriptor))
        let text = TerminalStyle.plain(String(decoding: buffer, as: UTF8.self))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).lazy.map {
            max(1, (DisplayWidth.of($0) + columns - 1) / columns)
        }
        return lines.reduce(0, +) >= rows
    }
}
