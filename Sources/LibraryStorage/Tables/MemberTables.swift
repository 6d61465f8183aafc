package import Database

/// The tables of a library's members. The owner's state is in `article` and `article_opened`.
extension Table {
    /// The members; `number` is the number of the account on its host, `uid` is the same in all copies of the library.
    package static let member = Table(
        "member",
        [Column("number", .integer), Column("uid", .text), Column("name", .text), Column("added", .integer)])

    /// The states of articles that follow neither from the mark of their feed nor from being new. `read` is NULL if the
    /// mark applies.
    package static let memberState = Table(
        "member_state", key: 2,
        [
            Column("member", .integer), Column("n", .integer), Column("read", .integer16), Column("starred", .bool),
        ])

    /// The article up to which a member has read a feed.
    package static let memberMark = Table(
        "member_mark", key: 2, [Column("member", .integer), Column("feed", .integer), Column("upto", .integer)])

    /// The number of articles of a feed that a member has read or that are hidden.
    package static let memberCount = Table(
        "member_count", key: 2, [Column("member", .integer), Column("feed", .integer), Column("read", .integer)])

    package static let memberOpened = Table(
        "member_opened", key: 2, [Column("member", .integer), Column("n", .integer), Column("opened", .integer)])

    /// The member who performed an action; actions without a row are the owner's.
    package static let memberAction = Table(
        "member_action", [Column("action", .integer), Column("member", .integer)])
}
