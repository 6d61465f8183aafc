internal import Articles
package import Formats
package import Ingestion
internal import Messages

extension JSONWriter {
    package mutating func enclosure(_ enclosure: ListedEnclosure) {
        object { $0.members(of: enclosure) }
    }

    /// Writes the result of a download.
    package mutating func download(_ enclosure: ListedEnclosure, path: String, _ result: DownloadResult) {
        object { writer in
            writer.members(of: enclosure)
            writer.member("path", path)
            switch result {
            case .stored(let bytes):
                writer.member("result", "stored")
                writer.member("bytes", bytes)
            case .present: writer.member("result", "present")
            case .failed(let kind, let text):
                writer.member("result", "failed")
                writer.member("kind", kind)
                writer.member("why", text)
            case .unwritable(let error):
                writer.member("result", "failed")
                writer.member("kind", "cannotWrite")
                writer.member("why", error.reason(.english))
            case .cancelled: writer.member("result", "cancelled")
            }
        }
    }

    private mutating func members(of enclosure: ListedEnclosure) {
        member("n", Int(enclosure.article.id))
        member("feed", enclosure.article.feed)
        member("title", enclosure.article.title)
        member("url", enclosure.url)
        member("type", enclosure.type)
        member("length", enclosure.length)
    }
}
