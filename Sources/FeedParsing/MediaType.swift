/// Determines media types from file extensions (<https://www.iana.org/assignments/media-types>).
enum MediaType {
    /// The media type for the extension of an address; `application/octet-stream` if the extension is unknown.
    static func guess(_ address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        guard let dot = path.lastIndex(of: "."), path.distance(from: dot, to: path.endIndex) <= 6 else {
            return unknown
        }
        return types[path[path.index(after: dot)...].lowercased()] ?? unknown
    }

    private static let unknown = "application/octet-stream"

    private static let types = [
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "m4b": "audio/mp4", "aac": "audio/aac", "ogg": "audio/ogg",
        "oga": "audio/ogg", "opus": "audio/ogg", "flac": "audio/flac", "wav": "audio/wav", "mp4": "video/mp4",
        "m4v": "video/mp4", "mov": "video/quicktime", "webm": "video/webm", "ogv": "video/ogg",
        "avi": "video/x-msvideo",
        "mkv": "video/x-matroska", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif",
        "webp": "image/webp", "avif": "image/avif", "svg": "image/svg+xml", "pdf": "application/pdf",
        "epub": "application/epub+zip", "zip": "application/zip", "torrent": "application/x-bittorrent",
        "txt": "text/plain", "html": "text/html",
    ]
}
