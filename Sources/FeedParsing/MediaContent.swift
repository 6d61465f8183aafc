/// A `media:content` element (<https://www.rssboard.org/media-rss#media-content>).
struct MediaContent {
    var file: ParsedEnclosure
    /// Whether it is audio or video, by its type or medium.
    var isPlayable: Bool
    /// Those of its attributes that have no field of their own, such as `duration` and `width`.
    var others: [(key: String, json: String)]

    var json: String {
        var fields = [("url", JSONText.string(file.url))]
        if let type = file.type { fields.append(("type", JSONText.string(type))) }
        if let length = file.length { fields.append(("length", String(length))) }
        return ExtensionTree.object(fields + others)
    }
}
