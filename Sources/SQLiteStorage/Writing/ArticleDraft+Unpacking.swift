internal import Articles
internal import SQLite

extension ArticleDraft {
    /// Brings the HTML back from its compressed form, and lets the content change.
    mutating func unpack() {
        forgetHash()
        guard let packedHTML, html == nil else { return }
        html = PrefixCompressor().decompress(packedHTML, prefix: body)
    }
}
