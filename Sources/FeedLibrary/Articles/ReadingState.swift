package import Articles
package import Pipelines
internal import System

/// The reading state of articles: read, starred, tagged and played.
package struct ReadingState: LibraryPart {
    let library: Library

    /// Changes the state or tags of all given articles, or of none.
    ///
    /// - Parameter isLogged: whether the change is added to the log of actions. Articles that are marked one by one are
    ///   not logged, because the log has only 100 actions.
    /// - Returns: the number of changed articles, and the action's id, which is nil if nothing was changed or if the
    ///   action is not logged.
    package func mark(
        _ numbers: [Int64], _ changes: [StateChange], isLogged: Bool = true, until deadline: Deadline = .never
    ) throws -> (changed: Int, action: Int64?) {
        // Articles marked one by one, or a few at once by an app, count as read by the user. Large sets of articles do
        // not.
        let isReading = numbers.count <= (isLogged ? 1 : Self.maxReadAtOnce)
        func change() throws -> Int {
            try changes.reduce(0) { sum, change in
                guard isReading, case .read(let read) = change else {
                    return try sum + store.change(change, of: numbers)
                }
                let changed = try numbers.filter { try store.change(change, of: [$0]) > 0 }
                try note(changed, read: read)
                return sum + changed.count
            }
        }
        return try store.until(deadline) {
            guard isLogged else { return (try store.atomically(change), nil) }
            let done = try recording(UserAction.Kind(changes), subject: UserAction.tags(changes), change)
            return (done.result, done.action)
        }
    }

    /// Marks all articles of a scope as read.
    ///
    /// - Returns: the number of changed articles.
    package func markAllRead(_ scope: ReadScope, subject: String? = nil) throws -> Int {
        try recording(.read, subject: subject) { try store.markAllRead(scope) }.result
    }

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

extension UserAction.Kind {
    fileprivate init(_ changes: [StateChange]) {
        guard changes.count == 1, let change = changes.first else {
            self = .marked
            return
        }
        switch change {
        case .read(let read): self = read ? .read : .unread
        case .starred(let starred): self = starred ? .starred : .unstarred
        case .tags: self = .tagged
        case .hidden: self = .marked
        }
    }
}

extension UserAction {
    /// The tags that the changes add and remove, in the format in which users enter tags.
    fileprivate static func tags(_ changes: [StateChange]) -> String? {
        let tags = changes.flatMap { change -> [String] in
            guard case .tags(let add, let remove) = change else { return [] }
            return add.map { "+" + $0 } + remove.map { "-" + $0 }
        }
        return tags.isEmpty ? nil : tags.joined(separator: " ")
    }
}
