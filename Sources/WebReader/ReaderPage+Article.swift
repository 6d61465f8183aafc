internal import Articles
internal import FeedLibrary
internal import FeedWriting
internal import Formats
internal import Ingestion
internal import Messages

extension ReaderPage {
    /// The article, where one is open.
    func articlePane(_ page: inout HTMLPage) {
        page.element(
            "section", [("id", "article"), ("aria-label", page.say(.webArticle)), ("tabindex", "-1")]
        ) { pane in
            guard let article = content.article else {
                return pane.element("p", pane.say(.webChooseArticle), [("class", "empty")])
            }
            write(article, &pane)
        }
    }

    private func write(_ article: Article, _ page: inout HTMLPage) {
        let back = content.view.address([("unread", content.unreadOnly ? "1" : nil)])
        page.element("div", [("class", "actions")]) { bar in
            bar.element("a", bar.say(.webBack), [("class", "back"), ("href", bar.root + back)])
            stateForm(article, "open", &bar)
            if let url = article.url.flatMap(WebLink.address) {
                bar.element(
                    "a", bar.say(.webSource),
                    [("class", "source"), ("href", url), ("rel", "noopener noreferrer"), ("target", "_blank")])
            }
        }
        page.element(
            "article",
            [
                ("lang", article.language), ("dir", "auto"), ("data-article", String(article.id)),
                ("class", article.read ? "read" : "unread"), ("data-starred", article.starred ? "1" : nil),
            ]
        ) { text in
            text.element("h1", article.title.isEmpty ? text.say(.untitled) : article.title)
            text.element("p", [("class", "meta")]) { meta in
                meta.element("span", MaskedURL.mask(article.feedTitle ?? article.feed), [("class", "feed")])
                if let author = article.author { meta.element("span", author) }
                date(article, &meta)
                for tag in article.tags { meta.element("span", "#" + tag, [("class", "tag")]) }
            }
            text.element("div", [("class", "text")]) {
                let root = $0.root
                $0.add(ArticleMarkup(article.shownHTML) { root + pictureAddress($0) })
            }
            enclosures(article, &text)
        }
        if !content.similar.isEmpty {
            page.element("aside", [("aria-label", page.say(.webSimilar))]) { aside in
                aside.element("h2", aside.say(.webSimilar))
                aside.element("ul") { list in
                    for hit in content.similar {
                        list.element("li") { item in
                            let title = hit.title.isEmpty ? item.say(.untitled) : hit.title
                            item.element("a", title, [("href", item.root + "article/\(hit.id)")])
                            item.element("span", " " + MaskedURL.mask(hit.feedTitle ?? hit.feed), [("class", "dim")])
                        }
                    }
                }
            }
        }
    }

    /// Audio, video and other files, as links: nothing is loaded by itself.
    private func enclosures(_ article: Article, _ page: inout HTMLPage) {
        let files = article.enclosures
        if files.isEmpty { return }
        page.element("h2", page.say(.webEnclosures))
        page.element("ul", [("class", "enclosures")]) { list in
            for file in files {
                list.element("li") { item in
                    item.element(
                        "a", "▶ " + file.url,
                        [("href", file.url), ("rel", "noopener noreferrer"), ("target", "_blank")])
                    let facts = [file.type, file.length.map { ByteCount.text(Int($0)) }].compactMap(\.self)
                    if !facts.isEmpty { item.element("span", " " + facts.joined(separator: ", "), [("class", "dim")]) }
                }
            }
        }
    }
}
