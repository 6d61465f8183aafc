internal import Articles
internal import Database

/// Adds topics that a list contains to the queue of pages.
enum TopicQueue {
    /// The maximum number of pages of a topic that are read from a file.
    static let maxPages = 1_000
    /// The time in seconds after which a topic that was given up is tried once more if a list still contains it.
    static let retryWait: Int64 = 86_400

    /// - Parameter listed: for each stored topic, the number of replies that the list shows.
    /// - Returns: whether any of the topics was read before and has no new number of replies in the list.
    static func add(_ listed: [ArticleID: Int64?], to database: any LibraryDatabase, now: Int64) throws -> Bool {
        var known: [ArticleID: Int64?] = [:]
        try database.visit(
            """
            SELECT p.n, p.listed FROM \(rows: .topicPage) p
            WHERE p.n\(isOneOf: listed.keys.sorted()) AND p.place = 0
            """
        ) { known[$0.integer(0)] = $0.integerOrNil(1) }
        // A topic without a known page is already in the queue, or was stored before the feed's recipe read item pages.
        let open = listed.keys.filter { known[$0] == nil }
        let changed = listed.filter { topic, replies in
            guard let replies, let stored = known[topic] else { return false }
            return stored != replies
        }
        let uncounted = listed.filter { $0.value == nil && known[$0.key] != nil }.keys
        try database.run(
            [
                insertion(of: Array(open) + Array(uncounted), now: now, onConflict: .isIgnored),
                insertion(
                    of: Array(changed.keys), now: now,
                    onConflict: .updates(["due", "attempts", "failure_kind", "failure_text"])),
                // The number of attempts is kept, so that a topic that fails again is given up at once.
                .update(
                    .pageQueue, set: "due = \(now + retryWait)",
                    where: "n\(isOneOf: (Array(open) + Array(uncounted)).sorted()) AND due IS NULL"),
            ]
                + changed.sorted { $0.key < $1.key }.compactMap { topic, replies in
                    replies.map {
                        .update(.topicPage, set: "listed = \($0)", where: "n = \(topic) AND place = 0")
                    }
                })
        return known.count > changed.count
    }

    private static func insertion(of topics: [ArticleID], now: Int64, onConflict conflict: SQL.Conflict) -> SQL {
        .insert(
            into: .pageQueue, ["n", "due", "silent"],
            select: "a.n, \(now), EXISTS (SELECT 1 FROM \(rows: .firstImport) i WHERE i.feed = a.feed)",
            from: """
                \(rows: .article) a
                WHERE a.n\(isOneOf: topics.sorted()) AND (a.url LIKE 'https://%' OR a.url LIKE 'http://%')
                    AND (a.flags & \(sql: .literal(StoredFlags.reply))) = 0
                """, onConflict: conflict)
    }
}

/// Stores the text and the replies of a page of a topic, inside the caller's transaction.
struct TopicWriter {
    let store: any TableStore
    let writer: BatchWriter
    private var database: any LibraryDatabase { store.database }
    /// The maximum number of replies that are prepared at the same time.
    private static let repliesAtOnce = 1_000

    func write(_ update: TopicUpdate, of topic: ArticleID) throws {
        guard let feed = try feed(of: topic) else {
            try database.run(.delete(from: .pageQueue, where: "n = \(topic)"))
            return
        }
        var isNews = update.hasNewReplies
        let inserted = writer.total.inserted
        let replies = try accepted(update, of: topic, in: feed)
        if let text = update.text { try write([text]) }
        for start in stride(from: 0, to: replies.count, by: Self.repliesAtOnce) {
            try write(Array(replies[start..<min(start + Self.repliesAtOnce, replies.count)]))
        }
        if writer.total.inserted > inserted { isNews = true }
        if update.marksUnread, isNews {
            try StateWriter(database: database).apply(.read(false), to: [topic])
            for member in try store.members() {
                let reader = MemberViews.reader(member.number)
                try StateWriter(database: database, reader: reader).apply(.read(false), to: [topic])
            }
        }
        if let page = update.page { try remember(page, of: topic) }
        if update.isLast {
            try database.run([
                .delete(from: .pageQueue, where: "n = \(topic)"),
                .delete(from: .topicPage, where: "n = \(topic) AND place >= \(update.pageCount)"),
            ])
        }
    }

    private func write(_ drafts: [ArticleDraft]) throws {
        let batch = PreparedBatch()
        for draft in drafts { batch.add(draft) }
        try writer.write(batch)
    }

    private func feed(of topic: ArticleID) throws -> Int64? {
        try database.integer("SELECT a.feed FROM \(rows: .article) a WHERE a.n = \(topic)")
    }

    /// The replies of a page that are already stored, and new ones up to the maximum number of replies.
    private func accepted(_ update: TopicUpdate, of topic: ArticleID, in feed: Int64) throws -> [ArticleDraft] {
        if update.replies.isEmpty { return [] }
        let count =
            try database.integer(
                "SELECT count(*) FROM \(rows: .articleReply) r WHERE r.topic = \(topic)") ?? 0
        var room = max(0, update.maxReplies - Int(clamping: count))
        if room >= update.replies.count { return update.replies }
        let guids = update.replies.map { NumberedName(number: feed, name: $0.guid) }
        let stored = try ArticleRows(database: database).find(guids, hasAliases: false)
        return zip(update.replies, stored).compactMap { draft, stored in
            if stored != nil { return draft }
            room -= 1
            return room >= 0 ? draft : nil
        }
    }

    private func remember(_ page: TopicPage, of topic: ArticleID) throws {
        try database.run(
            .insert(
                into: .topicPage,
                [
                    "n": .integer(topic), "place": .integer(Int64(page.place)), "url": .text(page.url),
                    "etag": .text(orNull: page.etag), "last_modified": .text(orNull: page.lastModified),
                    "content_hash": .text(orNull: page.contentHash), "next": .text(orNull: page.next),
                ], onConflict: .updates(["url", "etag", "last_modified", "content_hash", "next"])))
    }
}
