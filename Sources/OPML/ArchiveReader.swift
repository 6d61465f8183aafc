private import System

/// Reads the files in a folder, a .zip or .tar archive (also .gz, .xz, .zst, .bz2), or a single compressed file, one by
/// one.
///
/// Nothing is unpacked to disk. The `Limits` apply to the actual sizes, not to the sizes that the archive declares.
/// Links, devices, and paths outside the archive (absolute, or with `..`) are rejected and listed in the report.
public struct ArchiveReader: Sendable {
    /// Limits of an archive. An archive that exceeds them is treated as an archive bomb.
    public struct Limits: Equatable, Sendable {
        public var maxEntries = 200_000
        /// The maximum size of a file in bytes. Larger files are rejected; the other files are still read.
        public var maxEntryBytes = 256 << 20
        public var maxTotalBytes = 16 << 30
        /// The maximum ratio of uncompressed to compressed bytes after the first 64 MB.
        public var maxRatio = 400
        public init() {}
    }

    public struct Entry: Sendable {
        /// The relative path as stored in the archive, with `/` as separator.
        public var path: String
        public var bytes: [UInt8]
        /// The index among all files of the archive, from 0. The order depends only on the archive, so an interrupted
        /// import can continue by passing an index as `skipping`.
        public var index: Int
    }

    public struct Refusal: Equatable, Sendable {
        public enum Reason: String, Equatable, Sendable {
            case unsafePath
            /// The entry is a link, a device or another special file.
            case notAFile
            case tooLarge
            /// The file is damaged or encrypted, so its bytes cannot be read.
            case unreadable
        }
        public var path: String
        public var reason: Reason
    }

    public struct Report: Equatable, Sendable {
        /// Number of files passed to `body`.
        public var entries = 0
        /// Number of bytes passed to `body`.
        public var bytes = 0
        /// The first 1,000 rejected files.
        public var refused: [Refusal] = []
        /// Whether reading stopped before the end of the archive because of a limit or damage.
        public var isCutShort = false

        public init() {}

        mutating func refuse(_ path: String, _ reason: Refusal.Reason) {
            if refused.count < 1000 { refused.append(Refusal(path: path, reason: reason)) }
        }
    }

    public var limits: Limits

    public init(limits: Limits = Limits()) { self.limits = limits }

    /// Reads a folder, an archive, or a regular file, which counts as a single entry.
    ///
    /// - Parameters:
    ///   - path: the path in the file system.
    ///   - skipping: the number of files to skip; files with a lower index are not read.
    ///   - wants: decides by the path whether to read a file.
    ///   - body: called with each file; returns false to stop reading.
    /// - Throws: `ArchiveError` if nothing can be read, and errors thrown by `body`.
    public func read(
        path: String, skipping: Int = 0, wants: (String) -> Bool = { _ in true }, _ body: (Entry) throws -> Bool
    ) throws -> Report {
        if FileSystem.kind(path) == .folder {
            return try readFolder(path, skipping: skipping, wants: wants, body)
        }
        let stream = try ArchiveStream(path: path)
        return try read(stream, name: Self.lastComponent(path), skipping: skipping, wants: wants, body)
    }

    /// Decompresses a file (gzip, xz, zstd, bzip2); nil if the file is damaged or expands to more than `limit` bytes.
    public static func decompressed(_ bytes: [UInt8], upTo limit: Int) -> [UInt8]? {
        guard let stream = try? ArchiveStream(bytes: bytes), let entry = stream.next(), entry.kind == .file,
            case .bytes(let content) = stream.readData(upTo: limit)
        else { return nil }
        return content
    }

    /// Whether bytes begin with the signature of a compressed format (gzip, xz, zstd, bzip2).
    public static func isCompressed(_ bytes: [UInt8]) -> Bool {
        let magics: [[UInt8]] = [
            [0x1F, 0x8B, 0x08], [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], [0x28, 0xB5, 0x2F, 0xFD], [0x42, 0x5A, 0x68],
        ]
        return magics.contains { bytes.starts(with: $0) }
    }

    /// Whether a file is an archive of several files, judged by its content and not by its name.
    public static func holdsFiles(_ path: String) -> Bool {
        guard let stream = try? ArchiveStream(path: path), stream.next() != nil else { return false }
        return !stream.isSingleFile
    }

    /// Whether a path has the file extension of a multi-file archive.
    public static func isArchive(_ path: String) -> Bool {
        let name = path.lowercased()
        return [".zip", ".tar", ".tgz", ".txz", ".tzst", ".tar.gz", ".tar.xz", ".tar.zst", ".tar.bz2", ".tbz2"]
            .contains { name.hasSuffix($0) }
    }
}

