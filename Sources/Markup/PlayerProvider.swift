/// A provider of video or audio: the patterns that recognise the addresses of its media, and the addresses built from
/// their ids.
struct PlayerProvider: Sendable {
    /// The valid form of an id.
    enum IDForm: Sendable {
        /// ASCII letters, digits, `-` and `_`. The range is the allowed length.
        case word(ClosedRange<Int>)
        case digits
        /// The address of a track or list on SoundCloud.
        case soundCloud

        func includes(_ id: String) -> Bool {
            switch self {
            case .word(let length): length.contains(id.utf8.count) && id.utf8.allSatisfy(Self.isWordByte)
            case .digits: (1...20).contains(id.utf8.count) && id.utf8.allSatisfy { $0 &- 0x30 < 10 }
            case .soundCloud: Self.isSoundCloud(id)
            }
        }

        /// The id as it is written in an address, with special characters encoded.
        func written(_ id: String) -> String {
            guard case .soundCloud = self else { return id }
            return id.replacing(":", with: "%3A").replacing("/", with: "%2F")
        }

        private static func isWordByte(_ byte: UInt8) -> Bool {
            HTMLTokenizer.isLetter(byte) || byte &- 0x30 < 10 || byte == 0x2D || byte == 0x5F
        }

        private static func isSoundCloud(_ address: String) -> Bool {
            guard address.hasPrefix("https://"), let parts = PlayerAddress(address), parts.query.isEmpty else {
                return false
            }
            let words = parts.segments
            guard (2...3).contains(words.count), words.allSatisfy({ IDForm.word(1...128).includes($0) }) else {
                return false
            }
            switch parts.host {
            case "soundcloud.com": return true
            case "api.soundcloud.com":
                return words.count == 2 && ["tracks", "playlists"].contains(words[0])
                    && IDForm.digits.includes(words[1])
            default: return false
            }
        }
    }

    let name: String
    let isAudio: Bool
    let hosts: Set<String>
    /// Patterns of addresses with a placeholder for the id, such as `/embed/{id}` or `/watch?v={id}`.
    let places: [String]
    let id: IDForm
    let page: String
    let frame: String
    /// The fields that are kept in both addresses, and the form of each.
    let fields: [String: IDForm]

    private init(
        _ name: String, isAudio: Bool = false, _ hosts: String, _ places: [String], id: IDForm, page: String,
        frame: String, fields: [String: IDForm] = [:]
    ) {
        self.name = name
        self.isAudio = isAudio
        self.hosts = Set(hosts.split(separator: " ").map(String.init))
        self.places = places
        self.id = id
        self.page = page
        self.frame = frame
        self.fields = fields
    }

    func match(_ address: PlayerAddress) -> (id: String, fields: [(name: String, value: String)])? {
        guard hosts.contains(address.host) else { return nil }
        for place in places {
            guard let id = Self.id(at: place, of: address), self.id.includes(id), id != "videoseries" else { continue }
            let kept = fields.sorted { $0.key < $1.key }.compactMap { name, form in
                address.value(name).flatMap { form.includes($0) ? (name: name, value: $0) : nil }
            }
            return (id, kept)
        }
        return nil
    }

    private static func id(at place: String, of address: PlayerAddress) -> String? {
        let sides = place.split(separator: "?", maxSplits: 1)
        let segments = sides[0].split(separator: "/")
        guard segments.count == address.segments.count else { return nil }
        var id: String?
        for (wanted, segment) in zip(segments, address.segments) {
            if wanted.hasSuffix("{id}") {
                let prefix = wanted.dropLast(4)
                guard segment.hasPrefix(prefix) else { return nil }
                id = String(segment.dropFirst(prefix.count))
            } else if wanted != segment {
                return nil
            }
        }
        if sides.count == 2, let name = sides[1].split(separator: "=").first { id = address.value(String(name)) }
        return id
    }
}

extension PlayerProvider {
    private static let youTube =
        "www.youtube.com youtube.com m.youtube.com music.youtube.com www.youtube-nocookie.com youtube-nocookie.com"

