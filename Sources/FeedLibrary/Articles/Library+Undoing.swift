public import Articles
public import Pipelines
internal import System

extension Library {
    /// Runs `body` as one action that `undo` can revert.
    ///
    /// - Parameter subject: the name of the changed thing.
    /// - Returns: the result of `body`, and the action's id, which is nil if nothing was changed.
    package func recording<Result>(
        _ kind: UserAction.Kind, subject: String? = nil, _ body: () throws -> Result
    ) throws -> (result: Result, action: Int64?) {
        try store.recording(kind, subject: subject, now: clock.now(), body)
    }

    /// Changes the state or tags of articles, all or none.
    ///
    /// - Parameter isLogged: false if articles are marked one after another while they are read: 100 of these would
    ///   fill the log.
    /// - Returns: the number of changed articles, and the action's id, which is nil if nothing was changed or logged.
    package func mark(
        _ numbers: [Int64], _ changes: [StateChange], isLogged: Bool = true, until deadline: Deadline = .never
    ) throws -> (changed: Int, action: Int64?) {
        // Articles marked one by one, or a few at once by an app, count as read by the user; many at once do not.
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

    /// Moves articles to the bin, from which `undo` can restore them for 30 days.
    ///
    /// - Returns: their number, and the action's id for `undo`, which is nil if none of them was stored.
    public func delete(
        _ numbers: [Int64], until deadline: Deadline = .never
    ) throws -> (count: Int, action: Int64?) {
        try store.purgeBin(now: clock.now())
        return try store.until(deadline) {
            let done = try recording(.deleted) { try store.remove(numbers, now: clock.now()) }
            return (done.result, done.action)
        }
    }

    /// Undoes an action, or the last action of the user; returns nil if there is none.
    public func undo(_ action: Int64? = nil) throws -> UndoneAction? {
        try store.purgeBin(now: clock.now())
        return try store.undo(action)
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
    /// The tags that the changes add and remove, as they are typed.
    fileprivate static func tags(_ changes: [StateChange]) -> String? {
        let tags = changes.flatMap { change -> [String] in
            guard case .tags(let add, let remove) = change else { return [] }
            return add.map { "+" + $0 } + remove.map { "-" + $0 }
        }
        return tags.isEmpty ? nil : tags.joined(separator: " ")
    }
}
