/// Changes to what is the reader's own of a feed; nil leaves it.
public struct FeedChanges: Sendable, Equatable {
    /// The inner nil takes the title away.
    public var ownTitle: String??
    public var isPaused: Bool?
    /// In place of all folders that it is in.
    public var folders: [[String]]?

    public init(ownTitle: String?? = nil, isPaused: Bool? = nil, folders: [[String]]? = nil) {
        self.ownTitle = ownTitle
        self.isPaused = isPaused
        self.folders = folders
    }
}
