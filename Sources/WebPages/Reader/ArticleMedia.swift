/// The addresses at which the service serves an article's pictures, audio and video, so that browsers do not contact
/// other hosts.
struct ArticleMedia: Sendable {
    struct Picture: Sendable {
        var address: String
        /// The picture's size in pixels, if known.
        var width: Int?
        var height: Int?
    }

    /// Returns the picture for an address; nil if the service cannot provide it.
    var picture: @Sendable (String) -> Picture? = { _ in nil }
    /// Returns the service's address of an audio or video file; nil if the service cannot provide it.
    var medium: @Sendable (String) -> String? = { _ in nil }

    /// The label of a link to a picture that has no description. If the label is empty, pictures get no links.
    var openPicture = ""

    /// Returns a copy whose addresses are relative to a page instead of the service.
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
