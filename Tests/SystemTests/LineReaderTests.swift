import Foundation
import Testing

@testable import System

@Suite struct LineReaderTests {
    @Test("A line over the limit is refused, and the lines after it are read", arguments: [10, 300_000])
    func longLine(_ length: Int) throws {
        let path = NSTemporaryDirectory() + "lines-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(("one\n" + String(repeating: "x", count: length) + "\ntwo\n").utf8).write(
            to: URL(fileURLWithPath: path))
        let file = try #require(FileHandle(forReadingAtPath: path))
        var lines = LineReader(FileDescriptor(number: file.fileDescriptor), maxLineBytes: 4_000)
        var read: [String] = []
        while true {
            do throws(SystemError) {
                guard let line = try lines.next() else { break }
                read.append(String(decoding: line.prefix(3), as: UTF8.self))
            } catch {
                #expect(error.isFileTooLarge)
                read.append("long")
                try lines.skipLine()
            }
        }
        #expect(read == ["one", length < 4_000 ? "xxx" : "long", "two"])
    }
}
