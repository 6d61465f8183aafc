package import Database

extension Table {
    /// The words of Chinese and Japanese titles, indexed by the initials of their pronunciation.
    package static let titleWord = Table(
        "title_word", key: 2, [Column("initials", .text), Column("word", .text), Column("titles", .integer)])

    /// The sorted list of frequent words, in rows of about 4 KB keyed by their first word.
    package static let frequentWord = Table("frequent_word", [Column("first", .bytes), Column("words", .bytes)])
}
