internal import Articles
internal import FeedLibrary
internal import Formats
internal import Ingestion
internal import Messages

extension ReaderPage {
    /// Adds a link to the topic of a reply, and the number of comments according to the feed.
    func topicLine(_ article: Article, _ page: inout HTMLPage) {
        if let topic = content.topic {
            page.element("p", [("class", "meta topic"), ("lang", page.languageTag)]) { line in
                line.element("a", [("href", line.root + "article/\(topic.id)")]) { link in
                    let title = topic.titleOrBeginning
                    link.text(link.say(.toTopic, title.isEmpty ? link.say(.untitled) : title))
                }
            }
        }
        guard let comments = ArticleComments(of: article) else { return }
        page.element("p", [("class", "meta comments"), ("lang", page.languageTag)]) { line in
            let count = line.say(.comments, comments.count.map { String($0) } ?? "…")
            if let address = comments.page {
                externalLink(address, count, &line)
            } else if comments.count != nil {
                line.element("bdi", count)
            }
            if let feed = comments.feed {
                if comments.page != nil || comments.count != nil {
                    line.element("span", "·", [("aria-hidden", "true")])
                }
                externalLink(feed, line.say(.commentsFeed), &line)
            }
        }
    }

    private func externalLink(_ address: String, _ text: String, _ page: inout HTMLPage) {
        page.element("a", [("href", address), ("rel", "noopener noreferrer"), ("target", "_blank")]) {
            $0.element("bdi", text)
        }
    }

    /// Adds the replies of a topic as a thread. Each reply is indented below the reply that it answers.
    func replies(to topic: Article, _ page: inout HTMLPage) {
        if content.replies.isEmpty { return }
        page.element(
            "section", [("class", "replies"), ("aria-label", page.say(.repliesOf, String(content.replyCount)))]
        ) {
            section in
            section.element("h2", section.say(.repliesOf, String(content.replyCount)))
            section.element("ol") { list in
                for (reply, depth) in content.replies { write(reply, depth: depth, &list) }
            }
            if content.replyCount > content.replies.count {
                let all = ReaderView.search(query: "parent:\(topic.id)", sort: .oldest).address()
                section.element("p") { line in
                    line.element(
                        "a", line.say(.repliesShown, String(content.replies.count), String(content.replyCount)),
                        [("href", line.root + all)])
                }
            }
        }
    }

    private func write(_ reply: Article, depth: Int, _ page: inout HTMLPage) {
        let direction = TextDirection.of(reply.language)
        page.element(
            "li",
            [("id", "reply-\(reply.id)"), ("data-depth", depth > 0 ? String(depth) : nil), ("lang", reply.language)]
        ) { item in
            item.element("p", [("class", "meta"), ("lang", item.languageTag)]) { meta in
                if let author = reply.author {
                    meta.element("a", [("href", meta.root + ReaderView.author(author).path)]) {
                        $0.element("bdi", author)
                    }
                    meta.text(" ")
                }
                meta.element("a", [("href", meta.root + "article/\(reply.id)")]) { link in
                    if let number = reply.reply?.number { link.text("#\(number) ") }
                    date(reply, &link)
                }
                if let likes = reply.reply?.likes, likes > 0 {
                    meta.text(" ")
                    meta.element("bdi", meta.say(.replyLikes, String(likes)), [("class", "dim")])
                }
            }
            item.element("div", [("class", "text"), ("dir", direction)]) { text in
                var media = media.below(text.root)
                media.openPicture = text.say(.openPicture)
                text.add(ArticleMarkup(reply.pageHTML, media: media))
            }
        }
    }
}
