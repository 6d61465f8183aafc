import Markup
import Testing

@testable import FeedFetching

@Suite struct CommentsFeedTests {
    private func isOfComments(_ href: String, _ title: String = "") -> Bool {
        CommentsFeed.isOfComments(PageLinks.Feed(href: href, type: "", title: title, source: .link))
    }

    @Test(
        "Feeds of comments are known by their address or the end of their title",
        arguments: [
            ("https://a.example/comments/feed/", ""), ("https://a.example/feeds/comments/default", ""),
            ("https://a.example/?feed=comments-rss2", ""), ("https://a.example/f", "Spin » Comments Feed"),
            ("https://a.example/f", "某博客 » 评论 Feed"), ("https://a.example/f", "Blog » Flux des commentaires"),
            ("https://a.example/f", "Comments on: a post"), ("https://a.example/f", "ブログ » コメントフィード"),
        ])
    func known(_ href: String, _ title: String) { #expect(isOfComments(href, title)) }

    @Test(
        "A site's own name, host or folder does not make its feed one of comments",
        arguments: [
            ("https://comments.example/feed/", ""), ("https://a.example/commentisfree/rss", ""),
            ("https://a.example/f", "Comment is free | The Paper"), ("https://a.example/feed/", "Spin » Feed"),
        ])
    func others(_ href: String, _ title: String) { #expect(!isOfComments(href, title)) }

    @Test("The order is kept within both kinds")
    func order() {
        let names = [
            "https://a.example/comments", "https://a.example/1", "https://a.example/comments/2", "https://a.example/2",
        ]
        let feeds = names.map { PageLinks.Feed(href: $0, type: "", title: "", source: .link) }
        #expect(CommentsFeed.last(feeds).map(\.href) == [names[1], names[3], names[0], names[2]])
    }
}
