/// Addresses in the service of an article's pictures, audio and video, so that browsers do not contact other hosts.
package struct ArticleMedia: Sendable {
    package struct Picture: Sendable {
        package var address: String
        /// The size in pixels, if known.
        package var width: Int?
        package var height: Int?

        package init(address: String, width: Int? = nil, height: Int? = nil) {
            self.address = address
            self.width = width
            self.height = height
        }
    }

    /// The picture for an address; nil if the service cannot provide it.
    package var picture: @Sendable (String) -> Picture? = { _ in nil }
    /// The address from which audio or video is played; nil if the service cannot provide it.
    package var medium: @Sendable (String) -> String? = { _ in nil }

    package init() {}

    /// The same with addresses that are relative to a page instead of the service.
    func below(_ root: String) -> ArticleMedia {
        var media = self
        media.picture = { [picture] url in
            guard var found = picture(url) else { return nil }
            found.address = root + found.address
            return found
        }
        media.medium = { [medium] url in medium(url).map { root + $0 } }
        return media
    }
}
