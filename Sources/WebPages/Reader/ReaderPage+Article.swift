internal import Articles
internal import FeedLibrary
internal import FeedWriting
internal import Formats
internal import Ingestion
internal import Messages

extension ReaderPage {
    /// Adds the open article, if any.
    func articlePane(_ page: inout HTMLPage) {
        page.element(
            "section", [("id", "article"), ("aria-label", page.say(.webArticle)), ("tabindex", "-1")]
        ) { pane in
            guard let article = content.article else {
                return pane.element("p", pane.say(.webChooseArticle), [("class", "empty")])
            }
            actions(article, &pane)
            write(article, &pane)
            copies(&pane)
            similar(&pane)
        }
    }

    private func write(_ article: Article, _ page: inout HTMLPage) {
        let direction = TextDirection.of(article.language)
        page.element(
            "article",
            [
                ("lang", article.language), ("dir", direction == "auto" ? nil : direction),
                ("data-article", String(article.id)), ("class", article.read ? "read" : "unread"),
                ("data-starred", article.starred ? "1" : nil),
            ]
        ) { text in
            let title = article.titleOrBeginning
            text.element("h1", title.isEmpty ? text.say(.untitled) : title, [("dir", direction)])
            text.element("p", [("class", "meta"), ("lang", text.languageTag), ("dir", "auto")]) { meta in
                meta.element("span", MaskedURL.mask(article.feedTitle ?? article.feed), [("class", "feed")])
                if let author = article.author { meta.element("span", author) }
                date(article, &meta)
                let minutes = ReadingTime.minutes(article.body)
                if minutes > 0 { meta.element("span", meta.say(.minutes, String(minutes))) }
                for tag in article.tags { meta.element("span", "#" + tag, [("class", "tag")]) }
            }
            enclosures(article, &text)
            text.element("div", [("class", "text"), ("dir", direction)]) {
                $0.add(ArticleMarkup(article.pageHTML, media: media.below($0.root)))
            }
        }
    }

    // MARK: - Actions

    private func actions(_ article: Article, _ page: inout HTMLPage) {
        let back = content.view.address([("unread", content.unreadOnly ? "1" : nil)])
        let url = article.url.flatMap(WebLink.address)
        page.element("div", [("class", "actions")]) { bar in
            bar.element("a", [("class", "back"), ("href", bar.root + back)]) { $0.labelled(.back, $0.say(.webBack)) }
            stateForm(article, "open", &bar)
            if let url {
                bar.element(
                    "a", [("class", "source"), ("href", url), ("rel", "noopener noreferrer"), ("target", "_blank")]
                ) { $0.labelled(.source, $0.say(.webSource)) }
                if article.extra?.contains("\"feed_html\":") != true {
                    form("full-text", [("class", "full-text"), ("data-waits", bar.say(.fullTextFetching))], &bar) {
                        form in
                        hidden("article", String(article.id), &form)
                        form.element("button", [("type", "submit")]) { $0.labelled(.text, $0.say(.fullText)) }
                    }
                }
            }
            bar.element("details", [("class", "cite")]) { details in
                let citation = Citation(article)
                details.element("summary") { $0.labelled(.cite, $0.say(.cite)) }
                details.element("div") { box in
                    for (label, text) in [(Message.citePlain, citation.text), (.citeEntry, citation.entry)] {
                        box.element("p", box.say(label))
                        box.element(
                            "pre", text,
                            [
                                ("tabindex", "0"), ("role", "group"), ("aria-label", box.say(label)),
                                ("data-copied", box.say(.copied)),
                            ])
                    }
                }
            }
            // Scripts show those of these actions that the browser supports. They come last, so that the other buttons
            // do not move.
            let others: [(String, PageIcon, Message, Message?)] = [
                ("share", .share, .share, nil), ("listen", .listen, .listen, .stop), ("print", .print, .print, nil),
            ]
            for (name, icon, label, other) in others {
                bar.element(
                    "button",
                    [
                        ("type", "button"), ("data-do", name), ("hidden", ""),
                        ("data-other", other.map { bar.say($0) }),
                    ]
                ) { $0.labelled(icon, $0.say(label)) }
            }
            bar.element("span", [("class", "jump"), ("hidden", "")]) { jump in
                jump.element(
                    "button", "‹", [("type", "button"), ("data-do", "former"), ("aria-label", jump.say(.formerMark))])
                jump.element("output", "")
                jump.element(
                    "button", "›", [("type", "button"), ("data-do", "next"), ("aria-label", jump.say(.nextMark))])
            }
        }
    }

