package import Articles

/// What is known of a stored article when its feed gives it again.
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

    /// What a draft is to the stored article.
    package enum Comparison {
        /// The content that is stored, or that was replaced by it.
        case known
        /// Content of an older snapshot of the feed. Its hash is to be remembered, so that it is old as well when the stored
        /// content has no date any more.
        case older
        case changed
    }

    /// - Parameter wasReplaced: whether content with a hash was replaced by a later one; asked only where that decides.
    package func compare(_ draft: ArticleDraft, wasReplaced: (Int64) throws -> Bool) rethrows -> Comparison {
        let hash = draft.contentHash
        // The feed has changed the article since its page was asked for.
        if draft.feedHash != nil { return self.hash != hash ? .known : .changed }
        if self.hash == hash { return .known }
        guard draft.isSnapshot else { return .changed }
        if let new = draft.updated, let old = updated, new < old { return .older }
        return try wasReplaced(hash) ? .known : .changed
    }
}
