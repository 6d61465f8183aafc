internal import Accounts
internal import Articles
internal import FeedLibrary
internal import FeedWriting
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import Messages

/// The page of feeds whose articles were ingested without a subscription. The sidebar shows only the first of these
/// feeds.
enum UnsubscribedPage {
    private static let feedsPerPage = 100

    static let operations: [Operation] = [
        .page("unsubscribedPage", "/unsubscribed", .read, "The feeds without a subscription", query: ["from"]) { call in
            let feeds = try await call.read { library in
                ReaderController.unsubscribed(try library.store.feeds(subscribedOnly: false))
            }
            return page(feeds, from: min(max(0, call.integer("from") ?? 0), feeds.count), call)
        }
    ]

    private static func page(_ feeds: [Feed], from first: Int, _ call: RequestContext) -> HTTPResponse {
        call.answer(.none, Message.webNotSubscribed.text(call.language)) { page in
            page.element("p", page.say(.webNotSubscribedHelp))
            page.table(
                page.say(.feeds), [page.say(.feed), page.say(.articles), page.say(.unread), page.say(.action)],
                numbers: [1, 2]
            ) { rows in
                for feed in feeds.dropFirst(first).prefix(feedsPerPage) { write(feed, &rows) }
            }
            let next = first + feedsPerPage
            if next < feeds.count {
                page.element("p") { line in
                    line.element(
                        "a", line.say(.pageFollowing),
                        [("rel", "next"), ("href", line.address("unsubscribed?from=\(next)"))])
                }
            }
        }
    }

    private static func write(_ feed: Feed, _ rows: inout HTMLPage) {
        rows.element("tr") { row in
            let title = MaskedURL.mask(feed.displayTitle)
            row.element("th", [("scope", "row")]) { head in
                head.element("a", title, [("href", head.address("feed/\(feed.id)"))])
            }
            row.count(feed.articles)
            row.count(feed.unread)
            row.element("td") { cell in
                guard let address = WebLink.address(feed.url) else { return }
                let query = FormEncoding.encode([(name: "url", value: address)])
                cell.element(
                    "a", cell.say(.subscribe),
                    [
                        ("href", cell.address("subscribe?" + query)),
                        ("aria-label", cell.say(.subscribe) + ": " + title),
                    ])
            }
        }
    }
}
