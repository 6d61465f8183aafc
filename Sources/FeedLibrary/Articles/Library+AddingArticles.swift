package import Articles
internal import Markup
internal import System

extension Library {
    /// Stores one article, or what is new of it; one that was removed is stored again.
    ///
    /// - Parameter draft: `body` is made of `html`, where there is any.
    package func add(_ draft: ArticleDraft) throws -> (id: ArticleID, isNew: Bool) {
        var draft = draft
        if let html = draft.html { draft.body = HTMLText.plainText(html) }
        var rows = [draft]
        store.alertSettings.utcOffset = clock.secondsEastOfUTC
        let request = BatchInsertRequest(resultType: .ids) { row in
            guard let next = rows.popLast() else { return false }
            row = next
            return true
        }
        let result = try store.insert(request, now: clock.now())
        guard let id = result.insertedIDs.first ?? result.updatedIDs.first ?? result.unchangedIDs.first else {
            throw StorageError.noSuchArticle(draft.guid)
        }
        return (id, result.inserted > 0)
    }
}
