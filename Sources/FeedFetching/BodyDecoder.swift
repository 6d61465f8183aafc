/// Decodes the content coding of a body piece by piece, up to a limit.
///
/// Not left to libcurl, which does not report a truncated stream, and fails on bytes after its end.
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

    /// - Parameter limit: size of the decoded body in bytes.
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

    /// Reads `Content-Encoding`.
    ///
    /// - Returns: nil for codings that were not requested, or for more than one.
    static func coding(_ header: String?) -> Coding? {
        let names = (header ?? "").lowercased().split { $0 == "," || $0 == " " }.filter {
            $0 != "identity" && $0 != "none"
        }
        guard let name = names.first else { return .identity }
        guard names.count == 1 else { return nil }
        switch name {
        case "gzip", "x-gzip", "deflate": return .zlib
        case "br": return .brotli
        case "zstd": return .zstd
        default: return nil
        }
    }

    /// Reserves memory for a body of known size.
    func reserve(_ bytes: Int) { body.reserveCapacity(min(bytes, limit)) }

    /// Decodes the next bytes from the network.
    func feed(_ bytes: Span<UInt8>) throws(Problem) {
        try stream.decode(bytes, into: &body, limit: limit)
    }

    /// Checks that the coded stream is complete, and returns the body.
    func finish() throws(Problem) -> [UInt8] {
        guard stream.isComplete else { throw .incomplete }
        let whole = body
        body = []
        return whole
    }
}

/// A decoder of one coding.
protocol CodingStream: AnyObject {
    var isComplete: Bool { get }
    func decode(_ bytes: Span<UInt8>, into body: inout [UInt8], limit: Int) throws(BodyDecoder.Problem)
}

/// Size of the buffer that decoders write to.
let codingChunkBytes = 64 << 10
