internal import Markup

/// Distinguishes the feed of a site's comments from that of its posts; pages declare both, in any order.
enum CommentsFeed {
    /// The candidates in their order, with comments feeds last. Unchanged if all seem to be comments feeds.
    static func last(_ candidates: [PageLinks.Feed]) -> [PageLinks.Feed] {
        let others = candidates.filter { !isOfComments($0) }
        return others + candidates.filter { isOfComments($0) }
    }

    /// Decides by the address (`/comments/feed/`, `/feeds/comments/default`, `?feed=comments-rss2`) or by the end of
    /// the title. The start of the title is a site's name, which may itself contain such a word.
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

    /// "Comments" in the languages in which WordPress and other programs write titles of feeds.
    private static let words = [
        "comments", "kommentar", "commentaire", "comentari", "comentário", "commenti", "reacties", "komentar",
        "komentář", "yorum", "комментар", "коментар", "σχόλι", "评论", "評論", "留言", "迴響", "回响", "コメント", "댓글",
    ]
}
