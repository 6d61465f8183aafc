import FeedFetching
import Testing

@Suite struct MediaStreamTests {
    private static let size = 256 * 12_000

    private func stream(_ path: String, _ part: ResumePoint? = nil) async throws -> MediaStream {
        let server = try FeedServer.shared
        var request = FetchRequest(server.url(path))
        request.resume = part
        return try await server.fetcher().stream(request)
    }

    private func all(_ stream: MediaStream) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try await stream.next() { bytes += piece }
        return bytes
    }

    @Test("A body is passed on whole, in order")
    func whole() async throws {
        let stream = try await stream("/medium")
        #expect(stream.answer.status == 200 && stream.answer.contentType == "audio/mpeg")
        let bytes = try await all(stream)
        #expect(bytes.count == Self.size)
        #expect(bytes.indices.allSatisfy { bytes[$0] == UInt8(truncatingIfNeeded: $0) })
    }

    @Test(
        "A part that is asked for is passed on alone",
        arguments: [(1_000, 1_999, 1_000), (Self.size - 10, nil, 10), (0, nil, Self.size)] as [(Int, Int?, Int)])
    func parts(first: Int, last: Int?, count: Int) async throws {
        let stream = try await stream("/medium", ResumePoint(offset: first, last: last, validator: nil))
        #expect(stream.answer.status == 206)
        #expect(stream.answer.contentRange == "bytes \(first)-\(last ?? Self.size - 1)/\(Self.size)")
        let bytes = try await all(stream)
        #expect(bytes.count == count && bytes.first == UInt8(truncatingIfNeeded: first))
    }

    @Test("A slow listener makes the host wait: of an endless body little is held, and leaving ends it")
    func slow() async throws {
        let stream = try await stream("/flood")
        try await Task.sleep(for: .milliseconds(300))
        let piece = try #require(try await stream.next())
        #expect(piece.count < 1 << 20)
    }

    @Test("What cannot be had is an error before anything is passed on")
    func failures() async throws {
        for (path, kind) in [("/none", FetchFailure.Kind.httpStatus(404)), ("/gone", .httpStatus(410))] {
            await #expect { _ = try await stream(path) } throws: { ($0 as? FetchFailure)?.kind == kind }
        }
        await #expect {
            _ = try await stream("/medium", ResumePoint(offset: Self.size, validator: nil))
        } throws: {
            ($0 as? FetchFailure)?.kind == .httpStatus(416)
        }
        // A host that sends another part than the one that was asked for.
        await #expect { _ = try await stream("/to?http://10.0.0.1/x") } throws: {
            if case .refused? = ($0 as? FetchFailure)?.kind { true } else { false }
        }
    }

    @Test("A body that breaks off is an error for the listener")
    func brokenOff() async throws {
        let server = try FeedServer.shared
        var request = FetchRequest(server.url("/flood"))
        request.maxWireBytes = 300_000
        let fetcher = try server.fetcher()
        let stream = try await fetcher.stream(request)
        await #expect { _ = try await all(stream) } throws: { ($0 as? FetchFailure)?.kind == .tooLarge }
    }
}

@Suite struct PictureSizeTests {
    private func size(_ bytes: [UInt8]) -> [Int]? { PictureType.size(of: bytes).map { [$0.width, $0.height] } }

    @Test("The size of a picture is read from its first bytes")
    func sizes() {
        #expect(size(IconImageTests.png(640, 480)) == [640, 480])
        #expect(
            size(Array("GIF89a".utf8) + [0x80, 0x02, 0xE0, 0x01] + [UInt8](repeating: 0, count: 20)) == [640, 480])
        let segment: [UInt8] = [0xFF, 0xE1, 0x00, 0x08, 1, 2, 3, 4, 5, 6]
        let frame: [UInt8] = [0xFF, 0xC2, 0x00, 0x11, 8, 0x01, 0xE0, 0x02, 0x80, 3]
        #expect(size([0xFF, 0xD8] + segment + [0xFF] + frame) == [640, 480])
        func webP(_ kind: String, _ rest: [UInt8]) -> [UInt8] {
            Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8) + Array(kind.utf8) + [0, 0, 0, 0] + rest
        }
        #expect(size(webP("VP8X", [0, 0, 0, 0, 0x7F, 0x02, 0, 0xDF, 0x01, 0])) == [640, 480])
        #expect(size(webP("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 0x80, 0x02, 0xE0, 0x01])) == [640, 480])
        let bits = UInt32(639) | UInt32(479) << 14
        let lossless = (0..<4).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
        #expect(size(webP("VP8L", [0x2F] + lossless + [0, 0, 0, 0, 0])) == [640, 480])
        let box = Array("ispe".utf8) + [0, 0, 0, 0, 0, 0, 2, 0x80, 0, 0, 1, 0xE0]
        #expect(
            size([0, 0, 0, 0x1C] + Array("ftypavif".utf8) + [UInt8](repeating: 0, count: 16) + box + [0, 0]) == [
                640, 480,
            ])
    }

    @Test("A size that is none, or that no picture has, is not believed")
    func hostile() {
        #expect(size(IconImageTests.png(0, 10)) == nil && size(IconImageTests.png(40_000, 10)) == nil)
        #expect(size([0xFF, 0xD8, 0xFF, 0xE1, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 30)) == nil)
        let huge = Array("ispe".utf8) + [0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8)
        #expect(
            size([0, 0, 0, 0x1C] + Array("ftypavif".utf8) + [UInt8](repeating: 0, count: 16) + huge + [0, 0]) == nil)
        var random = SystemRandomNumberGenerator()
        for start in [[0xFF, 0xD8, 0xFF], Array("RIFF0000WEBPVP8X".utf8), [0, 0, 0, 0x1C] + Array("ftypavif".utf8)]
            as [[UInt8]]
        {
            for _ in 0..<500 {
                let count = Int.random(in: 0...60, using: &random)
                _ = size(start + (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
            }
        }
    }
}