    /// The known providers. Rows are tried in order.
    static let table: [PlayerProvider] =
        [
            .init(
                "YouTube", youTube, ["/embed/videoseries?list={id}", "/playlist?list={id}"], id: .word(12...64),
                page: "https://www.youtube.com/playlist?list={id}",
                frame: "https://www.youtube-nocookie.com/embed/videoseries?autoplay=1&list={id}"),
            .init(
                "YouTube", youTube, ["/embed/{id}", "/v/{id}", "/shorts/{id}", "/live/{id}", "/watch?v={id}"],
                id: .word(11...11), page: "https://www.youtube.com/watch?v={id}",
                frame: "https://www.youtube-nocookie.com/embed/{id}?autoplay=1", fields: ["start": .digits]),
            .init(
                "YouTube", "youtu.be", ["/{id}"], id: .word(11...11), page: "https://www.youtube.com/watch?v={id}",
                frame: "https://www.youtube-nocookie.com/embed/{id}?autoplay=1"),
            .init(
                "Vimeo", "player.vimeo.com vimeo.com www.vimeo.com", ["/video/{id}", "/{id}"], id: .digits,
                page: "https://vimeo.com/{id}", frame: "https://player.vimeo.com/video/{id}?autoplay=1&dnt=1",
                fields: ["h": .word(8...16)]),
            .init(
                "Bilibili", "player.bilibili.com www.bilibili.com bilibili.com",
                [
                    "/player.html?bvid={id}", "/blackboard/html5mobileplayer.html?bvid={id}",
                    "/blackboard/player.html?bvid={id}", "/video/{id}",
                ], id: .word(12...12), page: "https://www.bilibili.com/video/{id}",
                frame: "https://player.bilibili.com/player.html?autoplay=1&isOutside=true&bvid={id}",
                fields: ["p": .digits]),
            .init(
                "Bilibili", "player.bilibili.com www.bilibili.com bilibili.com",
                ["/player.html?aid={id}", "/blackboard/html5mobileplayer.html?aid={id}", "/video/av{id}"], id: .digits,
                page: "https://www.bilibili.com/video/av{id}",
                frame: "https://player.bilibili.com/player.html?autoplay=1&isOutside=true&aid={id}",
                fields: ["p": .digits]),
            .init(
                "Youku", "player.youku.com", ["/embed/{id}"], id: .word(8...24),
                page: "https://player.youku.com/embed/{id}", frame: "https://player.youku.com/embed/{id}?autoplay=1"),
            .init(
                "Tencent Video", "v.qq.com", ["/txp/iframe/player.html?vid={id}", "/iframe/player.html?vid={id}"],
                id: .word(8...16), page: "https://v.qq.com/txp/iframe/player.html?vid={id}",
                frame: "https://v.qq.com/txp/iframe/player.html?autoplay=true&vid={id}"),
            .init(
                "Dailymotion", "www.dailymotion.com dailymotion.com geo.dailymotion.com",
                ["/embed/video/{id}", "/video/{id}", "/player.html?video={id}"], id: .word(5...10),
                page: "https://www.dailymotion.com/video/{id}",
                frame: "https://geo.dailymotion.com/player.html?video={id}"),
            .init(
                "TED", "embed.ted.com www.ted.com", ["/talks/{id}"], id: .word(3...120),
                page: "https://www.ted.com/talks/{id}", frame: "https://embed.ted.com/talks/{id}"),
            .init(
                "Niconico", "embed.nicovideo.jp www.nicovideo.jp", ["/watch/{id}"], id: .word(4...16),
                page: "https://www.nicovideo.jp/watch/{id}", frame: "https://embed.nicovideo.jp/watch/{id}?autoplay=1"),
            .init(
                "Streamable", "streamable.com", ["/e/{id}", "/o/{id}", "/{id}"], id: .word(4...8),
                page: "https://streamable.com/{id}", frame: "https://streamable.com/e/{id}?autoplay=1"),
            .init(
                "Internet Archive", "archive.org www.archive.org", ["/embed/{id}", "/details/{id}"], id: .word(3...100),
                page: "https://archive.org/details/{id}", frame: "https://archive.org/embed/{id}?autoplay=1"),
            .init(
                "SoundCloud", isAudio: true, "w.soundcloud.com", ["/player?url={id}"], id: .soundCloud,
                page: "https://w.soundcloud.com/player/?url={id}",
                frame: "https://w.soundcloud.com/player/?auto_play=true&url={id}"),
            .init(
                "NetEase Cloud Music", isAudio: true, "music.163.com", ["/outchain/player?id={id}"], id: .digits,
                page: "https://music.163.com/outchain/player?id={id}",
                frame: "https://music.163.com/outchain/player?auto=1&height=66&id={id}", fields: ["type": .digits]),
            .init(
                "Apple Podcasts", isAudio: true, "embed.podcasts.apple.com podcasts.apple.com",
                ["/us/podcast/id{id}", "/podcast/id{id}"], id: .digits,
                page: "https://podcasts.apple.com/podcast/id{id}",
                frame: "https://embed.podcasts.apple.com/podcast/id{id}", fields: ["i": .digits]),
        ]
        + ["track", "episode", "show", "album", "playlist", "artist"].map { kind in
            .init(
                "Spotify", isAudio: true, "open.spotify.com",
                ["/embed/\(kind)/{id}", "/embed-podcast/\(kind)/{id}", "/\(kind)/{id}"], id: .word(22...22),
                page: "https://open.spotify.com/\(kind)/{id}", frame: "https://open.spotify.com/embed/\(kind)/{id}")
        }
}
