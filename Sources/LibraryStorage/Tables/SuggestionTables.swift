package import Database

extension Table {
    /// Words of Chinese and Japanese titles by the first letters of how they sound.
    package static let titleWord = Table(
        "title_word", key: 2, [Column("initials", .text), Column("word", .text), Column("titles", .integer)])

    /// The list of frequent words, sorted, in rows of some 4 KB by their first words.
    package static let frequentWord = Table("frequent_word", [Column("first", .bytes), Column("words", .bytes)])
}
