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
            ]
        ) { list in
            for row in content.rows { write(row, &list) }
        }
    }

    private func write(_ row: ReaderContent.Row, _ page: inout HTMLPage) {
        let article = row.article
        let isOpen = content.article?.id == article.id
        page.element(
            "li",
            [
                ("class", article.read ? "read" : "unread"), ("data-article", String(article.id)),
                ("data-place", row.place?.text), ("data-starred", article.starred ? "1" : nil),
                ("lang", article.language),
            ]
        ) { item in
            item.element("p", [("class", "meta")]) { meta in
                meta.element("span", MaskedURL.mask(article.feedTitle ?? article.feed), [("class", "feed")])
                date(article, &meta)
            }
            item.element("h2", [("dir", TextDirection.of(article.language))]) { heading in
                heading.element(
                    "a",
                    [("href", address(of: article.id, heading)), ("aria-current", isOpen ? "true" : nil)]
                ) { link in
                    // The mark of unread articles has a separate text direction, so that it does not determine the
                    // direction of the title.
                    if !article.read { link.element("span", link.say(.pageUnread), own(link) + [("class", "dot")]) }
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
                        ("loading", "lazy"), ("decoding", "async"), ("width", "64"), ("height", "64"),
                    ])
            }
            stateForm(article, "row", &item)
        }
    }

    /// The language attributes of text of the page itself that is placed between texts of an article.
    private func own(_ page: HTMLPage) -> [(String, String?)] { [("lang", page.languageTag), ("dir", "ltr")] }

    private func snippet(_ row: ReaderContent.Row, _ page: inout HTMLPage) {
        guard let hit = row.hit else {
            if row.article.body.isEmpty { return }
            return page.element(
                "p", Self.start(of: row.article.body),
                [("class", "snippet"), ("dir", TextDirection.of(row.article.language))])
        }
        page.element("p", [("class", "snippet"), ("dir", TextDirection.of(row.article.language))]) { line in
            if hit.folded > 0 {
                line.element("span", line.say(.foldedHits, String(hit.folded)) + " ", own(line) + [("class", "folded")])
            }
            line.text(hit.snippet, marked: hit.snippetHighlights)
        }
    }

    func date(_ article: Article, _ page: inout HTMLPage) {
        let seconds = article.published ?? article.received
        page.element("time", clock(seconds), [("datetime", CivilTime.rfc3339(seconds))])
    }

    /// Adds buttons to mark an article as read or unread and to add or remove its star. Each label names the action.
    func stateForm(_ article: Article, _ place: String, _ page: inout HTMLPage) {
        form("mark", [("class", "state " + place), ("lang", page.languageTag)], &page) { form in
            hidden("article", String(article.id), &form)
            // A script changes the name and the value of this button when the article's state changes.
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

    /// The beginning of a text, up to 200 characters.
    private static func start(of text: String) -> String {
        let start = text.prefix(240).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return start.count > 200 ? start.prefix(200) + "…" : start
    }
}
