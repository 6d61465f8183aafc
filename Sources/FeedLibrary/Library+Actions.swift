public import Articles
internal import System

extension Library {
    /// Runs `body` as one action that `undo` can revert.
    ///
    /// - Parameter subject: the name of the changed object, for example a feed.
    /// - Returns: the result of `body`, and the action's id, which is nil if `body` changed nothing.
    package func recording<Result>(
        _ kind: UserAction.Kind, subject: String? = nil, _ body: () throws -> Result
    ) throws -> (result: Result, action: Int64?) {
        try store.recording(kind, subject: subject, now: clock.now(), body)
    }

    /// Undoes an action, or the user's last action if `action` is nil. Returns nil if no such action exists.
    public func undo(_ action: Int64? = nil) throws -> UndoneAction? {
        try store.purgeBin(now: clock.now())
        return try store.undo(action)
    }
}
