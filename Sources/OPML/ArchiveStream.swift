private import CArchive
private import Glibc

/// An archive opened with libarchive, read from start to end.
@safe final class ArchiveStream {
    enum Kind: Equatable {
        case file
        case folder
        case other
    }

    struct Header {
        var path: String
        var kind: Kind
    }

    enum Content {
        case bytes([UInt8])
        case tooLarge
        case unreadable
    }

    private let archive: OpaquePointer
    /// The bytes that libarchive reads; empty if libarchive reads from a file.
    private let memory: UnsafeMutableRawBufferPointer
    /// Whether reading stopped because the archive is damaged.
    private(set) var isDamaged = false

    /// - Throws: `ArchiveError.cannotOpen`.
    init(path: String) throws(ArchiveError) {
        unsafe archive = try Self.make(path)
        unsafe memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        guard unsafe carchive_read_open_filename(archive, path, 1 << 16) == ARCHIVE_OK else {
            throw .cannotOpen(path: path, reason: message)
        }
    }

    /// - Throws: `ArchiveError.cannotOpen`.
    init(bytes: [UInt8]) throws(ArchiveError) {
        unsafe archive = try Self.make("")
        unsafe memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
        unsafe memory.copyBytes(from: bytes)
        guard unsafe carchive_read_open_memory(archive, memory.baseAddress, bytes.count) == ARCHIVE_OK else {
            throw .cannotOpen(path: "", reason: message)
        }
    }

    deinit {
        unsafe carchive_read_free(archive)
        unsafe memory.deallocate()
    }

    /// Whether this is a single compressed file and not an archive of files.
    var isSingleFile: Bool { unsafe carchive_format(archive) == Self.rawFormat }

    /// Number of compressed bytes read so far.
    var bytesRead: Int { unsafe Int(carchive_filter_bytes(archive, -1)) }

    /// The next entry; nil at the end, or if damage prevents reading further.
    func next() -> Header? {
        // libarchive loses UTF-8 names unless the thread's locale supports UTF-8.
        let callersLocale = unsafe uselocale(Self.locale)
        defer { unsafe uselocale(callersLocale) }
        var entry: OpaquePointer?
        let status = unsafe carchive_read_next_header(archive, &entry)
        guard let entry = unsafe entry, status == ARCHIVE_OK || status == ARCHIVE_WARN else {
            isDamaged = status != ARCHIVE_EOF
            return nil
        }
        let path: String
        if let name = unsafe carchive_entry_pathname_utf8(entry) {
            path = unsafe String(cString: name)
        } else if let name = unsafe carchive_entry_pathname(entry) {
            path = unsafe String(cString: name)
        } else {
            path = ""
        }
        let type = unsafe carchive_entry_filetype(entry)
        let isLink = unsafe carchive_entry_hardlink(entry) != nil || carchive_entry_symlink(entry) != nil
        if type == Self.folderType { return Header(path: path, kind: .folder) }
        return Header(path: path, kind: !isLink && type == Self.fileType ? .file : .other)
    }

    /// The content of the entry read last.
    func readData(upTo limit: Int) -> Content {
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { buffer in
                unsafe carchive_read_data(archive, buffer.baseAddress, buffer.count)
            }
            if count == 0 { return .bytes(content) }
            guard count > 0, count <= chunk.count else { return .unreadable }
            guard content.count + count <= limit else { return .tooLarge }
            content += chunk[..<count]
        }
    }

    /// A UTF-8 locale that all threads may use, since it is created once and never changed; nil if the system has no
    /// C.UTF-8.
    nonisolated(unsafe) private static let locale: locale_t? = unsafe newlocale(1 << LC_CTYPE, "C.UTF-8", nil)

    // Macros of archive.h and archive_entry.h. Swift does not import them because they contain casts.
    private static let fileType: UInt32 = 0o100000
    private static let folderType: UInt32 = 0o040000
    private static let rawFormat: Int32 = 0x90000

    private static func make(_ path: String) throws(ArchiveError) -> OpaquePointer {
        guard unsafe carchive_symbol_library() != nil else {
            throw .cannotOpen(path: path, reason: "libarchive cannot be opened: install libarchive13")
        }
        guard let archive = unsafe carchive_read_new() else {
            throw .cannotOpen(path: path, reason: "out of memory")
        }
        unsafe carchive_read_support_format_zip(archive)
        unsafe carchive_read_support_format_tar(archive)
        unsafe carchive_read_support_format_raw(archive)
        unsafe carchive_read_support_filter_gzip(archive)
        unsafe carchive_read_support_filter_xz(archive)
        unsafe carchive_read_support_filter_zstd(archive)
        unsafe carchive_read_support_filter_bzip2(archive)
        return unsafe archive
    }

    /// libarchive's message about the last error.
    private var message: String {
        guard let text = unsafe carchive_error_string(archive) else { return "unknown" }
        return unsafe String(cString: text)
    }
}
