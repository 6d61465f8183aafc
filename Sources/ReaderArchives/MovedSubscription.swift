/// A subscription of another reader.
package struct MovedSubscription: Sendable, Equatable {
    /// The feed's http or https address.
    package var url: String
    package var title: String?
    /// The feed's site, an http or https address.
    package var homeURL: String?
    /// The paths of the folders that contain the feed, each from the outermost folder; empty if the feed is in no
    /// folder.
    package var folders: [[String]]

    package init(url: String, title: String? = nil, homeURL: String? = nil, folders: [[String]] = []) {
        self.url = url
        self.title = title
        self.homeURL = homeURL
        self.folders = folders
    }
}
