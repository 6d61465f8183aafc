internal import Articles

extension Library {
    /// Gives a tag of the reader's own another name; nil takes it from all articles.
    ///
    /// - Returns: how many articles had it.
    package func renameTag(_ name: String, to new: String?) throws -> Int {
        try recording(.tagged, subject: name) {
            let articles = try store.articles(ownTag: name)
            return try store.change(.tags(add: new.map { [$0] } ?? [], remove: [name]), of: articles)
        }.result
    }
}
