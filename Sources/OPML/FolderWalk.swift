private import Glibc

/// The files of a folder and the folders in it, by name, links not followed.
struct FolderWalk {
    struct Found {
        /// Relative to the folder.
        var path: String
        var size: Int
        /// False for links, devices, sockets.
        var isFile: Bool
    }

    private let root: String
    /// Paths still to visit, the next one last.
    private var pending: [(path: String, depth: Int)] = []
    private(set) var isCutShort = false

    private static let deepest = 64
    private static let mostPending = 2_000_000

    /// - Throws: `ArchiveError.cannotOpen`.
    init(_ root: String) throws(ArchiveError) {
        self.root = root
        guard let names = Self.names(in: root) else {
            throw .cannotOpen(path: root, reason: "the folder cannot be read")
        }
        pending = names.reversed().map { ($0, 1) }
    }

    mutating func next() -> Found? {
        while let (path, depth) = pending.popLast() {
            var status = stat()
            guard unsafe lstat(root + "/" + path, &status) == 0 else { continue }
            let type = status.st_mode & S_IFMT
            if type == S_IFDIR {
                guard depth < Self.deepest, pending.count < Self.mostPending else {
                    isCutShort = true
                    continue
                }
                for name in (Self.names(in: root + "/" + path) ?? []).reversed() {
                    pending.append((path + "/" + name, depth + 1))
                }
                continue
            }
            return Found(path: path, size: Int(status.st_size), isFile: type == S_IFREG)
        }
        return nil
    }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    static func lastComponent(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// A file's bytes, or nil if it cannot be read or is longer than `limit`.
    static func bytes(of path: String, upTo limit: Int) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(file, $0.baseAddress, $0.count) }
            if count == 0 { return content }
            guard count > 0, content.count + count <= limit else { return nil }
            content += chunk[..<count]
        }
    }

    /// The names in one folder, sorted by their bytes, hidden ones left out.
    private static func names(in path: String) -> [String]? {
        guard let folder = unsafe opendir(path) else { return nil }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
