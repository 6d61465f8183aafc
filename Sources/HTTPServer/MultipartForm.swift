/// Parses `multipart/form-data` (RFC 7578) as it arrives. The form must have text fields first and then one file.
///
/// The file is never loaded into memory as a whole. Fields after the file are ignored.
public struct MultipartForm: Sendable {
    /// The maximum total size in bytes of the fields before the file, including their headers.
    private static let maxFieldBytes = 64 << 10

    /// The fields before the file, in order.
    public private(set) var fields: [HTTPQueryItem] = []
    /// The file's name as sent; nil if there is no file.
    public private(set) var fileName: String?
    private let body: HTTPBody
    private let delimiter: [UInt8]
    /// Bytes of the body that were read but not consumed yet.
    private var rest: [UInt8] = Array("\r\n".utf8)
    private var hasEnded = false

    /// Reads up to the start of the file.
    ///
    /// - Throws: `HTTPError.badRequest` if the body is not a valid `multipart/form-data` form.
    public init(_ request: HTTPRequest) async throws(HTTPError) {
        guard let boundary = Self.boundary(request.headers["Content-Type"] ?? "") else {
            throw .badRequest("the body must be multipart/form-data with a boundary")
        }
        body = request.body
        delimiter = Array("\r\n--\(boundary)".utf8)
        try await readFields()
    }

    /// The next bytes of the file; nil at its end.
    ///
    /// - Throws: `HTTPError.badRequest` if the body ends before the file does.
    public mutating func nextOfFile() async throws(HTTPError) -> [UInt8]? {
        if fileName == nil || hasEnded { return nil }
        while true {
            if let range = rest.firstRange(of: delimiter) {
                let last = Array(rest[..<range.lowerBound])
                hasEnded = true
                return last.isEmpty ? nil : last
            }
            // Hold back the last bytes, because they may be the start of a delimiter.
            let sure = rest.count - delimiter.count + 1
            if sure > 0 {
                let chunk = Array(rest[..<sure])
                rest.removeFirst(sure)
                return chunk
            }
            guard let more = try await body.next() else { throw Self.cut }
            rest += more
        }
    }

    // MARK: -

    private static let cut = HTTPError.badRequest("the form ends early")

    private static func boundary(_ type: String) -> String? {
        let parts = type.split(separator: ";").map { $0.drop { $0 == " " } }
        guard parts.first?.lowercased() == "multipart/form-data",
            let parameter = parts.first(where: { $0.lowercased().hasPrefix("boundary=") })
        else { return nil }
        let value = parameter.dropFirst("boundary=".count).filter { $0 != "\"" }
        return (1...70).contains(value.utf8.count) ? String(value) : nil
    }

    private mutating func readFields() async throws(HTTPError) {
        var left = Self.maxFieldBytes
        // Skip the text before the first delimiter.
        _ = try await readUpTo(delimiter, &left)
        while true {
            if try await readUpTo(Array("\r\n".utf8), &left).starts(with: Array("--".utf8)) { return }
            let head = try await readUpTo(Array("\r\n\r\n".utf8), &left)
            guard let (name, file) = Self.names(head) else { throw Self.cut }
            if let file {
                fileName = file
                return
            }
            let value = try await readUpTo(delimiter, &left)
            fields.append(HTTPQueryItem(name: name, value: String(decoding: value, as: UTF8.self)))
        }
    }

    /// Reads up to `end`, and drops `end` itself.
    private mutating func readUpTo(_ end: [UInt8], _ left: inout Int) async throws(HTTPError) -> [UInt8] {
        while true {
            if let range = rest.firstRange(of: end) {
                let found = Array(rest[..<range.lowerBound])
                rest.removeSubrange(..<range.upperBound)
                left -= found.count + end.count
                if left < 0 { throw .bodyTooLarge(limit: Self.maxFieldBytes) }
                return found
            }
            if rest.count > left { throw .bodyTooLarge(limit: Self.maxFieldBytes) }
            guard let more = try await body.next() else { throw Self.cut }
            rest += more
        }
    }

    /// The names of a part's field and file.
    private static func names(_ head: [UInt8]) -> (field: String, file: String?)? {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        guard let line = lines.first(where: { $0.lowercased().hasPrefix("content-disposition:") }),
            let name = parameter("name", of: line)
        else { return nil }
        return (name, parameter("filename", of: line))
    }

    /// Finds a parameter `name="value"` in a header line. Browsers write quotes and line breaks in the value as `%22`
    /// and `%0D%0A`.
    private static func parameter(_ name: String, of line: Substring) -> String? {
        guard let range = line.firstRange(of: "; \(name)=\"") else { return nil }
        return String(line[range.upperBound...].prefix { $0 != "\"" })
    }
}
