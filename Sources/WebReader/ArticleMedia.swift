/// Where the service has what stands beside the text of an article: a browser asks no other host.
package struct ArticleMedia: Sendable {
    package struct Picture: Sendable {
        package var address: String
        /// Pixels, where they are known.
        package var width: Int?
        package var height: Int?

        package init(address: String, width: Int? = nil, height: Int? = nil) {
            self.address = address
            self.width = width
            self.height = height
        }
    }

    /// The picture of an address; nil where the service has none.
    package var picture: @Sendable (String) -> Picture? = { _ in nil }
    /// Where audio or video of an address is played from.
    package var medium: @Sendable (String) -> String? = { _ in nil }

    package init() {}

    /// Addresses as they are on a page.
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
