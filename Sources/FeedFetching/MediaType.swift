/// The types of audio and video that are passed on to a browser. None of them can be shown as a page.
public enum MediaType {
    /// What a browser is told of a file.
    ///
    /// - Parameters:
    ///   - contentType: as its host says; one that says nothing (`application/octet-stream`) is known by the end of the path.
    /// - Returns: nil for what is no audio and no video.
    public static func playable(_ contentType: String?, path: String) -> String? {
        let type = (contentType ?? "").prefix { $0 != ";" && $0 != " " }.lowercased()
        if types.contains(type) { return replaced[type] ?? type }
        guard ["", "application/octet-stream", "binary/octet-stream", "application/force-download"].contains(type)
        else { return nil }
        let name = path.prefix { $0 != "?" && $0 != "#" }
        guard let dot = name.lastIndex(of: "."), let slash = name.lastIndex(of: "/"), slash < dot else { return nil }
        return endings[name[name.index(after: dot)...].lowercased()]
    }

    private static let types: Set<String> = [
        "audio/mpeg", "audio/mp3", "audio/mpeg3", "audio/x-mpeg", "audio/mp4", "audio/x-m4a", "audio/m4a", "audio/aac",
        "audio/aacp", "audio/ogg", "audio/opus", "audio/flac", "audio/x-flac", "audio/wav", "audio/x-wav", "audio/wave",
        "audio/webm", "video/mp4", "video/x-m4v", "video/webm", "video/ogg", "video/quicktime", "application/ogg",
    ]

    /// Names that browsers do not all know.
    private static let replaced = [
        "audio/mp3": "audio/mpeg", "audio/mpeg3": "audio/mpeg", "audio/x-mpeg": "audio/mpeg",
        "audio/x-m4a": "audio/mp4",
        "audio/m4a": "audio/mp4", "audio/aacp": "audio/aac", "audio/x-flac": "audio/flac", "audio/x-wav": "audio/wav",
        "audio/wave": "audio/wav", "video/x-m4v": "video/mp4", "video/quicktime": "video/mp4",
        "application/ogg": "audio/ogg",
    ]

    private static let endings = [
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "m4b": "audio/mp4", "aac": "audio/aac", "oga": "audio/ogg",
        "ogg": "audio/ogg", "opus": "audio/ogg", "flac": "audio/flac", "wav": "audio/wav", "mp4": "video/mp4",
        "m4v": "video/mp4", "webm": "video/webm", "ogv": "video/ogg",
    ]
}
