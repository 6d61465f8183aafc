package import Articles
internal import FeedParsing
package import FeedWriting

extension Article {
    private static var maxEnclosures: Int { 100 }

    /// The article's enclosures that have a web address, at most 100.
    package var enclosures: [OutgoingFeed.Enclosure] {
        guard let extra, extra.contains("\"enclosures\""),
            let list = JSONValue.parse(Array(extra.utf8))?["enclosures"]?.array
        else { return [] }
        return list.prefix(Self.maxEnclosures).compactMap { value in
            guard let url = value["url"]?.string.flatMap(WebLink.address) else { return nil }
            return OutgoingFeed.Enclosure(
                url: url, type: value["type"]?.string, length: value["length"]?.integer.map { max(0, $0) })
        }
    }
}