    // MARK: - Enclosures

    private static let audioEndings: Set<Substring> = ["mp3", "m4a", "m4b", "aac", "ogg", "oga", "opus", "flac", "wav"]
    private static let videoEndings: Set<Substring> = ["mp4", "m4v", "webm", "ogv"]

    /// Returns `audio` or `video`; nil for a file of another kind.
    static func kind(_ file: OutgoingFeed.Enclosure) -> String? {
        for kind in ["audio", "video"] where file.type?.hasPrefix(kind + "/") ?? false { return kind }
        let path = file.url.prefix { $0 != "?" && $0 != "#" }.lowercased()
        let ending = path.split(separator: ".").last ?? ""
        return audioEndings.contains(ending) ? "audio" : videoEndings.contains(ending) ? "video" : nil
    }

    /// Adds the enclosures. Audio and video files become players, which load nothing before playback; other files
    /// become links.
    private func enclosures(_ article: Article, _ page: inout HTMLPage) {
        let files = article.enclosures
        if files.isEmpty { return }
        page.element("div", [("class", "enclosures"), ("lang", page.languageTag), ("dir", "auto")]) { box in
            var counts: [String: Int] = [:]
            for (place, file) in files.enumerated() {
                let facts = [file.type, file.length.flatMap { $0 > 0 ? ByteCount.text(Int($0)) : nil }]
                    .compactMap(\.self).joined(separator: ", ")
                guard let kind = Self.kind(file), let address = media.medium(file.url) else {
                    box.element("p") { fileLink(file, "▤ " + Self.name(file.url), facts, &$0) }
                    continue
                }
                counts[kind, default: 0] += 1
                let label = box.say(kind == "audio" ? .playAudio : .playVideo, String(counts[kind] ?? 1))
                box.element("figure") { figure in
                    figure.element(
                        kind,
                        [
                            ("controls", ""), ("preload", "none"), ("src", figure.root + address),
                            ("aria-label", label),
                            ("data-place", String(place)), ("data-seconds", content.playback[place].map { String($0) }),
                        ]
                    ) { _ in }
                    figure.element("figcaption") { caption in
                        caption.text(label + " ")
                        fileLink(file, caption.say(.openFile), facts, &caption)
                    }
                }
            }
        }
    }

    private func fileLink(
        _ file: OutgoingFeed.Enclosure, _ text: String, _ facts: String, _ page: inout HTMLPage
    ) {
        page.element("a", text, [("href", file.url), ("rel", "noopener noreferrer"), ("target", "_blank")])
        if !facts.isEmpty { page.element("span", " " + facts, [("class", "dim")]) }
    }

    private static func name(_ url: String) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last.map { String($0.prefix(80)) } ?? url
    }

    // MARK: - Other articles

    /// Adds a collapsed list of the article's copies in other feeds.
    private func copies(_ page: inout HTMLPage) {
        if content.copies.isEmpty { return }
        page.element("details", [("class", "copies")]) { details in
            details.element("summary", details.say(.alsoIn, String(content.copies.count)))
            details.element("ul") { list in
                for copy in content.copies {
                    list.element("li") { item in
                        let title = MaskedURL.mask(copy.feedTitle ?? copy.feed)
                        item.element("a", title, [("href", item.root + "article/\(copy.id)")])
                        item.text(" ")
                        date(copy, &item)
                    }
                }
            }
        }
    }

    private func similar(_ page: inout HTMLPage) {
        if content.similar.isEmpty { return }
        page.element("aside", [("aria-label", page.say(.webSimilar))]) { aside in
            aside.element("h2", aside.say(.webSimilar))
            aside.element("ul") { list in
                for hit in content.similar {
                    list.element("li") { item in
                        let title = hit.titleOrBeginning
                        item.element(
                            "a", title.isEmpty ? item.say(.untitled) : title,
                            [("href", item.root + "article/\(hit.id)")])
                        item.element("span", " " + MaskedURL.mask(hit.feedTitle ?? hit.feed), [("class", "dim")])
                    }
                }
            }
        }
    }
}
