internal import Accounts
internal import FeedFetching
internal import FeedLibrary
internal import Formats
internal import System

/// A cache of article pictures: files next to the database or, on a host, a store that all its libraries share.
package struct PictureCache: Sendable {
    private enum Place {
        case folder(PictureFolder)
        case host(HostPictures, SharedPictureStore.User)
    }

    private let place: Place

    init(folder: String) { place = .folder(PictureFolder(folder)) }

    init(_ pictures: HostPictures, for user: SharedPictureStore.User) { place = .host(pictures, user) }

    /// The cache for a member of the library. On a host, members have separate caches, so that they cannot find out
    /// what the owner has opened.
    func of(member: Int64) -> PictureCache {
        guard case .host(let pictures, let user) = place else { return self }
        return PictureCache(pictures, for: .init(library: user.library, member: member))
    }

    /// A cached picture. Blocks.
    package func bytes(of url: String) -> [UInt8]? {
        switch place {
        case .folder(let folder): folder.bytes(of: url)
        case .host(let pictures, let user): pictures.bytes(of: url, user)
        }
    }

    /// The size of a cached picture in pixels. Blocks.
    package func size(of url: String) -> (width: Int, height: Int)? {
        switch place {
        case .folder(let folder): folder.size(of: url)
        case .host(let pictures, let user): pictures.size(of: url, user)
        }
    }

    /// Stores a picture. Errors are ignored, because a missing picture is simply fetched again.
    package func keep(_ bytes: [UInt8], of url: String) {
        switch place {
        case .folder(let folder): folder.keep(bytes, of: url)
        case .host(let pictures, let user): pictures.keep(bytes, of: url, user)
        }
    }
}

/// A size-limited cache of article pictures in files next to the database. The oldest pictures are removed first.
private struct PictureFolder: Sendable {
    private let folder: String
    private static let maxBytes = 200 << 20
    /// The number of writes between two checks of the total size.
    private static let writesBetween = 32
    private let writes = Locked(0)

    init(_ folder: String) { self.folder = folder }

    func bytes(of url: String) -> [UInt8]? { try? FileSystem.read(path(of: url), limit: 32 << 20) }

    /// The size of a cached picture in pixels, read from its first bytes.
    func size(of url: String) -> (width: Int, height: Int)? {
        FileSystem.head(path(of: url), count: PictureType.headBytes).flatMap { PictureType.size(of: $0) }
    }

    func keep(_ bytes: [UInt8], of url: String) {
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
