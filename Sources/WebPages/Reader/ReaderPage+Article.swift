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
            "section",
            [
                ("id", "article"), ("aria-label", page.say(.webArticle)), ("tabindex", "-1"),
                ("data-copy", page.say(.copyCode)), ("data-copied", page.say(.copied)),
                ("data-link-copied", page.say(.linkCopied)),
                ("data-left", page.say(.minutesLeft, "{1}")), ("data-close", page.say(.webClose)),
            ]
        ) { pane in
            guard let article = content.article else {
                return idle(&pane)
            }
            toolbar(article, &pane)
            write(article, &pane)
            replies(to: article, &pane)
            copies(article, &pane)
            similar(article, &pane)
            neighbours(article, &pane)
        }
    }

    private func write(_ article: Article, _ page: inout HTMLPage) {
        let direction = TextDirection.of(article.language)
        let minutes = ReadingTime.minutes(article.body)
        page.element(
            "article",
            [
                ("lang", article.language), ("dir", direction),
                ("data-article", String(article.id)), ("class", article.read ? "read" : "unread"),
                ("data-starred", article.starred ? "1" : nil), ("data-minutes", minutes > 0 ? String(minutes) : nil),
                ("data-position", content.position > 0 ? String(content.position) : nil),
            ]
        ) { text in
            let title = article.titleOrBeginning
            text.element("h1", title.isEmpty ? text.say(.untitled) : title)
            // Each part has its own direction, and the line has that of the article, so that numbers and names stay in
            // order in a right-to-left line.
            text.element("p", [("class", "meta"), ("lang", text.languageTag)]) { meta in
                meta.element("bdi", MaskedURL.mask(article.feedTitle ?? article.feed), [("class", "feed")])
                func separate() { meta.element("span", "·", [("aria-hidden", "true")]) }
                if let author = article.author {
                    separate()
                    meta.element("bdi") {
                        $0.element("a", author, [("href", $0.root + ReaderView.author(author).path)])
                    }
                }
                separate()
                meta.element("bdi") { date(article, &$0) }
                if minutes > 0 {
                    separate()
                    meta.element("bdi", meta.say(.minutes, String(minutes)))
                }
            }
            topicLine(article, &text)
            tags(article, &text)
            enclosures(article, &text)
            text.element("div", [("class", "text"), ("dir", direction)]) { text in
                var media = media.below(text.root)
                media.openPicture = text.say(.openPicture)
                text.add(ArticleMarkup(article.pageHTML, media: media))
            }
        }
    }

    // MARK: - Enclosures

    private static let audioEndings: Set<Substring> = ["mp3", "m4a", "m4b", "aac", "ogg", "oga", "opus", "flac", "wav"]
    private static let videoEndings: Set<Substring> = ["mp4", "m4v", "webm", "ogv"]

    /// Returns `audio` or `video`; nil for other files.
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
        page.element("div", [("class", "enclosures"), ("lang", page.languageTag)]) { box in
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
                        caption.element("bdi", label)
                        caption.text(" ")
                        fileLink(file, caption.say(.openFile), facts, &caption)
                    }
                }
            }
        }
    }

    private func fileLink(
        _ file: OutgoingFeed.Enclosure, _ text: String, _ facts: String, _ page: inout HTMLPage
    ) {
        page.element("a", [("href", file.url), ("rel", "noopener noreferrer"), ("target", "_blank")]) {
            $0.element("bdi", text)
        }
        if facts.isEmpty { return }
        page.text(" ")
        page.element("bdi", facts, [("class", "dim")])
    }

    private static func name(_ url: String) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last.map { String($0.prefix(80)) } ?? url
    }

    // MARK: - Other articles

    /// Adds a collapsed list of the article's copies in other feeds.
    private func copies(_ article: Article, _ page: inout HTMLPage) {
        if content.copies.isEmpty { return }
        page.element("details", [("class", "copies"), ("dir", TextDirection.of(article.language))]) { details in
            details.element("summary") { $0.element("bdi", $0.say(.alsoIn, String(content.copies.count))) }
            details.element("ul") { list in
                for copy in content.copies {
                    list.element("li") { item in
                        item.element("a", [("href", item.root + "article/\(copy.id)")]) {
                            $0.element("bdi", MaskedURL.mask(copy.feedTitle ?? copy.feed))
                        }
                        item.text(" ")
                        item.element("bdi") { date(copy, &$0) }
                    }
                }
            }
        }
    }

    private func similar(_ article: Article, _ page: inout HTMLPage) {
        if content.similar.isEmpty { return }
        page.element(
            "aside", [("aria-label", page.say(.webSimilar)), ("dir", TextDirection.of(article.language))]
        ) { aside in
            aside.element("h2") { $0.element("bdi", $0.say(.webSimilar)) }
            aside.element("ul") { list in
                for hit in content.similar {
                    list.element("li") { item in
                        let title = hit.titleOrBeginning
                        item.element("a", [("href", item.root + "article/\(hit.id)")]) {
                            $0.element("bdi", title.isEmpty ? $0.say(.untitled) : title)
                        }
                        item.text(" ")
                        item.element("bdi", MaskedURL.mask(hit.feedTitle ?? hit.feed), [("class", "dim")])
                    }
                }
            }
        }
    }

    /// Adds links to the articles before and after this one in the list. A script fills them if it opens an article
    /// next to a list that is already on the page.
    private func neighbours(_ article: Article, _ page: inout HTMLPage) {
        let place = content.rows.firstIndex { $0.article.id == article.id }
        func row(_ distance: Int) -> Article? {
            guard let place, content.rows.indices.contains(place + distance) else { return nil }
            return content.rows[place + distance].article
        }
        page.element("nav", [("class", "neighbours"), ("aria-label", page.say(.neighbours))]) { nav in
            for (relation, name, article) in [
                ("prev", Message.previousArticle, row(-1)), ("next", .nextArticle, row(1)),
            ] {
                nav.element(
                    "a",
                    [
                        ("rel", relation), ("href", article.map { address(of: $0.id, nav) }),
                        ("data-article", article.map { String($0.id) }), ("hidden", article == nil ? "" : nil),
                    ]
                ) { link in
                    link.element("span", link.say(name), [("class", "dim")])
                    let title = article?.titleOrBeginning ?? ""
                    link.element("bdi", article != nil && title.isEmpty ? link.say(.untitled) : title)
                }
            }
        }
    }
}
