internal import Formats

extension OPMLDocument {
    /// The document as one line of JSON: `{"title","feeds":[{"url","title","folders":["A","B"]}]}`, in document order.
    public func neutralJSON() -> String {
        var json = JSONWriter()
        json.object { json in
            json.member("title", title)
            json.key("feeds")
            json.array(feeds) { json, feed in
                json.object { json in
                    json.member("url", feed.url)
                    json.member("title", feed.title)
                    json.member("html_url", feed.htmlURL)
                    json.member("folders", feed.folders)
                }
            }
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
