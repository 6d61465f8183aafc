import Testing

@testable import HTTPServer

@Suite struct ChunkedDecoderTests {
    /// The body, and how many bytes belong to it; nil where it is not complete.
    private static func decode(_ pieces: [[UInt8]]) -> Result<(body: [UInt8], count: Int, isWhole: Bool), HTTPError> {
        var decoder = ChunkedDecoder()
        var body: [UInt8] = []
        var count = 0
        for piece in pieces {
            do throws(HTTPError) { count += try decoder.decode(piece, from: 0, into: &body) } catch {
                return .failure(error)
            }
        }
        return .success((body, count, decoder.isAtEnd))
    }

    @Test("Chunks are joined, trailers left out, and what follows is left alone")
    func valid() throws {
        let text = "5\r\nhello\r\n00A\r\n0123456789\r\n0\r\nX-A: b\r\n\r\nGET"
        let result = try Self.decode([Array(text.utf8)]).get()
        #expect(String(decoding: result.body, as: UTF8.self) == "hello0123456789")
        #expect(result.isWhole)
        #expect(result.count == text.utf8.count - 3)
    }

    @Test(
        "A coding that is not exact is refused",
        arguments: [
            "zz\r\nhello\r\n0\r\n\r\n", "-5\r\nhello\r\n", "5\nhello\n", "5\r\nhelloXX0\r\n\r\n", "5;a=b\r\nhello\r\n",
            " 5\r\n",
            "5 \r\nhello\r\n", "\r\n", "0x5\r\n", "123456789\r\n", "5\rhello", "0\r\n\n", "0\r\nA b\r\n\r\n",
            "0\r\n a: b\r\n\r\n",
            "0\r\nA: \0\r\n\r\n",
        ])
    func refused(_ text: String) {
        if case .success = Self.decode([Array(text.utf8)]) { Issue.record("accepted") }
    }

    @Test("Trailers are bounded")
    func trailers() {
        let text = "0\r\n" + String(repeating: "A: b\r\n", count: 1_000)
        guard case .failure(.headersTooLarge) = Self.decode([Array(text.utf8)]) else {
            Issue.record("accepted")
            return
        }
    }

    @Test("However a body is cut into pieces, the result is the same")
    func anySplit() {
        let sample = Array("4\r\nWiki\r\n1e\r\n012345678901234567890123456789\r\n0\r\nA: b\r\n\r\nrest".utf8)
        var random = SplitMix(seed: 7)
        for _ in 0..<500 {
            var bytes = sample
            if random.next() % 2 == 0 {
                bytes[Int(random.next() % UInt64(bytes.count))] =
                    [0x0A, 0x0D, 0x30, 0x3B, 0x46][Int(random.next() % 5)]
            }
            let pieces = bytes.reduce(into: [[UInt8]]()) { pieces, byte in
                if pieces.isEmpty || random.next() % 4 == 0 {
                    pieces.append([byte])
                } else {
                    pieces[pieces.count - 1].append(byte)
                }
            }
            switch (Self.decode([bytes]), Self.decode(pieces)) {
            case (.success(let one), .success(let other)): #expect(one == other)
            case (.failure(let one), .failure(let other)): #expect(one == other)
            default: Issue.record("the pieces differ")
            }
        }
    }
}
