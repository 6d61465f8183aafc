/// Decodes the content coding of a body as its bytes arrive, up to a limit.
///
/// libcurl's decoder is not used: it does not report a truncated stream, and fails on bytes after the end of the
/// stream.
final class BodyDecoder {
    enum Coding: Equatable {
        case identity, zlib, brotli, zstd
    }

    enum Problem: Error, Equatable {
        case corrupt, incomplete, tooLarge
    }

    private(set) var body: [UInt8] = []
    private let limit: Int
    private let stream: any CodingStream

    /// Creates a decoder.
    ///
    /// - Parameter limit: the maximum size of the decoded body in bytes.
    init(_ coding: Coding, limit: Int) {
        self.limit = limit
        stream =
            switch coding {
            case .identity: PlainStream()
            case .zlib: ZlibStream()
            case .brotli: BrotliStream()
            case .zstd: ZstdStream()
            }
    }

    /// Parses `Content-Encoding`. Values that are not codings are ignored.
    ///
    /// - Returns: nil if the header names a coding that was not requested, or more than one coding.
    static func coding(_ header: String?) -> Coding? {
        let names = names(header)
        guard let name = names.first else { return .identity }
        guard names.count == 1 else { return nil }
        switch name {
        case "gzip", "x-gzip", "deflate": return .zlib
        case "br": return .brotli
        case "zstd": return .zstd
        default: return nil
        }
    }

    private static func names(_ header: String?) -> [String] {
        (header ?? "").lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
            .filter { !noCodings.contains($0) }
    }

    /// Parses the `Content-Encoding` of a body that begins with these bytes. If the header names something other than a
    /// coding, such as a charset, and the body begins like a feed or a page, the body is treated as not encoded.
    static func coding(_ header: String?, start: Span<UInt8>) -> Coding? {
        if let coding = coding(header) { return coding }
        return names(header).allSatisfy { !registered.contains($0) } && isPlain(start) ? .identity : nil
    }

    /// The registered codings: <https://www.iana.org/assignments/http-parameters/http-parameters.xhtml#content-coding>
    private static let registered: Set<String> = [
        "aes128gcm", "br", "compress", "x-compress", "dcb", "dcz", "deflate", "exi", "gzip", "x-gzip", "pack200-gzip",
        "zstd",
    ]

    /// Values that occur in the header but are not codings: MIME encodings (RFC 2045, section 6.1), the value used by
    /// Amazon's signed uploads, and the most frequent charset.
    private static let noCodings: Set<String> = [
        "identity", "none", "utf-8", "utf8", "7bit", "8bit", "binary", "aws-chunked", "chunked",
    ]

    /// Whether the text begins with `<` or `{`, ignoring a byte order mark and white space.
    private static func isPlain(_ start: Span<UInt8>) -> Bool {
        for index in 0..<min(start.count, 4096) {
            switch start[index] {
            // Skip white space, byte order marks and the zero bytes of UTF-16.
            case 0, 0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF: continue
            case UInt8(ascii: "<"), UInt8(ascii: "{"): return true
            default: return false
            }
        }
        return false
    }

    /// Reserves memory for a body of known size.
    func reserve(_ bytes: Int) { body.reserveCapacity(min(bytes, limit)) }

    /// Decodes the next bytes from the network.
    func feed(_ bytes: Span<UInt8>) throws(Problem) {
        try stream.decode(bytes, into: &body, limit: limit)
    }

    /// Checks that the encoded stream is complete, and returns the decoded body.
    func finish() throws(Problem) -> [UInt8] {
        guard stream.isComplete else { throw .incomplete }
        let whole = body
        body = []
        return whole
    }
}

protocol CodingStream: AnyObject {
    var isComplete: Bool { get }
    func decode(_ bytes: Span<UInt8>, into body: inout [UInt8], limit: Int) throws(BodyDecoder.Problem)
}

/// The size in bytes of the buffer that decoders write to.
let codingChunkBytes = 64 << 10
