/// A feed that another reader subscribes to.
package struct MovedSubscription: Sendable, Equatable {
    /// An http or https address.
    package var url: String
    package var title: String?
    /// The site of the feed, an http or https address.
    package var homeURL: String?
    /// The folders that hold it, each as a path from the outside in; empty for a feed in no folder.
    package var folders: [[String]]

    package init(url: String, title: String? = nil, homeURL: String? = nil, folders: [[String]] = []) {
        self.url = url
        self.title = title
        self.homeURL = homeURL
        self.folders = folders
    }
}
