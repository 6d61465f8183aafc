import Foundation
import System
import Testing

@Suite final class FileTests {
    private let folder = NSTemporaryDirectory() + "system-" + UUID().uuidString

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func path(_ name: String) -> String { folder + "/" + name }
    private func write(_ text: String, _ name: String) throws {
        try text.write(toFile: path(name), atomically: false, encoding: .utf8)
    }

    @Test("A file is replaced as a whole, with its rights, and nothing is left beside it")
    func replace() throws {
        try write("old", "a")
        try FileManager.default.createSymbolicLink(atPath: path("a.new"), withDestinationPath: path("elsewhere"))
        try FileSystem.replace(path("a"), with: Array("new".utf8), mode: 0o600)
        #expect(try FileSystem.read(path("a"), limit: 10) == Array("new".utf8))
        #expect(FileStatus(path("a"))?.isPrivate == true && FileStatus(path("a"))?.isOwn == true)
        #expect(try FolderListing.names(in: folder) == ["a"])
    }

    @Test("What cannot be written says why and where")
    func cannotReplace() throws {
        #expect(throws: SystemError(number: ENOENT, path: path("x/a.new"))) {
            try FileSystem.replace(path("x/a"), with: [], mode: 0o600)
        }
        #expect(SystemError(number: ENOENT, path: "").words == "No such file or directory")
    }

    @Test("A file over the limit, a folder and a silent pipe are refused")
    func limits() throws {
        try write("12345", "a")
        #expect(try FileSystem.read(path("a"), limit: 5).count == 5)
        #expect(throws: SystemError(number: EFBIG, path: path("a"))) { try FileSystem.read(path("a"), limit: 4) }
        #expect(throws: SystemError(number: EISDIR, path: folder)) { try FileSystem.read(folder, limit: 4) }
        #expect(unsafe mkfifo(path("pipe"), 0o600) == 0)
        let writer = FileDescriptor(number: unsafe open(path("pipe"), O_RDWR | O_CLOEXEC))
        defer { writer.close() }
        #expect(throws: SystemError(number: ETIMEDOUT, path: path("pipe"))) {
            try FileSystem.read(path("pipe"), limit: 4, maxWaitSeconds: 0)
        }
    }

    @Test("Two names of one file have one identity")
    func identity() throws {
        try write("a", "a")
        try write("a", "b")
        try FileManager.default.linkItem(atPath: path("a"), toPath: path("c"))
        #expect(FileStatus(path("a"))?.identity == FileStatus(path("c"))?.identity)
        #expect(FileStatus(path("a"))?.identity != FileStatus(path("b"))?.identity)
        #expect(FileStatus(path("absent")) == nil)
    }

    @Test("One holder at a time has a lock, which ends with its value")
    func lock() throws {
        var first: FileLock? = try FileLock(path("lock"))
        #expect(throws: SystemError(number: EWOULDBLOCK, path: path("lock"))) {
            try FileLock(path("lock"), waits: false)
        }
        withExtendedLifetime(first) {}
        first = nil
        #expect(throws: Never.self) { try FileLock(path("lock"), waits: false) }
        try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: path("lock"))
        #expect(throws: SystemError(number: ELOOP, path: path("link"))) { try FileLock(path("link")) }
        #expect(throws: Never.self) { try FileLock(path("link"), followsLinks: true) }
    }

    @Test("Lines come without their ends, and a line over the limit is refused")
    func lines() throws {
        try write("a\r\n\nbc", "lines")
        let file = try FileDescriptor.reading(path("lines"))
        defer { file.close() }
        var reader = LineReader(file)
        #expect(try reader.next() == Array("a".utf8))
        #expect(try reader.next() == [])
        #expect(try reader.next() == Array("bc".utf8))
        #expect(try reader.next() == nil && reader.lineNumber == 3)
        try write(String(repeating: "x", count: 200_000), "long")
        let long = try FileDescriptor.reading(path("long"))
        defer { long.close() }
        var limited = LineReader(long, maxLineBytes: 1 << 16)
        #expect(throws: SystemError(number: EFBIG, path: "")) { try limited.next() }
    }

    @Test("Bytes of a temporary file are read from its beginning")
    func temporary() throws {
        let file = try FileDescriptor.temporary()
        defer { file.close() }
        try file.write(Array("abc".utf8))
        file.rewind()
        #expect(try file.readAll(limit: 3) == Array("abc".utf8))
    }

    @Test("Files that differ in one bit, or in zeros at the end, have other checksums")
    func checksums() throws {
        var seen: Set<[UInt64]> = []
        var bytes = [UInt8](repeating: 0, count: 1_500_000)
        func add() throws {
            try FileSystem.replace(path("bytes"), with: bytes, mode: 0o600)
            let file = try FileDescriptor.reading(path("bytes"))
            defer { file.close() }
            seen.insert(try FileChecksum.of(file))
            #expect(try FileChecksum.of(file) == FileChecksum.of(file))
        }
        try add()
        for index in [0, 31, 32, 777_777, 1_048_576, 1_499_999] {
            bytes[index] ^= 1
            try add()
            bytes[index] ^= 1
        }
        bytes.append(0)
        try add()
        #expect(seen.count == 8)
    }
}
