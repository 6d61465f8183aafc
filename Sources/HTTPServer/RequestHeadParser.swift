/// The request line and the headers as received; each line is checked against the grammar of RFC 9112.
struct RawRequestHead: Equatable {
    var method = ""
    var target = ""
    var isHTTP10 = false
    var headers = HTTPHeaders()
}

/// Parses a request head line by line as bytes arrive. Ambiguous input is refused: lines must end in CR LF and must not
/// be folded, and field names must be tokens.
///
/// The error for an invalid head depends only on the bytes, not on how they were split into reads.
struct RequestHeadParser {
    private static let maxMethodBytes = 32

    struct Limits {
        let maxLineBytes: Int
        let maxHeadBytes: Int
        let maxHeaderCount: Int

        init(_ configuration: HTTPServerConfiguration) {
            maxLineBytes = configuration.maxLineBytes
            maxHeadBytes = configuration.maxHeadBytes
            maxHeaderCount = configuration.maxHeaderCount
        }
    }

    private let limits: Limits
    private var head = RawRequestHead()
    /// Two offsets from the start of the request: where the current line begins, and up to where its end has been
    /// searched for.
    private var lineStart = 0
    private var searched = 0
    private var hasRequestLine = false
    private var hasSkippedEmptyLine = false

    init(limits: Limits) { self.limits = limits }

    /// Continues to parse the request head.
    ///
    /// - Parameters:
    ///   - bytes: all received bytes.
    ///   - start: the offset of the request; the bytes before it belong to earlier requests.
    /// - Returns: the head and its length in bytes; nil if the head is incomplete.
    mutating func read(_ bytes: [UInt8], from start: Int) throws(HTTPError) -> (head: RawRequestHead, length: Int)? {
        while true {
            if !hasRequestLine { try checkMethod(bytes, start) }
            guard let end = try lineEnd(bytes, start) else { return nil }
            let line = start + lineStart..<start + end - 2
            lineStart = end
            searched = end
            if line.isEmpty {
                if hasRequestLine { return (head, end) }
                // One empty line may follow the previous request's body: RFC 9112, section 2.2.
                if hasSkippedEmptyLine { throw .badRequest("empty lines before the request") }
                hasSkippedEmptyLine = true
            } else if hasRequestLine {
                guard head.headers.fields.count < limits.maxHeaderCount else { throw .headersTooLarge }
                let (name, value) = try Self.field(bytes, line)
                head.headers.addChecked(name, value)
            } else {
                try readRequestLine(bytes, line)
                hasRequestLine = true
            }
        }
    }

    /// The offset, from the start of the request, after the line feed of the current line; nil if the line is
    /// incomplete.
    private mutating func lineEnd(_ bytes: [UInt8], _ start: Int) throws(HTTPError) -> Int? {
        let limit = hasRequestLine ? limits.maxHeadBytes : min(lineStart + limits.maxLineBytes, limits.maxHeadBytes)
        let available = min(bytes.count - start, limit)
        let span = bytes.span
        var index = searched
        while index < available, span[start + index] != 0x0A { index += 1 }
        searched = index
        guard index < available else {
            if available == limit { throw hasRequestLine ? .headersTooLarge : .targetTooLong }
            return nil
        }
        guard index > lineStart, span[start + index - 1] == 0x0D else {
            throw .badRequest("a line ends in a line feed without a carriage return")
        }
        return index + 1
    }

    /// Refuses bytes that cannot start a request as early as possible. For example, a TLS greeting may contain no line
    /// feed.
    private func checkMethod(_ bytes: [UInt8], _ start: Int) throws(HTTPError) {
        let span = bytes.span
        var index = start + lineStart
        let end = min(bytes.count, index + Self.maxMethodBytes + 1)
        guard index < end, span[index] != 0x0D, span[index] != 0x0A else { return }
        while index < end {
            let byte = span[index]
            if byte == 0x20, index > start + lineStart { return }
            guard HTTPGrammar.isToken(byte) else { throw .badRequest("the method is not a token") }
            index += 1
        }
        if index - start - lineStart > Self.maxMethodBytes { throw .notImplemented("method") }
    }

    private mutating func readRequestLine(_ bytes: [UInt8], _ line: Range<Int>) throws(HTTPError) {
        let span = bytes.span
        var index = line.lowerBound
        while index < line.upperBound, span[index] != 0x20 { index += 1 }
        let method = line.lowerBound..<index
        index += 1
        let targetStart = index
        while index < line.upperBound, span[index] > 0x20, span[index] < 0x7F, span[index] != 0x23 { index += 1 }
        guard index < line.upperBound, span[index] == 0x20, index > targetStart else {
            throw .badRequest("the request line is not METHOD TARGET HTTP/1.1")
        }
        let version = bytes[(index + 1)..<line.upperBound]
        guard version.count == 8, version.starts(with: "HTTP/".utf8), HTTPGrammar.isDigit(bytes[index + 6]),
            bytes[index + 7] == UInt8(ascii: "."), HTTPGrammar.isDigit(bytes[index + 8])
        else { throw .badRequest("the request line does not end in HTTP/1.1") }
        guard bytes[index + 6] == UInt8(ascii: "1"), bytes[index + 8] <= UInt8(ascii: "1") else {
            throw .versionNotSupported
        }
        head.method = String(decoding: bytes[method], as: UTF8.self)
        head.target = String(decoding: bytes[targetStart..<index], as: UTF8.self)
        head.isHTTP10 = bytes[index + 8] == UInt8(ascii: "0")
    }

    /// Parses a header field line.
    static func field(_ bytes: [UInt8], _ line: Range<Int>) throws(HTTPError) -> (name: String, value: String) {
        let span = bytes.span
        var index = line.lowerBound
        if span[index] == 0x20 || span[index] == 0x09 { throw .badRequest("a header line is folded") }
        while index < line.upperBound, HTTPGrammar.isToken(span[index]) { index += 1 }
        guard index < line.upperBound, span[index] == UInt8(ascii: ":"), index > line.lowerBound else {
            throw .badRequest("a header line does not begin with a name and a colon")
        }
        let name = line.lowerBound..<index
        var start = index + 1
        while start < line.upperBound, span[start] == 0x20 || span[start] == 0x09 { start += 1 }
        var end = line.upperBound
        while end > start, span[end - 1] == 0x20 || span[end - 1] == 0x09 { end -= 1 }
        index = start
        while index < end {
            guard HTTPGrammar.isFieldByte(span[index]) else { throw .badRequest("a control character in a header") }
            index += 1
        }
        return (String(decoding: bytes[name], as: UTF8.self), String(decoding: bytes[start..<end], as: UTF8.self))
    }
}
