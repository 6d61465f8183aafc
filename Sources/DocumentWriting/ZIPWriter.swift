/// Writes a ZIP archive whose files are stored without compression (APPNOTE 6.3.10,
/// <https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT>). Archives of more than 4 GB or 65,535 files get the
/// fields for 64 bits.
package struct ZIPWriter: Sendable {
    private struct Entry {
        var name: [UInt8]
        var checksum: UInt32
        var size: UInt32
        var offset: UInt64
    }

    private var entries: [Entry] = []
    private var written: UInt64
    private var pending: [UInt8] = []

    /// E-book readers do not all read the fields for 64 bits, so books stay below these limits.
    private static let maxBookBytes = UInt64(UInt32.max)
    private static let maxBookFiles = Int(UInt16.max)

    /// - Parameter offset: the position of the archive in its file; for tests.
    package init(at offset: UInt64 = 0) { written = offset }

    /// Whether a file of this size can be added to a book, with room for the list of files.
    func hasRoom(for size: Int) -> Bool {
        entries.count + 16 < Self.maxBookFiles && size < Self.maxBookBytes / 2
            && written + UInt64(size) + UInt64(entries.count + 16) * 512 < Self.maxBookBytes
    }

    /// The bytes of the archive since the last call.
    package mutating func take() -> [UInt8] {
        defer { pending = [] }
        return pending
    }

    /// - Precondition: `bytes` has less than 4 GB.
    package mutating func add(_ name: String, _ bytes: [UInt8]) {
        let entry = Entry(
            name: Array(name.utf8), checksum: CRC32.checksum(bytes), size: UInt32(bytes.count), offset: written)
        var head: [UInt8] = []
        head.append(0x0403_4B50 as UInt32)
        head.append(fields(of: entry))
        head.append(UInt16(0))
        head += entry.name
        write(head)
        write(bytes)
        entries.append(entry)
    }

    /// Version, flags (names are UTF-8), method, time and date, checksum, sizes, length of the name.
    private func fields(of entry: Entry, version: UInt16 = 10) -> [UInt8] {
        var out: [UInt8] = []
        for value in [version, 0x0800, 0, 0, 0x0021] as [UInt16] { out.append(value) }
        for value in [entry.checksum, entry.size, entry.size] { out.append(value) }
        out.append(UInt16(entry.name.count))
        return out
    }

    /// The version that readers of the fields for 64 bits need.
    private static let wideVersion: UInt16 = 45

    package mutating func finish() {
        let start = written
        for entry in entries {
            let isWide = entry.offset >= UInt64(UInt32.max)
            let version = isWide ? Self.wideVersion : 10
            var record: [UInt8] = []
            record.append(0x0201_4B50 as UInt32)
            record.append(version)
            record.append(fields(of: entry, version: version))
            for value in [isWide ? 12 : 0, 0, 0, 0] as [UInt16] { record.append(value) }
            record.append(UInt32(0))
            record.append(UInt32(clamping: entry.offset))
            record += entry.name
            if isWide {
                for value in [1, 8] as [UInt16] { record.append(value) }
                record.append(entry.offset)
            }
            write(record)
        }
        let (end, size) = (written, written - start)
        if entries.count >= Int(UInt16.max) || end >= UInt64(UInt32.max) { writeWideEnd(start, size, end) }
        var record: [UInt8] = []
        record.append(0x0605_4B50 as UInt32)
        let count = UInt16(clamping: entries.count)
        for value in [0, 0, count, count] as [UInt16] { record.append(value) }
        record.append(UInt32(clamping: size))
        record.append(UInt32(clamping: start))
        record.append(UInt16(0))
        write(record)
    }

    /// Writes the end of the list of files and its locator with fields for 64 bits.
    private mutating func writeWideEnd(_ start: UInt64, _ size: UInt64, _ end: UInt64) {
        var record: [UInt8] = []
        record.append(0x0606_4B50 as UInt32)
        record.append(UInt64(44))
        for value in [Self.wideVersion, Self.wideVersion] { record.append(value) }
        for value in [0, 0] as [UInt32] { record.append(value) }
        for value in [UInt64(entries.count), UInt64(entries.count), size, start] { record.append(value) }
        record.append(0x0706_4B50 as UInt32)
        record.append(UInt32(0))
        record.append(end)
        record.append(UInt32(1))
        write(record)
    }

    private mutating func write(_ bytes: [UInt8]) {
        pending += bytes
        written += UInt64(bytes.count)
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ value: UInt16) { self += [UInt8(value & 0xFF), UInt8(value >> 8)] }
    fileprivate mutating func append(_ value: UInt32) {
        append(UInt16(value & 0xFFFF))
        append(UInt16(value >> 16))
    }
    fileprivate mutating func append(_ value: UInt64) {
        append(UInt32(value & 0xFFFF_FFFF))
        append(UInt32(value >> 32))
    }
    fileprivate mutating func append(_ bytes: [UInt8]) { self += bytes }
}

/// The checksum of ZIP files (ISO 3309).
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { start in
        (0..<8).reduce(UInt32(start)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var value = UInt32.max
        for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 0xFF)] ^ (value >> 8) }
        return ~value
    }
}
