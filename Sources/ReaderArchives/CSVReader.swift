/// Reads records of comma-separated values (RFC 4180). Lines may end with LF, CR or CRLF, and any text may follow a
/// closing quote.
struct CSVReader {
    struct Record {
        var fields: [String]
        /// The line at which the record begins, counted from 1.
        var line: Int
    }

    enum Step {
        case record(Record)
        /// A record that has no closing quote or is too long. The next record begins on the line after this record's
        /// first line.
        case broken(line: Int, ArchiveReport.Reason)
    }

    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var brokenCount = 0

    /// The maximum size of a record in bytes. Limits the damage if the closing quote of a field is missing.
    static let longestRecord = 1 << 20
    /// The maximum number of fields in a record. Further fields are dropped.
    static let maxFields = 64
    /// After this many broken records the rest of the file is skipped, since each of them costs a pass over
    /// `longestRecord` bytes.
    static let maxBroken = 100

    /// - Parameter bytes: UTF-8, with or without a byte order mark.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// The next record; nil at the end. Empty lines are skipped.
    mutating func next() -> Step? {
        while index < bytes.count, Self.isLineEnd(bytes[index]) { skipLineEnd() }
        guard index < bytes.count else { return nil }
        if brokenCount >= Self.maxBroken {
            index = bytes.count
            return .broken(line: line, .givenUp)
        }
        let start = index
        let first = line
        var fields: [String] = []
        while true {
            guard let field = readField(from: start) else {
                let isLong = index < bytes.count
                brokenCount += 1
                index = start
                line = first
                while index < bytes.count, !Self.isLineEnd(bytes[index]) { index += 1 }
                return .broken(line: first, isLong ? .tooLarge : .quoteNotClosed)
            }
            if fields.count < Self.maxFields { fields.append(field) }
            guard index < bytes.count, bytes[index] == UInt8(ascii: ",") else { break }
            index += 1
        }
        return .record(Record(fields: fields, line: first))
    }

    /// Reads a field up to its comma or line break; nil if it has no end.
    private mutating func readField(from start: Int) -> String? {
        var value: [UInt8] = []
        if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
            index += 1
            while true {
                guard index < bytes.count, index - start <= Self.longestRecord else { return nil }
                let byte = bytes[index]
                if byte == UInt8(ascii: "\"") {
                    index += 1
                    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { break }
                    value.append(byte)
                    index += 1
                } else if Self.isLineEnd(byte) {
                    value.append(0x0A)
                    skipLineEnd()
                } else {
                    value.append(byte)
                    index += 1
                }
            }
        }
        while index < bytes.count, bytes[index] != UInt8(ascii: ","), !Self.isLineEnd(bytes[index]) {
            guard index - start <= Self.longestRecord else { return nil }
            value.append(bytes[index])
            index += 1
        }
        return String(decoding: value, as: UTF8.self)
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    private mutating func skipLineEnd() {
        if bytes[index] == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { index += 1 }
        index += 1
        line += 1
    }
}

/// A table whose first line contains the column names.
struct CSVTable {
    private var reader: CSVReader
    /// The index of each column name, in lower case. If a name is repeated, its first column is used.
    let columns: [String: Int]

    /// Returns nil if there is no line with column names.
    init?(_ bytes: [UInt8]) {
        reader = CSVReader(bytes)
        guard case .record(let head)? = reader.next() else { return nil }
        let names = head.fields.map { ArchiveSink.filled($0)?.lowercased() ?? "" }
        columns = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    }

    func has(_ names: String...) -> Bool { names.allSatisfy { columns[$0] != nil } }

    /// Reads all records, and reports broken ones.
    mutating func readAll(
        into sink: inout ArchiveSink,
        _ body: ((String) -> String, ArchiveReport.Place, inout ArchiveSink) throws -> Void
    ) throws {
        let columns = columns
        while let step = reader.next() {
            switch step {
            case .broken(let line, let reason): sink.report.refuse(.line(line), reason)
            case .record(let record):
                let value = { (name: String) in
                    columns[name].flatMap { $0 < record.fields.count ? record.fields[$0] : nil } ?? ""
                }
                try body(value, .line(record.line), &sink)
            }
        }
    }
}
