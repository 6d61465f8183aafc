public import Articles
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

    /// Undoes an action, or the last action of the user; returns nil if there is none.
    public func undo(_ action: Int64? = nil) throws -> UndoneAction? {
        try store.purgeBin(now: clock.now())
        return try store.undo(action)
    }
}
