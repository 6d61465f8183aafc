private import Glibc

/// The resources of this machine and process.
public enum Machine {
    public static let processorCount = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    public static let memoryBytes = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))

    /// Bytes of memory private to this process (RssAnon in `/proc/self/status`); nil if the file cannot be read.
    public static var privateBytes: Int? {
        guard let bytes = try? FileSystem.read("/proc/self/status", limit: 1 << 16) else { return nil }
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0.drop { !$0.isNumber }) }.map { $0 << 10 }
    }

    /// Number of open descriptors of this process; nil if it cannot be determined.
    public static var descriptorCount: Int? {
        // Subtract the descriptor that is used for reading the folder.
        (try? FolderListing.names(in: "/proc/self/fd")).map { max(0, $0.count - 1) }
    }
}
