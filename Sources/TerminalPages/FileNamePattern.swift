package import Articles
internal import FeedLibrary
package import System

/// The names of downloaded files: a format as for `--format`, in which slashes separate folders.
///
/// Feed text cannot lead out of the folder: values contain no slashes, and no name begins with a dot or a hyphen.
package struct FileNamePattern {
    package static let standard = "%f/%d %t"
    private let format: ArticleFormat
    private static let maxBytes = 120

    package enum Problem: Error {
        case format(FieldFormatError)
        /// The pattern begins with a slash or has a part `..`.
        case leavesFolder
    }

    package init(_ text: String) throws(Problem) {
        if text.hasPrefix("/") || text.split(separator: "/").contains("..") { throw .leavesFolder }
        do throws(FieldFormatError) { format = try ArticleFormat(text) } catch { throw .format(error) }
    }

    /// The path relative to the folder, without an extension.
    package func path(_ article: Article, clock: SystemClock) -> String {
        let text = format.text(article, clock: clock) { field, value in
            Self.part(field == .date || field == .updated ? String(value.prefix(10)) : value)
        }
        return text.split(separator: "/").map { Self.part(String($0)) }.joined(separator: "/")
    }

    /// A value as a path component that is valid on every file system.
    private static func part(_ value: String) -> String {
        var text = ""
        var bytes = 0
        for character in value {
            let isHarmful = character.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
            let kept: Character = isHarmful || "/\\:*?\"<>|".contains(character) ? "_" : character
            bytes += kept.utf8.count
            if bytes > maxBytes { break }
            text.append(kept)
        }
        text = String(text.drop { ".- ".contains($0) }.reversed().drop { ". ".contains($0) }.reversed())
        return text.isEmpty ? "_" : text
    }

    /// The extension of a file: that of its address, otherwise the usual one for its media type.
    package static func fileExtension(url: String, type: String?) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? ""
        if let dot = path.lastIndex(of: "."), dot != path.startIndex {
            let name = path[path.index(after: dot)...].lowercased()
            if (2...5).contains(name.count), name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) {
                return name
            }
        }
        return extensions[type?.prefix { $0 != ";" }.lowercased() ?? ""] ?? "bin"
    }

    private static let extensions = [
        "audio/mpeg": "mp3", "audio/mp3": "mp3", "audio/mp4": "m4a", "audio/x-m4a": "m4a", "audio/aac": "aac",
        "audio/ogg": "ogg", "audio/opus": "opus", "audio/flac": "flac", "audio/wav": "wav", "video/mp4": "mp4",
        "video/x-m4v": "m4v", "video/quicktime": "mov", "video/webm": "webm", "image/jpeg": "jpg", "image/png": "png",
        "image/gif": "gif", "image/webp": "webp", "application/pdf": "pdf", "application/epub+zip": "epub",
    ]
}
