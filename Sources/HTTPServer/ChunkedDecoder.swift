/// Decodes the chunked coding of RFC 9112, section 7.1, strictly: lines must end in CR LF, and chunk extensions are
/// refused. Trailer fields are checked and dropped.
struct ChunkedDecoder {
    private enum State {
        case sizeStart
        case size(digits: Int)
        case sizeLineFeed
        case data
        case dataReturn
        case dataLineFeed
        case trailer
        case end
    }

    private static let maxSizeDigits = 8
    private static let maxTrailerBytes = 4_096

    private var state = State.sizeStart
    /// The number of bytes of the current chunk that have not been decoded yet. While the chunk's size line is being
    /// read, the part of the size that has been read.
    private var remaining = 0
    private var trailer: [UInt8] = []
    private var lineStart = 0

    /// Whether the body has ended.
    var isAtEnd: Bool { if case .end = state { true } else { false } }

    /// Decodes as many of the received bytes as possible.
    ///
    /// - Returns: the number of bytes from `start` on that belong to the body, including its chunk framing.
    mutating func decode(_ bytes: [UInt8], from start: Int, into body: inout [UInt8]) throws(HTTPError) -> Int {
        var index = start
        while index < bytes.count, !isAtEnd {
            if case .data = state {
                let count = min(remaining, bytes.count - index)
                body += bytes[index..<index + count]
                index += count
                remaining -= count
                if remaining == 0 { state = .dataReturn }
            } else {
                try step(bytes[index])
                index += 1
            }
        }
        return index - start
    }

    private mutating func step(_ byte: UInt8) throws(HTTPError) {
        switch state {
        case .sizeStart:
            guard let digit = HTTPGrammar.hexadecimal(byte) else { throw .badRequest("a chunk has no size") }
            remaining = Int(digit)
            state = .size(digits: 1)
        case .size(let digits):
            if let digit = HTTPGrammar.hexadecimal(byte), digits < Self.maxSizeDigits {
                remaining = remaining << 4 | Int(digit)
                state = .size(digits: digits + 1)
            } else {
                try expect(0x0D, byte)
                state = .sizeLineFeed
            }
        case .sizeLineFeed:
            try expect(0x0A, byte)
            state = remaining == 0 ? .trailer : .data
        case .dataReturn:
            try expect(0x0D, byte)
            state = .dataLineFeed
        case .dataLineFeed:
            try expect(0x0A, byte)
            state = .sizeStart
        case .trailer: try readTrailer(byte)
        case .data, .end: break
        }
    }

    private func expect(_ wanted: UInt8, _ byte: UInt8) throws(HTTPError) {
        if byte != wanted { throw .badRequest("the chunked coding is invalid") }
    }

    private mutating func readTrailer(_ byte: UInt8) throws(HTTPError) {
        guard trailer.count < Self.maxTrailerBytes else { throw .headersTooLarge }
        trailer.append(byte)
        guard byte == 0x0A else { return }
        guard trailer.count - lineStart >= 2, trailer[trailer.count - 2] == 0x0D else {
            throw .badRequest("a line ends in a line feed without a carriage return")
        }
        let line = lineStart..<trailer.count - 2
        lineStart = trailer.count
        if line.isEmpty {
            state = .end
            trailer = []
        } else {
            _ = try RequestHeadParser.field(trailer, line)
        }
    }
}
