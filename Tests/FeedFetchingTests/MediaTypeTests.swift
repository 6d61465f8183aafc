import FeedFetching
import Testing

@Suite struct MediaTypeTests {
    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static func ogg(_ content: [UInt8]) -> [UInt8] {
        bytes("OggS") + [UInt8](repeating: 0, count: 22) + [1, UInt8(content.count)] + content
    }

    private static func iso(_ brand: String) -> [UInt8] {
        [0, 0, 0, 24] + bytes("ftyp" + brand) + [0, 0, 2, 0] + bytes("isommp42")
    }

    private static func webM(_ type: String) -> [UInt8] {
        [0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x84] + bytes(type)
    }

    /// 128 kbit/s at 44,100 Hz: frames of 417 bytes.
    private static func mp3(frames: Int, after start: [UInt8] = []) -> [UInt8] {
        start + (0..<frames).flatMap { _ in [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0x55, count: 413) }
    }

    private static func aac(frames: Int) -> [UInt8] {
        (0..<frames).flatMap { _ in [0xFF, 0xF1, 0x50, 0x80, 0x0D, 0x1F, 0xFC] + [UInt8](repeating: 0x21, count: 97) }
    }

    private static let id3: [UInt8] = bytes("ID3") + [4, 0, 0, 0, 0, 2, 1]

    @Test(
        "A file is known by its first bytes, whatever its host calls it",
        arguments: [
            (id3, nil, "audio/mpeg"), (id3, "text/html", "audio/mpeg"), (mp3(frames: 2), "audio/x", "audio/mpeg"),
            (mp3(frames: 3, after: [0, 0, 0]), nil, "audio/mpeg"), (aac(frames: 2), nil, "audio/aac"),
            (ogg(bytes("OpusHead")), "video/ogg", "audio/ogg"), (ogg(bytes("\u{1}vorbis")), nil, "audio/ogg"),
            (ogg([0x80] + bytes("theora")), "audio/ogg", "video/ogg"), (ogg(bytes("\u{7F}FLAC")), nil, "audio/ogg"),
            (bytes("fLaC\0\0\0\u{22}"), nil, "audio/flac"), (bytes("RIFF....WAVEfmt "), nil, "audio/wav"),
            (bytes("FORM....AIFFCOMM"), nil, "audio/aiff"), (iso("M4A "), "video/mp4", "audio/mp4"),
            (iso("isom"), "AUDIO/x-m4a", "audio/mp4"), (iso("isom"), nil, "video/mp4"),
            (iso("qt  "), "text/plain", "video/mp4"), (webM("webm"), nil, "video/webm"),
            (webM("webm"), "audio/webm", "audio/webm"),
        ] as [([UInt8], String?, String)])
    func known(head: [UInt8], declared: String?, expected: String) {
        #expect(PlayableMediaType.type(of: head, declared: declared) == expected)
    }

    @Test(
        "What is neither audio nor video is refused, though it is declared as such, or begins almost like it",
        arguments: [
            [], bytes("<!DOCTYPE html><script>alert(1)</script>"),
            bytes("<svg xmlns='http://www.w3.org/2000/svg' onload='x()'>"),
            bytes("GIF89a=1;/*........*/alert(1)"), bytes("%PDF-1.7 ..........."),
            bytes("ID3<script>alert(1)</script>"),
            bytes("ID3=1;alert(1)//..."), id3.dropLast(1) + [0x80], bytes("RIFF....WEBPVP8 "),
            bytes("RIFF....AVI LIST"),
            iso("avif"), iso("heic"), iso("mif1"), [0, 0, 0, 9] + bytes("ftypisom........"),
            bytes("<!--ftypisom-->........"), webM("matr"), ogg(bytes("<script>")), bytes("OggS\0"), bytes("fLaC"),
            mp3(frames: 1) + bytes("<script>alert(1)</script>"), [0xFF, 0xFB, 0x90, 0x00] + bytes("<script>"),
            aac(frames: 1) + bytes("<html>"), [0xFF, 0xD8, 0xFF, 0xE0] + bytes("....JFIF...."), [0xFE, 0xFF, 0, 0x3C],
            [UInt8](repeating: 0, count: 5_000), bytes("#EXTM3U\nhttp://10.0.0.1/"), bytes("MThd\0\0\0\u{6}........"),
        ] as [[UInt8]])
    func refused(head: [UInt8]) {
        for declared in ["audio/mpeg", "video/mp4", "audio/ogg", "image/svg+xml", nil] {
            #expect(PlayableMediaType.type(of: head, declared: declared) == nil)
        }
    }

    @Test("No bytes are read beyond the end, however they begin")
    func hostile() {
        var random = SystemRandomNumberGenerator()
        let starts = [
            Self.id3, Self.ogg([]), Self.iso("isom"), Self.webM("webm"), Self.mp3(frames: 2), Self.aac(frames: 2),
            Self.bytes("RIFF....WAVE"), Self.bytes("fLaC"), [0xFF, 0xFB], [0xFF, 0xF1],
        ]
        for start in starts {
            for length in 0...min(start.count, 40) {
                _ = PlayableMediaType.type(of: Array(start.prefix(length)), declared: nil)
            }
            for _ in 0..<300 {
                let count = Int.random(in: 0...60, using: &random)
                let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
                _ = PlayableMediaType.type(
                    of: Array(start.prefix(Int.random(in: 0...start.count, using: &random))) + noise, declared: nil)
            }
        }
    }
}
