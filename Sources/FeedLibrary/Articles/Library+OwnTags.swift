internal import Articles

extension Library {
    /// Renames one of the reader's own tags; if `new` is nil, removes it from all articles.
    ///
    /// - Returns: the number of articles that had the tag.
    package func renameTag(_ name: String, to new: String?) throws -> Int {
        try recording(.tagged, subject: name) {
            let articles = try store.articles(ownTag: name)
            return try store.change(.tags(add: new.map { [$0] } ?? [], remove: [name]), of: articles)
        }.result
    }
}
