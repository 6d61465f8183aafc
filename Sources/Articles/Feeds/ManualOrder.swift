/// The manual order of feeds and folders. Those without a place sort last.
public struct ManualOrder: Sendable, Equatable {
    /// The places of feeds by folder; the empty path is the top level.
    public var feeds: [[String]: [Int64: Int]]
    /// The places of folders within their parent, by path.
    public var folders: [[String]: Int]

    public init(feeds: [[String]: [Int64: Int]] = [:], folders: [[String]: Int] = [:]) {
        self.feeds = feeds
        self.folders = folders
    }
}
