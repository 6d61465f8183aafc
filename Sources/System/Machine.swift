private import Glibc

/// The resources of this machine and process.
public enum Machine {
    public static let processorCount = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    public static let memoryBytes = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))

    /// The name of this machine, of at most 64 letters, digits, dots and hyphens; other characters become hyphens.
    public static let hostName: String = {
        let bytes = (try? FileSystem.read("/proc/sys/kernel/hostname", limit: 1 << 10)) ?? []
        let name = bytes.prefix { $0 != 0x0A }.prefix(64).map { byte -> UInt8 in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E: byte
            default: 0x2D
            }
        }
        return name.isEmpty ? "localhost" : String(decoding: name, as: UTF8.self)
    }()

    /// The process id of this process.
    public static var processID: Int32 { getpid() }

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
