package import Articles
internal import FeedParsing
internal import Formats

/// Playback positions in the audio and video files attached to articles.
extension ReadingState {
    /// Playback positions in seconds, by the number of the enclosure within its article.
    package func playback(of article: ArticleID) throws -> [Int: Int] {
        guard let state = try store.clientState(of: Self.playbackName(article)) else { return [:] }
        var seconds: [Int: Int] = [:]
        for member in JSONValue.parse(state)?.members ?? [] {
            if let place = Int(member.key), let value = member.value.integer { seconds[place] = Int(value) }
        }
        return seconds
    }

    /// - Parameters:
    ///   - seconds: the new position; 0 for the beginning.
    ///   - place: the number of the enclosure within its article.
    package func setPlayback(_ seconds: Int, of place: Int, in article: ArticleID) throws {
        var known = try playback(of: article)
        known[place] = seconds == 0 ? nil : seconds
        var writer = JSONWriter()
        writer.object { object in
            for (place, seconds) in known.sorted(by: { $0.key < $1.key }) { object.member(String(place), seconds) }
        }
        try store.setClientState(known.isEmpty ? nil : writer.bytes, of: Self.playbackName(article))
    }

    private static func playbackName(_ article: ArticleID) -> String { "playback/\(article)" }
}
