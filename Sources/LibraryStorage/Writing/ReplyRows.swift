internal import Articles
internal import Database

/// Statements for the places of replies in their topics.
enum ReplyRows {
    static let columns = ["n", "topic", "topic_guid", "in_reply_to", "number", "likes"]

    /// The statement that sets the topics of replies that were stored before their topic.
    static let adoption = SQL.update(
        .articleReply,
        set: """
            topic = (
                SELECT t.n FROM \(rows: .article) a JOIN \(rows: .article) t
                    ON t.feed = a.feed AND \(sql: .key("t.guid")) = \(sql: .key("article_reply.topic_guid"))
                WHERE a.n = article_reply.n AND t.n <> a.n)
            """, where: "topic IS NULL")
}

extension BatchWriter {
    /// Stores the places of the replies among the articles of a section. A stored place gets the new number and likes,
    /// but keeps its topic if that is known.
    ///
    /// - Parameters:
    ///   - new: articles that this section inserted.
    ///   - again: articles that were already stored, whether changed or not.
    func storeReplies(_ new: [PlacedArticle], _ again: [PlacedArticle]) throws {
        let replies = (new + again).compactMap { article in article.draft.reply.map { (article: article, place: $0) } }
        if replies.isEmpty { return }
        let wanted = replies.map { NumberedName(number: $0.article.feed, name: $0.place.topic) }
        let unique = Array(Set(wanted))
        let found = try ArticleRows(database: database).find(unique, hasAliases: hasAliases)
        var topics: [NumberedName: ArticleID] = [:]
        for (guid, topic) in zip(unique, found) { topics[guid] = topic?.id }
        var rows: [ArticleID: [DatabaseValue]] = [:]
        for (reply, guid) in zip(replies, wanted) {
            let (n, place) = (reply.article.id, reply.place)
            // A crafted reply may name itself as its topic.
            let topic = topics[guid] == n ? nil : topics[guid]
            if topic == nil { hasOpenReplies = true }
            rows[n] = [
                .integer(n), .integer(orNull: topic), .text(place.topic), .text(orNull: place.inReplyTo),
                .integer(orNull: place.number), .integer(orNull: place.likes),
            ]
        }
        try database.insert(
            rows.sorted { $0.key < $1.key }.map(\.value), into: .articleReply, ReplyRows.columns,
            onConflict: .updatesWhereDifferent(["in_reply_to", "number", "likes"]))
        let known = again.lazy.filter { $0.draft.reply != nil }.map(\.id)
        if known.isEmpty { return }
        let flag = SQL.literal(StoredFlags.reply)
        try database.run(
            .update(
                .article, set: "flags = flags | \(sql: flag)",
                where: "n\(isOneOf: Array(known)) AND (flags & \(sql: flag)) = 0"))
    }
}
