internal import Articles
internal import FeedLibrary
internal import Messages
internal import QueryLanguage

/// Changes articles in the store, and returns messages about the changes for the user.
struct ArticleChanger {
    let library: Library

    private var language: Language { library.settings.language }

    /// - Returns: a message for the user; nil if the change can be seen on the screen.
    func change(_ change: ArticleChange) throws -> String? {
        switch change {
        case .read(let read, let id, let isLogged):
            _ = try library.reading.mark([id], [.read(read)], isLogged: isLogged)
        case .opened(let id): try library.opened.note([id])
        case .starred(let starred, let id): _ = try library.reading.mark([id], [.starred(starred)])
        case .tags(let add, let remove, let id):
            _ = try library.reading.mark([id], [.tags(add: add, remove: remove)])
            let tags = add.map { "+" + $0 } + remove.map { "-" + $0 }
            return Message.browseTagged.text(language, [tags.joined(separator: " ")])
        case .delete(let id):
            _ = try library.articles.delete([id])
            return Message.browseDeleted.text(language)
        }
        return nil
    }

    /// Marks the articles of a list as read, except articles that are newer than `newest`.
    func markAllRead(_ source: ListSource, newest: ArticleID) throws -> String {
        var scope = ReadScope()
        scope.newestSeen = newest
        var count: Int
        switch (source.place, source.query.isEmpty) {
        case (.all, true), (.unread, true): count = try library.reading.markAllRead(scope)
        case (.feed(let id), true):
            scope.feed = id
            count = try library.reading.markAllRead(scope)
        case (.folder(let path), true):
            scope.folder = path
            count = try library.reading.markAllRead(scope, subject: path)
        default: count = try library.reading.mark(try matches(source).filter { $0 <= newest }, [.read(true)]).changed
        }
        return Message.browseMarkedRead.text(language, [String(count)])
    }

    private func matches(_ source: ListSource) throws -> [ArticleID] {
        var address: String?
        if case .feed(let id) = source.place {
            address = try library.store.feed(id)?.url
        }
        return try library.articles.matches(library.parse(source.queryText(address: address) ?? ""))
    }

    func undo() throws -> String {
        guard let undone = try library.undo() else { return Message.logEmpty.text(language) }
        return Message.undone.text(language, [undone.action.text(language)])
    }

    /// - Returns: false if another search already has this name and `replaces` is false. Nothing is then saved.
    func save(name: String, query: String, replaces: Bool) throws -> Bool {
        let parsed = try library.parse(query)
        if !replaces, try !library.savedSearches.changes(saving: name, query).isEmpty { return false }
        try library.savedSearches.save(name, query, query: parsed, comment: nil)
        return true
    }
}
