internal import Articles
internal import Formats
internal import System

/// Writes the icons of feeds to files: both shells expect a path and read the file themselves.
///
/// Not `Sendable`: used by one thread only.
final class IconFiles {
    private static let maxBytes = 256 << 10
    private static let extensions = [
        "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp", "image/x-icon": "ico",
    ]

    private let folder: String
    /// The paths by feed address; nil for a feed without an icon.
    private var paths: [String: String?] = [:]

    /// - Parameter folder: the folder for the files, created if it does not exist.
    init(folder: String) { self.folder = folder }

    /// The path of a feed's icon; nil if there is no icon or the file cannot be written.
    func path(ofFeed address: String, in store: any ArticleStore) throws -> String? {
        if let known = paths[address] { return known }
        let path = try store.feed(named: address).flatMap { try store.icon(of: $0.id) }.flatMap(file)
        paths[address] = .some(path)
        return path
    }

    private func file(_ icon: FeedIcon) -> String? {
        guard let type = Self.extensions[icon.type], icon.bytes.count <= Self.maxBytes else { return nil }
        // The file is named after a hash of its contents, so that a new icon gets a new name and a shell's cache cannot
        // be outdated.
        let path = "\(folder)/\(Hexadecimal.encode(Array(SHA256.hash(icon.bytes).prefix(16)))).\(type)"
        if FileStatus(path)?.byteCount == icon.bytes.count { return path }
        do {
            try FileSystem.makeFolders(folder)
            try FileSystem.replace(path, with: icon.bytes, mode: 0o600)
            return path
        } catch {
            return nil
        }
    }
}
