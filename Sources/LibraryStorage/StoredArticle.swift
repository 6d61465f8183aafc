package import Articles

/// The properties of a stored article that are compared with a draft from its feed.
package struct StoredArticle {
    package var id: Int64
    package var hash: Int64
    package var read: Bool
    package var starred: Bool
    package var updated: Int64?

    package init(id: Int64, hash: Int64, read: Bool, starred: Bool, updated: Int64?) {
        self.id = id
        self.hash = hash
        self.read = read
        self.starred = starred
        self.updated = updated
    }

    /// The result of comparing a draft with the stored article.
    package enum Comparison {
        /// The draft's content is already stored, or was stored earlier and then replaced.
        case known
        /// The draft's content is from an older snapshot of the feed. Its hash is recorded, so that it is still
        /// recognised as old if the stored content later has no date.
        case older
        case changed
    }

    /// - Parameter wasReplaced: whether content with this hash was replaced by later content. Called only if the result
    ///   depends on it.
    package func compare(_ draft: ArticleDraft, wasReplaced: (Int64) throws -> Bool) rethrows -> Comparison {
        let hash = draft.contentHash
        // The draft was made from a web page. The page is outdated if the feed has changed the article since the page
        // was requested.
        if draft.feedHash != nil { return self.hash != hash ? .known : .changed }
        if self.hash == hash { return .known }
        guard draft.isSnapshot else { return .changed }
        if let new = draft.updated, let old = updated, new < old { return .older }
        return try wasReplaced(hash) ? .known : .changed
    }
}
