/// Keeps what was done last, with what takes it back.
public protocol ActionLog: AnyObject {
    /// Runs `body`, and stores with its changes, in one commit, what takes them back.
    ///
    /// Inside another call its changes belong to that one's action.
    ///
    /// - Parameter subject: a name of what it is about.
    /// - Returns: the action's id; nil where `body` changed nothing.
    func recording<Result>(_ kind: UserAction.Kind, subject: String?, now: Int64, _ body: () throws -> Result) throws
        -> (result: Result, action: Int64?)

    /// What can be taken back, the latest first: the last 100 actions, and whatever still has articles in the bin.
    func actions() throws -> [UserAction]

    /// Takes an action back. Articles come back from the bin with their state, tags and index entries; of what the action
    /// changed, rows that were changed again since stay as they are.
    ///
    /// - Parameter id: nil for the last thing that a person did, or where there is none for the last that retention removed.
    /// - Returns: nil where there is no such action.
    func undo(_ id: Int64?) throws -> UndoneAction?
}

extension ActionLog {
    public func undo() throws -> UndoneAction? { try undo(nil) }
}
