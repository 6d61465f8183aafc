internal import Articles
internal import FeedParsing
internal import Formats
internal import Markup

extension Article {
    /// The picture that represents the article in lists: the picture given by the feed, otherwise the first picture in
    /// the text that is not a tracking pixel.
    var firstPicture: String? {
        if let extra, extra.contains("\"image\""), let url = JSONValue.parse(Array(extra.utf8))?["image"]?.string,
            Self.isOnTheWeb(url)
        {
            return url
        }
        return html.flatMap { Self.firstPicture(in: Array($0.utf8.prefix(Self.beginning))) }
    }

    /// The number of bytes at the beginning of the text that are searched. Later pictures are rarely representative.
    private static let beginning = 30_000
    private static let maxPictures = 4

    private static func firstPicture(in html: [UInt8]) -> String? {
        var tokenizer = HTMLTokenizer()
        var pictures = 0
        var index = 0
        while pictures < maxPictures, let start = html[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = start + 1
            // Skip other tags without parsing their attributes.
            guard index + 2 < html.count, html[index..<index + 3].elementsEqual("img".utf8, by: { $0 | 0x20 == $1 }),
                tokenizer.read(html.span, at: start) == .startTag, tokenizer.name.count == 3
            else { continue }
            index = tokenizer.next
            pictures += 1
            func value(_ name: String) -> String? {
                let hash = HTMLNameTable.hash(name.utf8)
                guard let attribute = tokenizer.attributes.first(where: { $0.hash == hash }) else { return nil }
                var bytes: [UInt8] = []
                HTMLEntities.append(html.span, attribute.value, inAttribute: true, to: &bytes)
                return String(decoding: bytes, as: UTF8.self)
            }
            let isCounter = ["width", "height"].contains { ["0", "1", "2"].contains(value($0)) }
            if !isCounter, let url = value("src"), isOnTheWeb(url) { return url }
        }
        return nil
    }

    private static func isOnTheWeb(_ url: String) -> Bool {
        (url.hasPrefix("https://") || url.hasPrefix("http://")) && url.utf8.count < 2_000
    }
}
