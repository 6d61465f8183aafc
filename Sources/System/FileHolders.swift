private import Glibc

/// Finds the processes that have a file open. Reads /proc, as far as this user's permissions allow.
public enum FileHolders {
    public struct Holder: Sendable {
        public let processID: Int32
        public let name: String
    }

    /// At most `limit` other processes that have the file open; nil if the file's status cannot be read.
    public static func others(of path: String, limit: Int) -> [Holder]? {
        guard let file = FileStatus(path)?.identity else { return nil }
        return entries("/proc").compactMap { Int32($0) }
            .filter { process in process != getpid() && holds(process, file) }
            .prefix(limit)
            .map { Holder(processID: $0, name: name(of: $0)) }
    }

    private static func holds(_ process: Int32, _ file: FileStatus.Identity) -> Bool {
        entries("/proc/\(process)/fd").contains { FileStatus("/proc/\(process)/fd/\($0)")?.identity == file }
    }

    private static func name(of process: Int32) -> String {
        let bytes = (try? FileSystem.read("/proc/\(process)/comm", limit: 4096)) ?? []
        return String(decoding: bytes.filter { $0 != 0x0A }, as: UTF8.self)
    }

    private static func entries(_ folder: String) -> [String] { (try? FolderListing.names(in: folder)) ?? [] }
}
