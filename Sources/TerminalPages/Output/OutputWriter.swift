internal import FeedLibrary
internal import Formats
private import Glibc
package import Messages
package import System

/// Buffered standard output, written with write(2).
///
/// If the reader closes the pipe (`| head`), the program exits silently with 0; other write errors exit with 2 and a
/// message. Exiting is safe at any point: changes that a command has reported are already committed.
package final class OutputWriter {
    private var buffer: [UInt8] = []
    private var descriptor: FileDescriptor
    private let language: Language
    package let isTerminal: Bool
    /// Starts the pager. Nil once it has been decided whether to use one.
    private var startPager: (() -> Pager?)?
    private var pager: Pager?
    private static let flushAt = 1 << 16

    /// - Parameter pager: starts the pager. Called if the first part of the output is longer than the screen.
    package init(_ descriptor: FileDescriptor, language: Language, pager: (() -> Pager?)? = nil) {
        self.descriptor = descriptor
        startPager = pager
        self.language = language
        isTerminal = descriptor.isTerminal
        buffer.reserveCapacity(OutputWriter.flushAt + 4096)
    }

    /// Writes text as it is. Text from feeds must already be escaped.
    package func write(_ text: String) {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= OutputWriter.flushAt { flush() }
    }

    /// Writes a UTF-8 document that contains unescaped feed text. It is unchanged in a file or pipe, and escaped on a
    /// terminal.
    package func write(_ document: [UInt8]) {
        if isTerminal { return write(TerminalSafe.lines(String(decoding: document, as: UTF8.self))) }
        buffer.append(contentsOf: document)
        if buffer.count >= OutputWriter.flushAt { flush() }
    }

    package func line(_ text: String) {
        write(text)
        write("\n")
    }

    /// Writes the buffer.
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

    /// Writes the buffer, and waits until the user closes the pager.
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
