/// The manual order of feeds and folders. What has no place comes last.
public struct HandOrder: Sendable, Equatable {
    /// The places of feeds, by the folder that they are in; the empty path is the top.
    public var feeds: [[String]: [Int64: Int]]
    /// The places of folders among those beside them, by path.
    public var folders: [[String]: Int]

    public init(feeds: [[String]: [Int64: Int]] = [:], folders: [[String]: Int] = [:]) {
        self.feeds = feeds
        self.folders = folders
    }
}
