internal import Articles
internal import FeedLibrary
internal import Formats
internal import Messages

extension ReaderPage {
    /// Adds the rows of the list. All rows have the same height, so that a script can draw only the visible ones.
    func rows(_ page: inout HTMLPage) {
        page.element(
            "ol",
            [
                ("class", "rows"), ("data-total", content.total.map { String($0) }),
                ("data-first", content.firstRow.map { String($0) }),
                ("data-by-date", content.view.isByDate ? "" : nil),
                ("data-oldest-first", content.oldestFirst ? "" : nil),
            ]
        ) { list in
            var day: String?
            for row in content.rows {
                let rowDay = row.place.map { dates.day($0.date) }
                write(row, day: rowDay, startsDay: rowDay != day, &list)
                day = rowDay
            }
        }
    }

    /// - Parameters:
    ///   - day: the name of the row's day; nil if the list is not in date order.
    ///   - startsDay: whether the row begins with a header that names the day. The header is part of the row, so that
    ///     all rows have the same height.
    private func write(_ row: ReaderContent.Row, day: String?, startsDay: Bool, _ page: inout HTMLPage) {
        let article = row.article
        let isOpen = content.article?.id == article.id
        page.element(
            "li",
            [
                ("class", (article.read ? "read" : "unread") + (startsDay ? " starts-day" : "")),
                ("data-article", String(article.id)),
                ("data-place", row.place?.text), ("data-day", day), ("data-starred", article.starred ? "1" : nil),
                ("lang", article.language),
            ]
        ) { item in
            item.element("p", [("class", "meta"), ("lang", item.languageTag)]) { meta in
                source(article, &meta)
                colorMarks(article.id, &meta)
                if let place = row.place {
                    time(place.date, dates.time(place.date), &meta)
                } else {
                    date(article, &meta)
                }
            }
            item.element("h2", [("dir", TextDirection.of(article.language))]) { heading in
                heading.element(
                    "a",
                    [("href", address(of: article.id, heading)), ("aria-current", isOpen ? "true" : nil)]
                ) { link in
                    // The marker of unread articles has its own direction, so that it does not determine that of the
                    // title. It is always present, because a script may change the state of the article.
                    link.element("span", link.say(.pageUnread) + " ", own(link) + [("class", "dot")])
                    let beginning = row.hit?.titleOrBeginning ?? article.titleOrBeginning
                    let title = article.title.isEmpty ? beginning : article.title
                    link.text(
                        title.isEmpty ? link.say(.untitled) : title,
                        marked: article.title.isEmpty ? [] : row.hit?.titleHighlights ?? [])
                }
            }
            snippet(row, &item)
            if let picture = article.firstPicture.flatMap({ media.picture($0) }) {
                item.empty(
                    "img",
                    [
                        ("class", "thumb"), ("src", item.root + picture.address), ("alt", ""),
                        ("loading", "lazy"), ("decoding", "async"), ("width", "72"), ("height", "72"),
                    ])
            }
            stateForm(article, "row", &item)
        }
    }

    /// Adds the marks of the matching saved searches with a colour.
    private func colorMarks(_ article: ArticleID, _ page: inout HTMLPage) {
        for mark in content.marks[article] ?? [] {
            page.element(
                "span",
                own(page) + [
                    ("class", "tint tint-" + mark.color.rawValue), ("title", page.say(.colorMark, mark.search)),
                ]
            ) { $0.element("bdi", mark.search) }
        }
    }

    /// Adds the icon of an article's feed, or its first letter, and the feed's name.
    private func source(_ article: Article, _ page: inout HTMLPage) {
        let name = MaskedURL.mask(article.feedTitle ?? article.feed)
        let feed = content.sources[article.feed]
        let icon = feed.flatMap { content.icons[$0] }
        page.element(
            "span", [("class", "site")] + Self.letterAttributes(of: feed ?? 0, name)
        ) { site in
            guard let icon else { return }
            site.empty(
                "img",
                [("src", site.root + icon), ("alt", ""), ("width", "16"), ("height", "16"), ("loading", "lazy")])
        }
        page.element("span", name, [("class", "feed"), ("dir", "auto")])
    }

    /// The language attributes for the page's own text between texts of an article.
    private func own(_ page: HTMLPage) -> [(String, String?)] { [("lang", page.languageTag), ("dir", "ltr")] }

    /// Adds the text below the title. The style sheet fills the row with as many lines as fit.
    private func snippet(_ row: ReaderContent.Row, _ page: inout HTMLPage) {
        let article = row.article
        // For an article without text, show where its link leads.
        let isLink = row.hit == nil && article.body.isEmpty
        let text = isLink ? article.url.map(MaskedURL.mask) ?? "" : Self.start(of: article.body)
        let replies = row.hit == nil ? content.rowReplies[article.id] : nil
        if row.hit == nil && text.isEmpty && replies == nil { return }
        page.element(
            "p", [("class", "snippet"), ("dir", isLink ? "ltr" : TextDirection.of(article.language))]
        ) { paragraph in
            paragraph.element("span") { line in
                if let replies {
                    line.element(
                        "span", line.say(.repliesOf, String(replies)) + (text.isEmpty ? "" : " · "),
                        own(line) + [("class", "folded")])
                }
                guard let hit = row.hit else { return line.text(text) }
                if hit.folded > 0 {
                    line.element(
                        "span", line.say(.foldedHits, String(hit.folded)) + " ", own(line) + [("class", "folded")])
                }
                line.text(hit.snippet, marked: hit.snippetHighlights)
            }
        }
    }

    /// Adds the short date of an article.
    func date(_ article: Article, _ page: inout HTMLPage) {
        let seconds = article.published ?? article.received
        time(seconds, dates.short(seconds), &page)
    }

    /// Adds a date as `text`, and the full date for screen readers and as a tooltip.
    private func time(_ seconds: Int64, _ text: String, _ page: inout HTMLPage) {
        let full = dates.full(seconds)
        page.element("time", [("datetime", CivilTime.rfc3339(seconds)), ("title", full)]) { time in
            time.element("span", text, [("aria-hidden", "true")])
            time.unseen(full)
        }
    }

    /// Adds buttons to mark an article as read or unread and to add or remove its star. Each label names the action.
    func stateForm(_ article: Article, _ place: String, _ page: inout HTMLPage) {
        form("mark", [("class", "state " + place), ("lang", page.languageTag)], &page) { form in
            hidden("article", String(article.id), &form)
            // A script changes the name and value of this button when the article's state changes.
            form.element(
                "button",
                [
                    ("name", "set"), ("value", article.starred ? "unstarred" : "starred"),
                    ("data-other", form.say(article.starred ? .webStar : .webUnstar)),
                ]
            ) { $0.labelled(.star, $0.say(article.starred ? .webUnstar : .webStar)) }
            form.element(
                "button",
                [
                    ("name", "set"), ("value", article.read ? "unread" : "read"),
                    ("data-other", form.say(article.read ? .webMarkRead : .webMarkUnread)),
                ]
            ) { $0.labelled(.dot, $0.say(article.read ? .webMarkUnread : .webMarkRead)) }
        }
    }

    /// The beginning of a text, up to 260 characters.
    private static func start(of text: String) -> String {
        let start = text.prefix(320).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return start.count > 260 ? start.prefix(260) + "…" : start
    }
}
