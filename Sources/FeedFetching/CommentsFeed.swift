internal import Markup

/// Distinguishes feeds of a site's comments from feeds of its posts. Pages declare both, in any order.
enum CommentsFeed {
    /// The candidates in their original order, but with comments feeds at the end. The order is unchanged if all seem
    /// to be comments feeds.
    static func last(_ candidates: [PageLinks.Feed]) -> [PageLinks.Feed] {
        let others = candidates.filter { !isOfComments($0) }
        return others + candidates.filter { isOfComments($0) }
    }

    /// Whether a feed is a comments feed, judged by its address (for example `/comments/feed/`,
    /// `/feeds/comments/default` or `?feed=comments-rss2`) or by the end of its title. The start of the title is
    /// ignored: it is the site's name, which may itself contain such a word.
    static func isOfComments(_ feed: PageLinks.Feed) -> Bool {
        let address = feed.href.lowercased()
        let path = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).last ?? ""
        let names = path.drop { !"/?".contains($0) }.split { "/?&=".contains($0) }
        if names.contains(where: { $0.hasPrefix("comments") || $0 == "comment" }) { return true }
        let separators = ["»", "›", "«", "|", "–", "—", ":", " - ", "·"]
        var end = Substring(feed.title.lowercased())
        if end.hasPrefix("comments ") { return true }
        for separator in separators {
            if let range = end.ranges(of: separator).last { end = end[range.upperBound...] }
        }
        return Self.words.contains { end.contains($0) }
    }

    /// The word "comments", or its stem, in the languages that WordPress and other programs use for feed titles.
    private static let words = [
        "comments", "kommentar", "commentaire", "comentari", "comentário", "commenti", "reacties", "komentar",
        "komentář", "yorum", "комментар", "коментар", "σχόλι", "评论", "評論", "留言", "迴響", "回响", "コメント", "댓글",
    ]
}
