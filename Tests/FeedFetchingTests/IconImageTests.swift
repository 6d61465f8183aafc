import Testing

@testable import FeedFetching

@Suite struct IconImageTests {
    static func png(_ width: Int, _ height: Int) -> [UInt8] {
        let size = [width, height].flatMap { number in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + size + [
            8, 6, 0, 0, 0,
        ]
    }

    @Test("Pictures are known by their bytes")
    func kinds() {
        #expect(IconImage(Self.png(32, 32))?.type == "image/png")
        let gif = Array("GIF89a".utf8) + [16, 0, 16, 0] + [UInt8](repeating: 0, count: 20)
        #expect(IconImage(gif)?.type == "image/gif")
        #expect(IconImage([0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0, count: 20))?.type == "image/jpeg")
        let webp = Array("RIFF".utf8) + [9, 9, 9, 9] + Array("WEBPVP8 ".utf8)
        #expect(IconImage(webp)?.type == "image/webp")
        #expect(IconImage([0, 0, 1, 0, 1, 0] + [UInt8](repeating: 0, count: 30))?.type == "image/x-icon")
    }

    @Test("Anything else is none: drawings, pages, scripts, and pictures that are empty, cut short or too large")
    func refused() {
        for text in [
            "<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", "<!DOCTYPE html><p>not found</p>", "GIF89a",
        ] {
            #expect(IconImage(Array(text.utf8)) == nil, "\(text)")
        }
        #expect(IconImage([]) == nil)
        #expect(IconImage(Self.png(0, 16)) == nil)
        #expect(IconImage(Self.png(16, 100_000)) == nil)
        #expect(IconImage(Array(Self.png(16, 16).prefix(20))) == nil)
        #expect(IconImage([0, 0, 1, 0, 255, 255] + [UInt8](repeating: 0, count: 30)) == nil)
        #expect(IconImage(Self.png(16, 16) + [UInt8](repeating: 0, count: IconImage.maxBytes)) == nil)
    }

    @Test("Random bytes never trap")
    func random() {
        var generator = SystemRandomNumberGenerator()
        let starts: [[UInt8]] = [
            [], [0, 0, 1, 0], Array("GIF89a".utf8), Array("RIFF".utf8), Array(Self.png(1, 1).prefix(9)),
        ]
        for round in 0..<2_000 {
            let rest = (0..<Int.random(in: 0...40, using: &generator)).map { _ in UInt8.random(in: 0...255) }
            _ = IconImage(starts[round % starts.count] + rest)
        }
    }
}
