/// Bits of the column `flags` of `article`.
package enum StoredFlags {
    package static let enclosure: Int64 = 1
    package static let image: Int64 = 2
    /// The article has tags that the reader added.
    package static let tagged: Int64 = 4
    /// The article is excluded from lists and searches.
    package static let hidden: Int64 = 8
    /// The reader restored the article, which is therefore exempt from retention.
    package static let kept: Int64 = 16
    /// A rule marked the article as read; the reader has not read it.
    package static let muted: Int64 = 32
    /// The article is a reply to a topic.
    package static let reply: Int64 = 64
    /// Bits that an update of the content keeps.
    package static let own = tagged | hidden | kept | muted | reply
}
