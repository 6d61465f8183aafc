package import Articles
internal import Ingestion
internal import Markup
internal import System

extension StoredArticles {
    /// Stores one article, even if it was removed earlier. If the article is already stored, only its state changes.
    ///
    /// - Parameter draft: the article. If it has `html`, its `body` is replaced by the text of the HTML.
    package func add(_ draft: ArticleDraft) throws -> (id: ArticleID, isNew: Bool) {
        if let id = try store.id(feed: draft.feed, guid: draft.guid) {
            let changes = [draft.read.map { StateChange.read($0) }, draft.starred.map { StateChange.starred($0) }]
            _ = try library.reading.mark([id], changes.compactMap(\.self), isLogged: false)
            return (id, false)
        }
        var draft = draft
        if let html = draft.html { draft.body = HTMLText.plainText(html) }
        return try insert(draft)
    }

    /// Stores one article and replaces any stored version.
    func insert(_ draft: ArticleDraft) throws -> (id: ArticleID, isNew: Bool) {
        var rows = [draft]
        store.alertSettings.utcOffset = clock.secondsEastOfUTC
        var request = BatchInsertRequest(resultType: .ids) { row in
            guard let next = rows.popLast() else { return false }
            row = next
            return true
        }
        request.refusesOwnersFeeds = settings.isOfMember
        let result = try store.insert(request, now: clock.now())
        guard let id = result.insertedIDs.first ?? result.updatedIDs.first ?? result.unchangedIDs.first else {
            throw StorageError.noSuchArticle(draft.guid)
        }
        return (id, result.inserted > 0)
    }

    /// Stores the articles of a document that a hub sent.
    ///
    /// - Parameter feed: the feed's address.
    /// - Returns: false if the document is not a feed.
    package func store(pushed bytes: [UInt8], type: String?, feed: String, now: Int64) throws -> Bool {
        try store(document: bytes, type: type, base: feed, feed: feed, now: now)
    }

    /// Stores the articles of a document that was fetched before its feed was subscribed to.
    func store(document bytes: [UInt8], type: String?, base: String, feed: String, now: Int64) throws -> Bool {
        store.alertSettings.utcOffset = clock.secondsEastOfUTC
        let stored = try PushedDocument.store(
            bytes, type: type, base: base, feed: feed, in: store, links: settings.links, now: now)
        return stored != nil
    }
}
