import Glibc

/// Standard output, buffered, written by write(2).
///
/// A reader that closes the pipe (`| head`) ends the program quietly with 0; any other failure to write ends it with 2
/// and one line. Ending at once is safe at any point: what a writing command has promised is committed already.
final class OutputWriter {
    private var buffer: [UInt8] = []
    private let descriptor: FileDescriptor
    private let language: Language
    private static let flushAt = 1 << 16

    init(_ descriptor: FileDescriptor, language: Language) {
        self.descriptor = descriptor
        self.language = language
        buffer.reserveCapacity(OutputWriter.flushAt + 4096)
    }

    func write(_ text: String) {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= OutputWriter.flushAt { flush() }
    }

    func write(_ bytes: [UInt8]) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= OutputWriter.flushAt { flush() }
    }

    func line(_ text: String) {
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
