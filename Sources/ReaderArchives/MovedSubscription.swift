/// A subscription of another reader.
package struct MovedSubscription: Sendable, Equatable {
    /// An http or https address.
    package var url: String
    package var title: String?
    /// The feed's site, an http or https address.
    package var homeURL: String?
    /// The folders that contain it, each as a path, outermost first; empty for a feed in no folder.
    package var folders: [[String]]

    package init(url: String, title: String? = nil, homeURL: String? = nil, folders: [[String]] = []) {
        self.url = url
        self.title = title
        self.homeURL = homeURL
        self.folders = folders
    }
}
