/// The bits of an article's column `flags`.
package enum StoredFlags {
    package static let enclosure: Int64 = 1
    package static let image: Int64 = 2
    /// The article carries tags of the reader's own.
    package static let tagged: Int64 = 4
    /// Left out of lists and searches.
    package static let hidden: Int64 = 8
    /// Brought back by a person: never removed for its age.
    package static let kept: Int64 = 16
    /// Marked read by a rule: nobody has read it.
    package static let muted: Int64 = 32
    /// What the feed's content does not decide.
    package static let own = tagged | hidden | kept | muted
}
