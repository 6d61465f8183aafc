/// Detects the types of audio and video that may be sent to a browser, from the first bytes of a file
/// (<https://mimesniff.spec.whatwg.org/#matching-an-audio-or-video-type-pattern>). A browser cannot show any of these
/// types as a page.
public enum PlayableMediaType {
    /// The number of bytes to examine at the beginning of a file. This is enough for two MP3 frames.
    public static let headBytes = 4_096

    /// The media type to send to a browser.
    ///
    /// - Parameters:
    ///   - head: the first `headBytes` bytes of a file, or all of a shorter file.
    ///   - declared: the type that the host declares. It only decides between audio and video if the container can have
    ///     both.
    /// - Returns: nil if the file is neither audio nor video.
    public static func type(of head: [UInt8], declared: String?) -> String? {
        let isAudio = (declared ?? "").lowercased().hasPrefix("audio/")
        if isID3(head) { return "audio/mpeg" }
        if head.starts(with: Array("OggS\0".utf8)) { return ogg(head) }
        if head.starts(with: Array("fLaC".utf8)), head.count > 4, head[4] & 0x7F == 0 { return "audio/flac" }
        if head.count >= 12 {
            if head.starts(with: Array("RIFF".utf8)), head[8..<12].elementsEqual("WAVE".utf8) { return "audio/wav" }
            if head.starts(with: Array("FORM".utf8)), head[8..<12].elementsEqual("AIFF".utf8) { return "audio/aiff" }
        }
        if let brand = brand(head) {
            if audioBrands.contains(brand) { return "audio/mp4" }
            return videoBrands.contains(brand) ? (isAudio ? "audio/mp4" : "video/mp4") : nil
        }
        if isWebM(head) { return isAudio ? "audio/webm" : "video/webm" }
        return framed(head)
    }

    /// Whether the file begins with the ID3 tag of an MP3: "ID3", a version, and a size in four bytes below 0x80
    /// (<https://id3.org/id3v2.4.0-structure>).
    private static func isID3(_ head: [UInt8]) -> Bool {
        head.count >= 10 && head.starts(with: Array("ID3".utf8)) && (2...4).contains(head[3]) && head[4] != 0xFF
            && head[5] & 0x0F == 0 && head[6..<10].allSatisfy { $0 < 0x80 }
    }

    /// The type of an Ogg file, detected from the start of the first page's content, which follows the segment lengths
    /// (RFC 3533, section 6).
    private static func ogg(_ head: [UInt8]) -> String? {
        guard head.count > 27 else { return nil }
        let content = head.dropFirst(27 + Int(head[26]))
        let audio = ["OpusHead", "\u{1}vorbis", "\u{7F}FLAC", "Speex   ", "fishead\0"]
        if audio.contains(where: { content.starts(with: $0.utf8) }) { return "audio/ogg" }
        return content.starts(with: [0x80] + Array("theora".utf8)) ? "video/ogg" : nil
    }

    private static let audioBrands: Set = ["M4A ", "M4B ", "M4P "]
    private static let videoBrands: Set = [
        "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7", "iso8", "iso9", "mp41", "mp42", "mp71", "avc1", "dash",
        "msdh",
        "M4V ", "M4VH", "M4VP", "MSNV", "qt  ", "3gp4", "3gp5", "3gp6", "3g2a", "F4V ", "mmp4",
    ]

    /// The major brand of an ISO base media file; some picture formats use this container too.
    private static func brand(_ head: [UInt8]) -> String? {
        guard head.count >= 16, head[4..<8].elementsEqual("ftyp".utf8) else { return nil }
        let size = head[..<4].reduce(0) { $0 << 8 | Int($1) }
        guard size >= 16, size.isMultiple(of: 4), size <= headBytes else { return nil }
        return String(decoding: head[8..<12], as: UTF8.self)
    }

    /// Whether a file is EBML with the document type `webm` near the beginning.
    private static func isWebM(_ head: [UInt8]) -> Bool {
        guard head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) else { return false }
        let type: [UInt8] = [0x42, 0x82, 0x84] + Array("webm".utf8)
        return (4..<min(64, head.count)).contains { head[$0...].starts(with: type) }
    }

    /// The type of an MP3 or AAC file without a container. Such a file has two consecutive frames at the start,
    /// possibly after zero bytes.
    private static func framed(_ head: [UInt8]) -> String? {
        guard let start = head.firstIndex(where: { $0 != 0 }) else { return nil }
        if let length = mp3FrameLength(head, at: start), mp3FrameLength(head, at: start + length) != nil {
            return "audio/mpeg"
        }
        if let length = adtsFrameLength(head, at: start), adtsFrameLength(head, at: start + length) != nil {
            return "audio/aac"
        }
        return nil
    }

    /// The length of an MPEG audio frame of version 1, 2 or 2.5, layer III or II (ISO 11172-3, 2.4.2.3).
    private static func mp3FrameLength(_ head: [UInt8], at place: Int) -> Int? {
        guard place + 4 <= head.count, head[place] == 0xFF, head[place + 1] & 0xE0 == 0xE0 else { return nil }
        let (version, layer) = (Int(head[place + 1] >> 3 & 3), Int(head[place + 1] >> 1 & 3))
        let (rate, sampling) = (Int(head[place + 2] >> 4), Int(head[place + 2] >> 2 & 3))
        guard version != 1, layer == 1 || layer == 2, (1...14).contains(rate), sampling != 3 else { return nil }
        let isFirst = version == 3
        let kilobits = layer == 2 ? (isFirst ? layerII : lowRates) : (isFirst ? layerIII : lowRates)
        let hertz = [44_100, 48_000, 32_000][sampling] >> (isFirst ? 0 : version == 2 ? 1 : 2)
        let samples = layer == 1 && !isFirst ? 72 : 144
        return samples * kilobits[rate - 1] * 1_000 / hertz + Int(head[place + 2] >> 1 & 1)
    }

    private static let layerIII = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    private static let layerII = [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
    private static let lowRates = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

    /// The length of an ADTS frame (ISO 13818-7, 6.2).
    private static func adtsFrameLength(_ head: [UInt8], at place: Int) -> Int? {
        guard place + 7 <= head.count, head[place] == 0xFF, head[place + 1] & 0xF6 == 0xF0 else { return nil }
        let sampling = head[place + 2] >> 2 & 0x0F
        let length = Int(head[place + 3] & 3) << 11 | Int(head[place + 4]) << 3 | Int(head[place + 5] >> 5)
        return sampling < 13 && length >= 7 ? length : nil
    }
}
