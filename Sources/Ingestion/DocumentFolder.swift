private import OPML

/// Reads the files of a folder or archive, one at a time.
enum DocumentFolder {
    static func isArchive(_ path: String) -> Bool { ArchiveReader.isArchive(path) }

    static func isCompressed(_ head: [UInt8]) -> Bool { ArchiveReader.isCompressed(head) }

    static func decompressed(_ bytes: [UInt8], upTo limit: Int) -> [UInt8]? {
        ArchiveReader.decompressed(bytes, upTo: limit)
    }

    /// Removes the extension of a compressed file: for example `feed.xml.gz` becomes `feed.xml`.
    static func unpackedName(_ name: String) -> String { ArchiveReader.unpackedName(name) }

    /// The name and bytes of a file in a folder. A single compressed file is decompressed.
    static func unpacked(_ name: String, _ bytes: [UInt8], upTo limit: Int) -> (String, [UInt8]) {
        guard isCompressed(bytes), let content = decompressed(bytes, upTo: limit) else { return (name, bytes) }
        return (unpackedName(name), content)
    }

    /// Calls `body` with the name (relative to `path`) and the bytes of each file. Stops if `body` returns false.
    ///
    /// - Parameter refused: called for each file that cannot be read.
    /// - Returns: why the folder or archive could not be read; nil on success.
    static func forEachDocument(
        in path: String, refused: (_ name: String, _ reason: RejectionReason) -> Void, _ body: (String, [UInt8]) -> Bool
    ) -> RejectionReason? {
        do {
            let report = try ArchiveReader().read(path: path) { entry in body(path + "/" + entry.path, entry.bytes) }
            for refusal in report.refused { refused(path + "/" + refusal.path, refusal.reason.cause) }
            return nil
        } catch {
            if case ArchiveError.cannotOpen(_, let reason) = error { return .system(reason) }
            return .system("cannot be read")
        }
    }
}

extension ArchiveReader.Refusal.Reason {
    fileprivate var cause: RejectionReason {
        switch self {
        case .unsafePath: .unsafePath
        case .notAFile: .specialFile
        case .tooLarge: .partTooLarge
        case .unreadable: .unreadable
        }
    }
}
