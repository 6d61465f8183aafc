internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import Messages

/// A page with the feeds that have had no article for some time. The feed that has been silent longest is first.
enum SilentPage {
    private static let defaultLength = "30d"
    private static let maxFeeds = 1_000

    static let operations: [Operation] = [
        .page("silentPage", "/silent", .read, "Feeds without an article in some time", query: ["for"]) { call in
            let length = call.filled("for") ?? defaultLength
            let language = call.language
            let (feeds, mistake) = try await call.read { library -> ([SilentFeed], String?) in
                do {
                    return (try library.trends.silentFeeds(length, parameter: "for"), nil)
                } catch let error as UserFacingError {
                    return ([], UserFacingError(error, language: language).text)
                }
            }
            return page(feeds, length, mistake, call)
        }
    ]

    private static func page(
        _ feeds: [SilentFeed], _ length: String, _ mistake: String?, _ call: RequestContext
    ) -> HTTPResponse {
        call.answer(.folders, Message.silentFeedsFor.text(call.language, length)) { page in
            page.element("form", [("method", "get"), ("action", page.address("silent")), ("class", "sheet")]) { form in
                form.field(form.say(.silentLength), "for", length, isRequired: true, [("autocomplete", "off")])
                form.submit(form.say(.showSilent), isPrimary: false)
            }
            if let mistake {
                page.element("p", "! " + mistake, [("class", "form-mistake"), ("role", "alert")])
                return
            }
            if feeds.isEmpty {
                page.element("p", page.say(.noSilentFeeds, length), [("class", "empty")])
                return
            }
            page.element("section", [("class", "card")]) { card in
                card.table(
                    card.say(.silentFeedsFor, length), [card.say(.feed), card.say(.lastArticle), card.say(.action)]
                ) { rows in
                    for silent in feeds.prefix(maxFeeds) { write(silent, call, &rows) }
                }
                if feeds.count > maxFeeds {
                    card.element("p", "+ \(feeds.count - maxFeeds)", [("class", "dim")])
                }
            }
        }
    }

    private static func write(_ silent: SilentFeed, _ call: RequestContext, _ page: inout HTMLPage) {
        page.element("tr") { row in
            row.element("th", [("scope", "row")]) { head in
                head.element(
                    "a", MaskedURL.mask(silent.feed.displayTitle),
                    [("href", head.address(ReaderView.feed(silent.feed.id).path)), ("dir", "auto")])
            }
            row.element("td", [("class", "when")]) { cell in
                if let newest = silent.newest {
                    cell.moment(newest, call.dates)
                } else {
                    cell.text(cell.say(.silentAlways))
                }
            }
            row.element("td") { cell in
                guard let settings = ReaderView.feed(silent.feed.id).settings, call.mayOpen(settings) else { return }
                cell.element(
                    "a", cell.say(.edit),
                    [
                        ("href", cell.address(settings)),
                        ("aria-label", cell.say(.edit) + ": " + MaskedURL.mask(silent.feed.displayTitle)),
                    ])
            }
        }
    }
}
