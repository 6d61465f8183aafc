internal import FeedParsing

/// Finds the records of a JSON export without building a tree of the whole file, which would take many times as much
/// memory as the file.
///
/// A record is an element of the outermost list, or of a list that is a member of the outermost object. Each record is
/// parsed separately, so that all complete records of a truncated file are read.
struct JSONRecords {
    private let bytes: [UInt8]
    private var index = 0
    /// Whether the text ended inside a list or a record.
    private(set) var isCutShort = false

    /// Maximum size of a record in bytes. A parsed record may take 24 times its size in memory.
    static let longestRecord = 48 << 20
    private static let maxMembers = 256

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    enum Record {
        case value(JSONValue)
        case tooLarge
        case cutShort
    }

    /// The members of the outermost object, with their ranges; nil if the text is not an object.
    mutating func members() -> [(key: String, range: Range<Int>)]? {
        skipSpace()
        guard index < bytes.count, bytes[index] == UInt8(ascii: "{") else { return nil }
        index += 1
        var found: [(key: String, range: Range<Int>)] = []
        while found.count < Self.maxMembers {
            skipSeparators()
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { break }
            let start = index
            guard skipValue() else { break }
            let key = JSONValue.parse(Array(bytes[start..<index]))?.string ?? ""
            skipSpace()
            guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { break }
            index += 1
            skipSpace()
            let value = index
            let isWhole = skipValue()
            found.append((key: key, range: value..<index))
            if !isWhole { break }
        }
        return found
    }

    /// The value of a short member; nil if it is longer than 4 KB.
    func value(in range: Range<Int>) -> JSONValue? {
        range.count <= 4096 ? JSONValue.parse(Array(bytes[range])) : nil
    }

    /// Whether a list begins at `range`, or at the start of the text if `range` is nil. If so, enters the list.
    mutating func enterList(at range: Range<Int>? = nil) -> Bool {
        if let range { index = range.lowerBound }
        skipSpace()
        guard index < bytes.count, bytes[index] == UInt8(ascii: "[") else { return false }
        index += 1
        return true
    }

    /// The next record in the list; nil after the last.
    mutating func next() -> Record? {
        skipSeparators()
        guard index < bytes.count else {
            isCutShort = true
            return nil
        }
        guard bytes[index] != UInt8(ascii: "]") else { return nil }
        let start = index
        let isWhole = skipValue()
        if !isWhole {
            isCutShort = true
            return .cutShort
        }
        // Skip at least one byte, even if the text is not JSON.
        if index == start { index += 1 }
        guard index - start <= Self.longestRecord else { return .tooLarge }
        return .value(JSONValue.parse(Array(bytes[start..<index])) ?? .null)
    }

    // MARK: -

    private mutating func skipSpace() {
        while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    }

    private mutating func skipSeparators() {
        while index < bytes.count, bytes[index] <= 0x20 || bytes[index] == UInt8(ascii: ",") { index += 1 }
    }

    /// Moves past a value; returns false if the text ends inside it. Brackets are counted, but their kinds are not
    /// compared.
    private mutating func skipValue() -> Bool {
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                guard skipString() else { return false }
                if depth == 0 { return true }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                // The bracket closes the container of the value, so the value ends here.
                if depth == 0 { return true }
                depth -= 1
                index += 1
                if depth == 0 { return true }
            case UInt8(ascii: ",") where depth == 0: return true
            default: index += 1
            }
        }
        return false
    }

    private mutating func skipString() -> Bool {
        index += 1
        while index < bytes.count {
            let byte = bytes[index]
            index += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return true }
        }
        index = bytes.count
        return false
    }
}

extension JSONRecords {
    /// Reads all records of the list that `enterList` entered, and reports those that are not objects.
    mutating func readAll(
        into sink: inout ArchiveSink,
        _ body: (JSONValue, ArchiveReport.Place, inout ArchiveSink) throws -> Void
    ) throws {
        var number = 0
        while let record = next() {
            number += 1
            let place = ArchiveReport.Place.record(number)
            switch record {
            case .cutShort: sink.report.refuse(place, .cutShort)
            case .tooLarge: sink.report.refuse(place, .tooLarge)
            case .value(.object(let members)): try body(.object(members), place, &sink)
            case .value: sink.report.refuse(place, .notAnObject)
            }
        }
        if isCutShort { sink.report.isCutShort = true }
    }
}
