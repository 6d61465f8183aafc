/// Keeps recent actions, and the data to undo them.
public protocol ActionLog: AnyObject {
    /// Runs `body` and commits its changes together with the data to undo them.
    ///
    /// In a nested call, the changes belong to the outer action.
    ///
    /// - Parameter subject: the name of the object that the action concerns.
    /// - Returns: the action's id; nil if `body` changed nothing.
    func recording<Result>(_ kind: UserAction.Kind, subject: String?, now: Int64, _ body: () throws -> Result) throws
        -> (result: Result, action: Int64?)

    /// The actions that can be undone, latest first: the last 100, and all actions whose articles are still in the bin.
    func actions() throws -> [UserAction]

    /// Undoes an action. Articles return from the bin with their state, tags and index entries. Rows that were changed
    /// again after the action are left unchanged.
    ///
    /// - Parameter id: nil for the user's last action or, if there is none, the last removal by retention.
    /// - Returns: nil if there is no such action.
    func undo(_ id: Int64?) throws -> UndoneAction?
}

extension ActionLog {
    public func undo() throws -> UndoneAction? { try undo(nil) }
}
