/// Lists the files in a folder and its subfolders, sorted by name. Skips hidden files and does not follow links.
public struct FolderWalk {
    public struct Found {
        /// The path relative to the folder.
        public let path: String
        public let size: Int
        /// Whether the entry is a regular file; false for links, devices and sockets.
        public let isFile: Bool
    }

    private let root: String
    /// Paths still to visit; the next one is last.
    private var pending: [(path: String, depth: Int)] = []
    /// Whether some files were left out because a limit was reached.
    public private(set) var isCutShort = false

    private static let maxDepth = 64
    private static let maxPending = 2_000_000

    /// - Throws: `SystemError` if the folder cannot be read.
    public init(_ root: String) throws(SystemError) {
        self.root = root
        pending = try Self.names(in: root).reversed().map { ($0, 1) }
    }

    public mutating func next() -> Found? {
        while let (path, depth) = pending.popLast() {
            guard let status = FileStatus(root + "/" + path, followsLinks: false) else { continue }
            if status.kind == .folder {
                guard depth < Self.maxDepth, pending.count < Self.maxPending else {
                    isCutShort = true
                    continue
                }
                for name in ((try? Self.names(in: root + "/" + path)) ?? []).reversed() {
                    pending.append((path + "/" + name, depth + 1))
                }
                continue
            }
            return Found(path: path, size: status.byteCount, isFile: status.kind == .file)
        }
        return nil
    }

    /// The names in one folder, sorted by their bytes.
    private static func names(in path: String) throws(SystemError) -> [String] {
        try FolderListing.names(in: path).filter { !$0.hasPrefix(".") }.sorted()
    }
}
