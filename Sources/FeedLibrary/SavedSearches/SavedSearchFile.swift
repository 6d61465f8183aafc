internal import Articles
internal import FeedParsing
public import Messages
public import QueryLanguage
internal import System

/// Reads saved searches from files with `key = value` lines as in queries/examples, or with JSON lines as
/// `saved --jsonl` prints them.
public struct SavedSearchFile {
    public struct Entry {
        public var name = ""
        public var query = ""
        public var comment: String?
        public var options = AlertOptions()
        /// The name of a colour.
        public var color: String?
        /// The file and the line of the entry, for messages.
        public var place = ""

        /// - Throws: `InvalidQuery`.
        public func parse() throws(InvalidQuery) -> Query {
            do { return try QueryParser.parse(query) } catch { throw InvalidQuery(query: query, error: error) }
        }
    }

    private static let maxBytes = 16 << 20

    /// Reads the searches of a file, or of all `.query` files of a folder in the order of their names.
    ///
    /// - Throws: `SystemError`; `UserFacingError` with the line number of an invalid line.
    public static func read(_ path: String, _ language: Language) throws -> [Entry] {
        guard FileSystem.kind(path) == .folder else { return try readFile(path, language) }
        let names = try FolderListing.names(in: path).filter { $0.hasSuffix(".query") }.sorted()
        return try names.flatMap { try readFile(path + "/" + $0, language) }
    }

    private static func readFile(_ path: String, _ language: Language) throws -> [Entry] {
        let bytes: [UInt8]
        do { bytes = try FileSystem.read(path, limit: maxBytes) } catch {
            throw UserFacingError(error, language: language)
        }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let isJSON = bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
        return try isJSON ? jsonLines(lines, path, language) : [pairs(lines, path, language)]
    }

    private static func pairs(_ lines: [[UInt8].SubSequence], _ path: String, _ language: Language) throws -> Entry {
        var entry = Entry(place: path)
        for (index, bytes) in lines.enumerated() {
            let line = trim(String(decoding: bytes, as: UTF8.self)[...])
            if line.isEmpty || line.hasPrefix("#") { continue }
            func refuse() -> UserFacingError {
                UserFacingError(.badSearchFile, [path, String(index + 1), line], language: language)
            }
            guard let equals = line.firstIndex(of: "=") else { throw refuse() }
            let value = trim(line[line.index(after: equals)...])
            guard !value.isEmpty, set(trim(line[..<equals]), value, &entry) else { throw refuse() }
        }
        if entry.name.isEmpty || entry.query.isEmpty {
            throw UserFacingError(
                .badSearchFile, [path, "1", entry.name.isEmpty ? "name" : "query"], language: language)
        }
        return entry
    }

    private static func jsonLines(
        _ lines: [[UInt8].SubSequence], _ path: String, _ language: Language
    ) throws -> [Entry] {
        var out: [Entry] = []
        for (index, line) in lines.enumerated() where line.contains(where: { $0 > 0x20 }) {
            var entry = Entry(place: "\(path):\(index + 1)")
            guard let value = try? RequestLine.read(Array(line)), case .object(let members) = value else {
                throw UserFacingError(.badSearchFile, [path, String(index + 1), "{"], language: language)
            }
            for case (let key, .string(let text)) in members where key != "created" {
                guard set(key, text, &entry) else {
                    throw UserFacingError(.badSearchFile, [path, String(index + 1), key], language: language)
                }
            }
            if entry.name.isEmpty || entry.query.isEmpty {
                throw UserFacingError(.badSearchFile, [path, String(index + 1), "name, query"], language: language)
            }
            out.append(entry)
        }
        return out
    }

    /// Sets the value of a key. Returns false if the key is unknown.
    private static func set(_ key: String, _ value: String, _ entry: inout Entry) -> Bool {
        switch key {
        case "name": entry.name = value
        case "query": entry.query = value
        case "comment": entry.comment = value
        case "channel", "notify": entry.options.notify = value
        case "digest": entry.options.digest = value
        case "quiet-hours", "quiet_hours": entry.options.quietHours = value
        case "secret": entry.options.secret = value
        case "signature": entry.options.signature = value
        case "headers": entry.options.headers = value
        case "template": entry.options.template = value
        case "when": entry.options.condition = value
        case "color", "tint":
            guard value == "none" || SearchColor(rawValue: value) != nil else { return false }
            entry.color = value
        case "content-type", "content_type": entry.options.contentType = value
        case "each":
            guard value == "yes" || value == "no" else { return false }
            entry.options.isEach = value == "yes"
        case "disabled": break
        default: return false
        }
        return true
    }

    private static func trim(_ text: Substring) -> String {
        var part = text
        while let first = part.first, first.isWhitespace { part = part.dropFirst() }
        while let last = part.last, last.isWhitespace { part = part.dropLast() }
        return String(part)
    }
}
