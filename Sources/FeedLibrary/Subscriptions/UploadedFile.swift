internal import OPML
public import System

/// A list or an archive that came over the network, in a file that goes with the last reference to it.
public final class UploadedFile: Sendable {
    private let base: String
    private let file: FileDescriptor
    private static let maxAge: Int64 = 86_400

    /// Makes an empty file for the user alone. What a process that ended without notice left in the folder is removed.
    ///
    /// - Parameters:
    ///   - folder: is made where it is not there.
    ///   - now: seconds since 1970.
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

    /// A place as the sender of the file knows it: without the folder.
    public func shown(_ place: String) -> String { place.replacing(base + ".", with: "body.") }

    /// Gives the file a name by what it is.
    func named() throws(SystemError) -> String {
        let path = ArchiveReader.holdsFiles(base) ? archive : list
        try FileSystem.move(base, to: path)
        return path
    }

    private var list: String { base + ".opml" }
    private var archive: String { base + ".tar" }
}
