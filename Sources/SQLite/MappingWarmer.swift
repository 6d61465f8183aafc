private import CSQLite
private import Glibc

/// Triggers the page faults of a mapped database in advance of searches. A fault costs about 2 µs, and the first search
/// for a word triggers 10 to 30 of them.
///
/// The file is processed in slices of 4 MB. If most of a slice is in the system's memory, the other pages are read too,
/// because a search that needs an evicted page would wait for the disk. In other slices, only the pages in memory are
/// mapped. Use this type while the process is idle: a slice takes a fraction of a millisecond, or as long as reading 4
/// MB from the disk.
public struct MappingWarmer {
    private let connection: Connection
    private var offset: Int64 = 0
    private static let sliceBytes = 4 << 20
    private static let pageBytes = 4_096
    /// MADV_POPULATE_READ of Linux 5.14: <https://man7.org/linux/man-pages/man2/madvise.2.html>.
    private static let populateForReading: Int32 = 22

    public init(connection: Connection) { self.connection = connection }

    /// Maps the next slice.
    ///
    /// - Returns: false at the end of the file, or if the slice cannot be mapped.
    public mutating func advance() -> Bool {
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard
            unsafe sqlite3_file_control(connection.handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
            let file = unsafe file, let methods = unsafe file.pointee.pMethods, unsafe methods.pointee.iVersion >= 3,
            let fetch = unsafe methods.pointee.xFetch, let unfetch = unsafe methods.pointee.xUnfetch
        else { return false }
        var size: Int64 = 0
        guard unsafe methods.pointee.xFileSize(file, &size) == SQLITE_OK else { return false }
        // SQLite reserves some bytes at the end of a mapping.
        let length = min(Int(size - offset) - Self.pageBytes, Self.sliceBytes)
        guard length > 0 else { return false }
        var start: UnsafeMutableRawPointer?
        guard unsafe fetch(file, offset, Int32(length), &start) == SQLITE_OK, let start = unsafe start else {
            return false
        }
        defer { _ = unsafe unfetch(file, offset - Int64(length), start) }
        offset += Int64(length)
        return unsafe Self.map(start, length)
    }

    /// Maps each run of pages that are in memory, or all pages if most of them are.
    private static func map(_ start: UnsafeMutableRawPointer, _ length: Int) -> Bool {
        let count = (length + pageBytes - 1) / pageBytes
        var isResident = [UInt8](repeating: 0, count: count)
        guard unsafe mincore(start, length, &isResident) == 0 else { return false }
        if 2 * isResident.count(where: { $0 & 1 != 0 }) > count {
            return unsafe madvise(start, length, populateForReading) == 0
        }
        var first = 0
        while first < count {
            var end = first
            while end < count, isResident[end] & 1 != 0 { end += 1 }
            if end > first {
                let run = unsafe start + first * pageBytes
                guard unsafe madvise(run, (end - first) * pageBytes, populateForReading) == 0 else { return false }
            }
            first = end + 1
        }
        return true
    }
}
