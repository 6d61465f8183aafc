/// The content of a `media:content` element (<https://www.rssboard.org/media-rss#media-content>).
struct MediaContent {
    var file: ParsedEnclosure
    /// Whether the file is audio or video, according to its type or medium.
    var isPlayable: Bool
    /// The attributes that have no field, such as `duration` and `width`.
    var others: [(key: String, json: String)]

    var json: String {
        var fields = [("url", JSONText.string(file.url))]
        if let type = file.type { fields.append(("type", JSONText.string(type))) }
        if let length = file.length { fields.append(("length", String(length))) }
        return ExtensionTree.object(fields + others)
    }
}
