import Foundation
import Testing

@testable import OPML

@Suite struct ArchiveReaderTests {
    /// A tar entry: header of POSIX.1-1988 and content.
    private func tarEntry(_ name: String, _ content: String, type: Character = "0", link: String = "") -> [UInt8] {
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, at offset: Int) {
            for (index, byte) in text.utf8.enumerated() { header[offset + index] = byte }
        }
        func octal(_ value: Int, _ width: Int) -> String {
            let digits = String(value, radix: 8)
            return String(repeating: "0", count: width - digits.count) + digits
        }
        put(name, at: 0)
        put("0000644", at: 100)
        put("0000000", at: 108)
        put("0000000", at: 116)
        put(octal(content.utf8.count, 11), at: 124)
        put("00000000000", at: 136)
        put("        ", at: 148)
        put(String(type), at: 156)
        put(link, at: 157)
        put("ustar", at: 257)
        put("00", at: 263)
        put(octal(header.reduce(0) { $0 + Int($1) }, 6), at: 148)
        header[154] = 0
        let padding = (512 - content.utf8.count % 512) % 512
        return header + Array(content.utf8) + [UInt8](repeating: 0, count: padding)
    }

    private func withFile<Result>(_ bytes: [UInt8], _ name: String, _ body: (String) throws -> Result) throws -> Result
    {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        return try body(file.path)
    }

    private func tar(_ entries: [UInt8]...) -> [UInt8] { entries.flatMap { $0 } + [UInt8](repeating: 0, count: 1024) }

    @Test("The files of a tar come in order, unsafe paths and links are refused")
    func tarFile() throws {
        let bytes = tar(
            tarEntry("a.opml", "one"), tarEntry("../evil", "x"), tarEntry("/etc/evil", "x"),
            tarEntry("link", "", type: "2", link: "/etc/passwd"), tarEntry("d/b.xml", "two"))
        try withFile(bytes, "x.tar") { path in
            var seen: [String] = []
            let report = try ArchiveReader().read(path: path) { entry in
                seen.append("\(entry.index) \(entry.path) \(String(decoding: entry.bytes, as: UTF8.self))")
                return true
            }
            #expect(seen == ["0 a.opml one", "3 d/b.xml two"])
            #expect(report.refused.map(\.reason) == [.unsafePath, .unsafePath, .notAFile])
            #expect(report.entries == 2 && report.bytes == 6 && !report.isCutShort)
        }
    }

    @Test("An interrupted reading goes on where it stopped")
    func resume() throws {
        try withFile(tar(tarEntry("a", "1"), tarEntry("b", "2"), tarEntry("c", "3")), "x.tar") { path in
            var last = -1
            _ = try ArchiveReader().read(path: path) { entry in
                last = entry.index
                return entry.index < 1
            }
            var rest: [String] = []
            _ = try ArchiveReader().read(path: path, skipping: last + 1) { entry in
                rest.append(entry.path)
                return true
            }
            #expect(rest == ["c"])
        }
    }

    @Test("Limits hold whatever the archive says")
    func limits() throws {
        let bytes = tar(tarEntry("a", "12345"), tarEntry("b", "1"), tarEntry("c", "1"))
        try withFile(bytes, "x.tar") { path in
            var limits = ArchiveReader.Limits()
            limits.maxEntryBytes = 4
            limits.maxEntries = 2
            var seen: [String] = []
            let report = try ArchiveReader(limits: limits).read(path: path) { entry in
                seen.append(entry.path)
                return true
            }
            #expect(seen == ["b"])
            #expect(report.refused == [.init(path: "a", reason: .tooLarge)])
            #expect(report.isCutShort)
        }
    }

    @Test("A plain file is its own only entry")
    func plainFile() throws {
        try withFile(Array("<opml/>".utf8), "x.opml") { path in
            var seen: [String] = []
            _ = try ArchiveReader().read(path: path) { entry in
                seen.append("\(entry.path) \(entry.bytes.count)")
                return true
            }
            #expect(seen == ["x.opml 7"])
        }
    }

    @Test("A folder's files come by name, those of inner folders too, links not")
    func folder() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let inner = folder.appendingPathComponent("b")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        for (path, text) in [("c.xml", "1"), ("a.xml", "2"), ("b/d.xml", "3"), (".hidden", "4")] {
            try Data(text.utf8).write(to: folder.appendingPathComponent(path))
        }
        try FileManager.default.createSymbolicLink(
            at: folder.appendingPathComponent("link"), withDestinationURL: URL(fileURLWithPath: "/etc/passwd"))
        var seen: [String] = []
        let report = try ArchiveReader().read(path: folder.path) { entry in
            seen.append(entry.path)
            return true
        }
        #expect(seen == ["a.xml", "b/d.xml", "c.xml"])
        #expect(report.refused == [.init(path: "link", reason: .notAFile)])
    }

    @Test("What only calls itself an archive is an error")
    func notAnArchive() throws {
        try withFile(Array("no archive".utf8), "x.zip") { path in
            _ = #expect(throws: ArchiveError.self) { try ArchiveReader().read(path: path) { _ in true } }
        }
    }

    @Test("A zip keeps names of any script")
    func zipNames() throws {
        // One stored, empty entry whose name is flagged as UTF-8 (APPNOTE.TXT 4.4.4, bit 11).
        let name = Array("订阅/列表.opml".utf8)
        let zeros = [UInt8](repeating: 0, count: 16)
        let size = [UInt8(name.count), 0]
        let local: [UInt8] = [0x50, 0x4B, 3, 4, 20, 0, 0, 8, 0, 0] + zeros + size + [0, 0] + name
        let central: [UInt8] =
            [0x50, 0x4B, 1, 2, 20, 3, 20, 0, 0, 8, 0, 0] + zeros + size + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xA4, 0x81]
            + [0, 0, 0, 0] + name
        let counts: [UInt8] = [0, 0, 0, 0, 1, 0, 1, 0]
        let sizes: [UInt8] = [UInt8(central.count), 0, 0, 0, UInt8(local.count), 0, 0, 0]
        let end: [UInt8] = [0x50, 0x4B, 5, 6] + counts + sizes + [0, 0]
        try withFile(local + central + end, "x.zip") { path in
            var seen: [String] = []
            _ = try ArchiveReader().read(path: path) { entry in
                seen.append(entry.path)
                return true
            }
            #expect(seen == ["订阅/列表.opml"])
        }
    }

    @Test("A missing file is an error that names it")
    func missing() {
        #expect(throws: ArchiveError.self) { try ArchiveReader().read(path: "/no/such/file.zip") { _ in true } }
    }

    @Test(
        "Paths that leave the archive are unsafe",
        arguments: ["", "/a", "..", "a/../b", "..\\a", "C:\\a", "C:a", "a\u{0}b", "\\\\host\\x"])
    func unsafePaths(_ path: String) { #expect(!ArchiveReader.isSafe(path)) }
}
