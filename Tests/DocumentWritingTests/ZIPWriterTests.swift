import Foundation
import Testing

@testable import DocumentWriting

/// Archives beyond the limits of the fields for 32 bits, read by another program.
@Suite struct ZIPWriterTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zip-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    /// The output of a Python program that opens the archive as `archive`.
    private func python(_ program: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [
            "-c", "import sys, zipfile; archive = zipfile.ZipFile(sys.argv[1]); " + program,
            folder.appendingPathComponent("a.zip").path,
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes an archive at an offset of a sparse file.
    private func write(_ zip: ZIPWriter, at offset: UInt64) throws {
        var zip = zip
        let url = folder.appendingPathComponent("a.zip")
        #expect(FileManager.default.createFile(atPath: url.path, contents: nil))
        let file = try FileHandle(forWritingTo: url)
        try file.seek(toOffset: offset)
        try file.write(contentsOf: Data(zip.take()))
        try file.close()
    }

    @Test("An archive of 70,000 files is read whole", .enabled(if: Self.hasPython))
    func manyFiles() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var zip = ZIPWriter()
        for number in 0..<70_000 { zip.add("\(number).txt", Array("\(number)".utf8)) }
        zip.finish()
        try write(zip, at: 0)
        let out = try python("print(len(archive.namelist()), archive.read('69999.txt').decode(), archive.testzip())")
        #expect(out == "70000 69999 None\n")
    }

    @Test("Files beyond 4 GB are read", .enabled(if: Self.hasPython))
    func largeOffset() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let offset: UInt64 = 5 << 30
        var zip = ZIPWriter(at: offset)
        for number in 0..<3 { zip.add("ä\(number)", Array("text \(number)".utf8)) }
        zip.finish()
        try write(zip, at: offset)
        #expect(
            try python("print([archive.read(name).decode() for name in archive.namelist()])")
                == "['text 0', 'text 1', 'text 2']\n")
    }

    private static var hasPython: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") }
}
