public import Formats

extension JSONWriter {
    /// Writes an entry of a list of libraries.
    public mutating func library(_ library: LibrarySummary) {
        object { object in
            object.member("library", library.name)
            object.member("path", library.location)
            object.member("articles", library.articles)
            object.member("feeds", library.feeds)
            object.member("bytes", library.bytes)
            object.member("created", library.created.map(CivilTime.rfc3339))
            object.member("last_used", CivilTime.rfc3339(library.lastUse))
            object.member("removing", library.isBeingRemoved ? true : nil)
            object.member("account", library.account)
            object.member("problem", library.problem)
        }
    }
}
