/// Addresses in the service of an article's pictures, audio and video, so that browsers do not contact other hosts.
struct ArticleMedia: Sendable {
    struct Picture: Sendable {
        var address: String
        /// The size in pixels, if known.
        var width: Int?
        var height: Int?
    }

    /// The picture for an address; nil if the service cannot provide it.
    var picture: @Sendable (String) -> Picture? = { _ in nil }
    /// The address from which audio or video is played; nil if the service cannot provide it.
    var medium: @Sendable (String) -> String? = { _ in nil }

    /// The same pictures and media with addresses that are relative to a page instead of the service.
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
