internal import Articles
internal import Database

/// The states in the drafts of articles that a member stores. They are removed from the drafts, so that the owner's
/// state does not change.
struct MemberDrafts {
    private struct State {
        var feed: String
        var guid: String
        var read: Bool?
        var starred: Bool?
        var opened: Int64?
    }

    private var states: [State] = []

    init(takenFrom section: inout BatchSection) {
        for place in section.articles.indices {
            let draft = section.articles[place].draft
            guard draft.read != nil || draft.starred != nil || draft.opened != nil else { continue }
            states.append(
                State(
                    feed: draft.feed, guid: draft.guid, read: draft.read, starred: draft.starred, opened: draft.opened))
            section.articles[place].draft.read = nil
            section.articles[place].draft.starred = nil
            section.articles[place].draft.opened = nil
        }
    }

    /// Sets the states of the stored articles.
    ///
    /// - Returns: the articles whose read state was in their draft.
    /// - Parameters:
    ///   - newOnly: whether to leave out articles that were stored before.
    ///   - inserted: the new articles.
    func write(
        to database: any LibraryDatabase, _ reader: SQLReader, _ names: NameIDs, hasAliases: Bool, newOnly: Bool,
        inserted: ClosedRange<ArticleID>?, now: Int64
    ) throws -> [ArticleID] {
        if states.isEmpty { return [] }
        let guids = states.map { NumberedName(number: names.feedID($0.feed), name: $0.guid) }
        let stored = try ArticleRows(database: database).find(guids, hasAliases: hasAliases)
        var found: [(article: ArticleID, state: State)] = []
        for (article, state) in zip(stored, states) {
            guard let article, !newOnly || inserted?.contains(article.id) == true else { continue }
            found.append((article.id, state))
        }
        let writer = MemberStateWriter(database: database, reader: reader)
        for value in [true, false] {
            try writer.setOwnRead(value, found.filter { $0.state.read == value }.map(\.article))
            let starred = found.filter { $0.state.starred == value }.map(\.article)
            if !starred.isEmpty { _ = try writer.setStarred(value, starred) }
        }
        let opened = found.compactMap { found in
            found.state.opened.map { (article: found.article, time: min($0, now)) }
        }
        if !opened.isEmpty { _ = try OpenedRows(database: database, reader: reader).record(opened) }
        return found.filter { $0.state.read != nil }.map(\.article)
    }
}

extension BatchWriter {
    /// Marks new articles as read for the members who have read a copy of them.
    func adoptForMembers(_ articles: [ArticleID]) throws {
        if articles.isEmpty { return }
        for member in try store.members() {
            let writer = MemberStateWriter(database: database, reader: MemberViews.reader(member.number))
            // Drafts of this member that set the read state are left as they are.
            try writer.adopt(
                member.number == reader?.number ? articles.filter { !memberStated.contains($0) } : articles)
        }
    }
}
