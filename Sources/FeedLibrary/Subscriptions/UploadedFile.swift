internal import OPML
public import System

/// An uploaded list or archive. The file is deleted when the last reference to this object is released.
public final class UploadedFile: Sendable {
    private let base: String
    private let file: FileDescriptor
    private static let maxAge: Int64 = 86_400

    /// Creates an empty file that only the user can access, and removes old files left behind by crashed processes.
    ///
    /// - Parameters:
    ///   - folder: the folder for the file, which is created if it does not exist.
    ///   - now: the current time in seconds since 1970.
    public init(in folder: String, now: Int64) throws(SystemError) {
        try FileSystem.makeFolders(folder)
        var walk = try FolderWalk(folder)
        while let found = walk.next() {
            let path = folder + "/" + found.path
            if let status = FileStatus(path, followsLinks: false), status.modified < now - Self.maxAge {
                try FileSystem.remove(path)
            }
        }
        base = folder + "/" + String(UInt64.random(in: .min ... .max), radix: 16)
        file = try FileDescriptor.creating(base, mode: 0o600)
    }

    deinit {
        file.close()
        for path in [base, list, archive] { try? FileSystem.remove(path) }
    }

    public func write(_ bytes: [UInt8]) throws(SystemError) { try file.write(bytes) }

    /// Converts a location within the file to the form shown to clients, which omits this machine's folder.
    public func shown(_ place: String) -> String { place.replacing(base + ".", with: "body.") }

    /// Renames the file according to its content, as a list or an archive, and returns the new path.
    func named() throws(SystemError) -> String {
        let path = ArchiveReader.holdsFiles(base) ? archive : list
        try FileSystem.move(base, to: path)
        return path
    }

    private var list: String { base + ".opml" }
    private var archive: String { base + ".tar" }
}
