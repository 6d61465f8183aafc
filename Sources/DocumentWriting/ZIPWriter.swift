/// Writes a ZIP archive whose files are stored without compression (APPNOTE 6.3.10,
/// <https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT>).
struct ZIPWriter {
    private struct Entry {
        var name: [UInt8]
        var checksum: UInt32
        var size: UInt32
        var offset: UInt32
    }

    private var entries: [Entry] = []
    private var written = 0
    private let output: ([UInt8]) -> Void

    /// Archives beyond these limits need the form for 64 bits, which e-book readers do not all read.
    static let maxBytes = Int(UInt32.max)
    static let maxFiles = Int(UInt16.max)

    init(_ output: @escaping ([UInt8]) -> Void) { self.output = output }

    /// Whether a file of this size can be added, with room for the list of files.
    func hasRoom(for size: Int) -> Bool {
        entries.count + 16 < Self.maxFiles && size < Self.maxBytes / 2
            && written + size + (entries.count + 16) * 512 < Self.maxBytes
    }

    mutating func add(_ name: String, _ bytes: [UInt8]) {
        let entry = Entry(
            name: Array(name.utf8), checksum: CRC32.checksum(bytes), size: UInt32(bytes.count), offset: UInt32(written))
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
    private func fields(of entry: Entry) -> [UInt8] {
        var out: [UInt8] = []
        for value in [10, 0x0800, 0, 0, 0x0021] as [UInt16] { out.append(value) }
        for value in [entry.checksum, entry.size, entry.size] { out.append(value) }
        out.append(UInt16(entry.name.count))
        return out
    }

    mutating func finish() {
        let start = written
        for entry in entries {
            var record: [UInt8] = []
            record.append(0x0201_4B50 as UInt32)
            record.append(UInt16(10))
            record.append(fields(of: entry))
            for _ in 0..<4 { record.append(UInt16(0)) }
            record.append(UInt32(0))
            record.append(entry.offset)
            record += entry.name
            write(record)
        }
        let size = written - start
        var end: [UInt8] = []
        end.append(0x0605_4B50 as UInt32)
        for value in [0, 0, UInt16(entries.count), UInt16(entries.count)] as [UInt16] { end.append(value) }
        end.append(UInt32(size))
        end.append(UInt32(start))
        end.append(UInt16(0))
        write(end)
    }

    private mutating func write(_ bytes: [UInt8]) {
        output(bytes)
        written += bytes.count
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ value: UInt16) { self += [UInt8(value & 0xFF), UInt8(value >> 8)] }
    fileprivate mutating func append(_ value: UInt32) {
        append(UInt16(value & 0xFFFF))
        append(UInt16(value >> 16))
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
