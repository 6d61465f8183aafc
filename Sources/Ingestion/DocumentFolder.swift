private import OPML

/// The files of a folder or an archive, one by one.
enum DocumentFolder {
    static func isArchive(_ path: String) -> Bool { ArchiveReader.isArchive(path) }

    /// Calls `body` with each file's name (inside `path`) and bytes; false stops.
    ///
    /// - Parameter refused: is told of files that cannot be handed out.
    /// - Returns: why the whole could not be read, nil where it could.
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
