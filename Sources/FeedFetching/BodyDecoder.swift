/// Undoes the content coding of a body piece by piece, within a limit.
///
/// libcurl could do it, but does not tell a complete stream from one that was cut short, and fails on bytes after the end.
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

    /// - Parameter limit: bytes of the decoded body.
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
    /// - Returns: nil for codings that were not asked for, or more than one.
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

    /// Makes room at once for a body whose size is known.
    func reserve(_ bytes: Int) { body.reserveCapacity(min(bytes, limit)) }

    /// Takes the next bytes from the wire.
    func feed(_ bytes: Span<UInt8>) throws(Problem) {
        try stream.decode(bytes, into: &body, limit: limit)
    }

    /// Checks that the coded stream reached its end, and hands the body over.
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

/// Decoders write here first: 64 KB at a time.
let codingChunkBytes = 64 << 10
