private import OPML

/// The files of a folder or an archive, one by one.
enum DocumentFolder {
    static func isArchive(_ path: String) -> Bool { ArchiveReader.isArchive(path) }

    /// Calls `body` with each file's name (inside `path`) and bytes; false stops.
    ///
    /// - Parameter refused: is told of files that cannot be handed out.
    /// - Returns: why the whole could not be read, nil where it could.
    static func forEachDocument(
        in path: String, refused: (_ name: String, _ reason: String) -> Void, _ body: (String, [UInt8]) -> Bool
    ) -> String? {
        do {
            let report = try ArchiveReader().read(path: path) { entry in body(path + "/" + entry.path, entry.bytes) }
            for refusal in report.refused { refused(path + "/" + refusal.path, refusal.reason.text) }
            return nil
        } catch {
            if case ArchiveError.cannotOpen(_, let reason) = error { return reason }
            return "cannot be read"
        }
    }
}

extension ArchiveReader.Refusal.Reason {
    fileprivate var text: String {
        switch self {
        case .unsafePath: "a path that leaves the archive"
        case .notAFile: "a link or a special file"
        case .tooLarge: "too large"
        case .unreadable: "damaged or encrypted"
        }
    }
}
