/// Changes to the reader's settings of a feed; nil leaves a setting unchanged.
public struct FeedChanges: Sendable, Equatable {
    /// The reader's title; the inner nil removes it.
    public var ownTitle: String??
    public var isPaused: Bool?
    /// Replaces all folders of the feed.
    public var folders: [[String]]?

    public init(ownTitle: String?? = nil, isPaused: Bool? = nil, folders: [[String]]? = nil) {
        self.ownTitle = ownTitle
        self.isPaused = isPaused
        self.folders = folders
    }
}
