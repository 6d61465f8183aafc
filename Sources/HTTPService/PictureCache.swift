internal import FeedFetching
internal import FeedLibrary
internal import Formats
internal import System

/// A size-limited cache of article pictures in files next to the database. The oldest pictures are removed first.
package struct PictureCache: Sendable {
    private let folder: String
    private static let maxBytes = 200 << 20
    /// The number of writes between two checks of the total size.
    private static let writesBetween = 32
    private let writes = Locked(0)

    init(folder: String) { self.folder = folder }

    package func bytes(of url: String) -> [UInt8]? { try? FileSystem.read(path(of: url), limit: 32 << 20) }

    /// The size of a cached picture in pixels, read from its first bytes.
    package func size(of url: String) -> (width: Int, height: Int)? {
        FileSystem.head(path(of: url), count: PictureType.headBytes).flatMap { PictureType.size(of: $0) }
    }

    /// Stores a picture. Errors are ignored, because a missing picture is simply fetched again.
    package func keep(_ bytes: [UInt8], of url: String) {
        do throws(SystemError) {
            try FileSystem.makeFolders(folder)
            try FileSystem.replace(path(of: url), with: bytes, mode: 0o600)
        } catch { return }
        let isTime = writes.withLock { count in
            count += 1
            return count % Self.writesBetween == 1
        }
        if isTime { removeOldest() }
    }

    private func path(of url: String) -> String { folder + "/" + Hexadecimal.encode(SHA256.hash(Array(url.utf8))) }

    private func removeOldest() {
        let names = (try? FolderListing.names(in: folder)) ?? []
        var files = names.compactMap { name in FileStatus(folder + "/" + name, followsLinks: false).map { (name, $0) } }
        var sum = files.reduce(0) { $0 + $1.1.byteCount }
        files.sort { $0.1.modified > $1.1.modified }
        while sum > Self.maxBytes, let oldest = files.popLast() {
            try? FileSystem.remove(folder + "/" + oldest.0)
            sum -= oldest.1.byteCount
        }
    }
}
