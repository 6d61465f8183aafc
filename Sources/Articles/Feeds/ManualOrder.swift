/// The manual order of feeds and folders. Feeds and folders that have no position sort last.
public struct ManualOrder: Sendable, Equatable {
    /// The positions of feeds in each folder; the empty path is the top level.
    public var feeds: [[String]: [Int64: Int]]
    /// The positions of folders within their parent folder, by path.
    public var folders: [[String]: Int]

    public init(feeds: [[String]: [Int64: Int]] = [:], folders: [[String]: Int] = [:]) {
        self.feeds = feeds
        self.folders = folders
    }
}