/// Why nothing could be read from an archive.
public enum ArchiveError: Error, Equatable, Sendable {
    /// The file or folder cannot be opened. `reason` is the message of the system or of libarchive.
    case cannotOpen(path: String, reason: String)
}

extension ArchiveReader {
    private func readFolder(
        _ folder: String, skipping: Int, wants: (String) -> Bool, _ body: (Entry) throws -> Bool
    ) throws -> Report {
        var report = Report()
        guard var walk = try? FolderWalk(folder) else {
            throw ArchiveError.cannotOpen(path: folder, reason: "the folder cannot be read")
        }
        var index = 0
        while let found = walk.next() {
            guard found.isFile else {
                report.refuse(found.path, .notAFile)
                continue
            }
            defer { index += 1 }
            guard index < limits.maxEntries, report.bytes <= limits.maxTotalBytes else {
                report.isCutShort = true
                break
            }
            guard index >= skipping, wants(found.path) else { continue }
            guard found.size <= limits.maxEntryBytes else {
                report.refuse(found.path, .tooLarge)
                continue
            }
            guard let bytes = bytes(of: folder + "/" + found.path) else {
                report.refuse(found.path, .unreadable)
                continue
            }
            report.entries += 1
            report.bytes += bytes.count
            guard try body(Entry(path: found.path, bytes: bytes, index: index)) else { break }
        }
        report.isCutShort = report.isCutShort || walk.isCutShort
        return report
    }

    /// The bytes of a file; nil if it cannot be read or is larger than the limit.
    private func bytes(of path: String) -> [UInt8]? {
        guard let file = try? FileDescriptor.reading(path, waits: false, followsLinks: false) else { return nil }
        defer { file.close() }
        return try? file.readAll(limit: limits.maxEntryBytes)
    }

    private static func lastComponent(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    private func read(
        _ stream: ArchiveStream, name: String, skipping: Int, wants: (String) -> Bool,
        _ body: (Entry) throws -> Bool
    ) throws -> Report {
        var report = Report()
        var index = 0
        var total = 0
        while let header = stream.next() {
            if header.kind == .folder { continue }
            if stream.isSingleFile, Self.isArchive(name) {
                throw ArchiveError.cannotOpen(path: name, reason: "it is not an archive of the type in its name")
            }
            let path = stream.isSingleFile ? Self.unpackedName(name) : header.path
            guard header.kind == .file else {
                report.refuse(path, .notAFile)
                continue
            }
            defer { index += 1 }
            guard index < limits.maxEntries, total <= limits.maxTotalBytes, !isBomb(total, stream.bytesRead) else {
                report.isCutShort = true
                return report
            }
            guard Self.isSafe(path) else {
                report.refuse(path, .unsafePath)
                continue
            }
            guard index >= skipping, wants(path) else { continue }
            let room = min(limits.maxEntryBytes, maxUnpacked(stream.bytesRead, after: total))
            switch stream.readData(upTo: room) {
            case .bytes(let bytes):
                total += bytes.count
                report.entries += 1
                report.bytes += bytes.count
                guard try body(Entry(path: path, bytes: bytes, index: index)) else { return report }
            case .tooLarge:
                total += room
                report.refuse(path, .tooLarge)
            case .unreadable: report.refuse(path, .unreadable)
            }
        }
        report.isCutShort = stream.isDamaged
        return report
    }

    private func isBomb(_ unpacked: Int, _ packed: Int) -> Bool {
        unpacked > 64 << 20 && unpacked / limits.maxRatio > packed
    }

    /// The maximum size of the next entry in bytes. If the entry is larger, the archive is treated as a bomb.
    private func maxUnpacked(_ packed: Int, after total: Int) -> Int {
        max(64 << 20, packed &* limits.maxRatio) + (64 << 20) - min(total, 64 << 20)
    }

    static func isSafe(_ path: String) -> Bool {
        guard !path.isEmpty, path.utf8.count <= 4096, path.first != "/", path.first != "\\" else { return false }
        guard !path.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else { return false }
        let parts = path.split(whereSeparator: { $0 == "/" || $0 == "\\" })
        guard !parts.isEmpty, !parts.contains("..") else { return false }
        return !(path.utf8.count >= 2 && path.dropFirst().first == ":")
    }

    /// The name without the extension of a compressed file, for example `list.opml` for `list.opml.gz`.
    public static func unpackedName(_ name: String) -> String {
        for suffix in [".gz", ".xz", ".zst", ".bz2"] where name.lowercased().hasSuffix(suffix) {
            return String(name.dropLast(suffix.count))
        }
        return name
    }
}
