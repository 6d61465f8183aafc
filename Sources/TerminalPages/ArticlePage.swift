package import Articles
internal import FeedLibrary
internal import Formats
internal import Ingestion
package import Messages
package import System

/// The page of an article: its head, then its text with paragraphs, headings, lists, code, tables, quotes and links.
package struct ArticlePage {
    let style: TerminalStyle
    let language: Language
    let columns: Int
    let clock: SystemClock

    /// The maximum length of a line in columns, even on wider terminals.
    package static let widest = 100

    package init(style: TerminalStyle, language: Language, columns: Int, clock: SystemClock) {
        self.style = style
        self.language = language
        self.columns = columns
        self.clock = clock
    }

    /// - Parameter isWhole: whether to include the fields that are not in the head.
    package func text(_ article: Article, isWhole: Bool) -> String {
        head(article, isWhole: isWhole) + "\n" + lines(article).map { $0 + "\n" }.joined()
    }

    private func head(_ article: Article, isWhole: Bool) -> String {
        let title =
            article.titleOrBeginning.isEmpty
            ? Message.untitled.text(language) : TerminalSafe.line(article.titleOrBeginning)
        let number = "#\(article.id)"
        var text = ""
        for (index, line) in TextWrap.lines(number + " " + title, width: columns).enumerated() {
            guard index == 0, line.hasPrefix(number) else {
                text += style.bold(String(line)) + "\n"
                continue
            }
            text += style.number(number) + style.bold(String(line.dropFirst(number.count))) + "\n"
        }
        var parts = [TerminalSafe.line(article.feedTitle ?? MaskedURL.mask(article.feed))]
        if let author = article.author { parts.append(TerminalSafe.line(author)) }
        parts.append(clock.minute(article.published ?? article.received))
        text += style.dim(parts.joined(separator: " · ")) + "\n"
        if let topic = article.topic { text += style.dim(Message.toTopic.text(language, "#\(topic)")) + "\n" }
        if let comments = ArticleComments(of: article) { text += style.dim(line(comments)) + "\n" }
        if let url = article.url {
            let shown = TerminalSafe.line(MaskedURL.mask(url))
            text += (shown == url ? style.link(shown, to: url) : shown) + "\n"
        }
        let tags = article.ownTags + article.tags
        let state = [article.read ? nil : Message.pageUnread, article.starred ? .pageStarred : nil]
        let marks = state.compactMap { $0?.text(language) } + tags.map { "#" + TerminalSafe.line($0) }
        if !marks.isEmpty { text += style.name(marks.joined(separator: " ")) + "\n" }
        if isWhole {
            for row in ArticleDetails(article: article, clock: clock).rows {
                text += style.dim(TerminalSafe.line(row.name) + ": ") + TerminalSafe.line(row.value) + "\n"
            }
        }
        return text
    }

    private func line(_ comments: ArticleComments) -> String {
        var parts: [String] = []
        if let count = comments.count { parts.append(Message.comments.text(language, String(count))) }
        if let page = comments.page { parts.append(TerminalSafe.line(MaskedURL.mask(page))) }
        if let feed = comments.feed {
            parts.append(Message.commentsFeed.text(language) + " " + TerminalSafe.line(MaskedURL.mask(feed)))
        }
        return parts.joined(separator: " · ")
    }

    /// The maximum number of replies shown below a topic.
    package static let maxReplies = 200

    /// The replies of a topic, each indented below the reply that it answers.
    ///
    /// - Parameters:
    ///   - replies: the first replies of the thread, with their depths.
    ///   - total: the total number of replies.
    package func text(replies: [(article: Article, depth: Int)], of topic: ArticleID, total: Int) -> String {
        if replies.isEmpty { return "" }
        var text = "\n" + style.bold(Message.repliesOf.text(language, String(total))) + "\n"
        for (reply, depth) in replies {
            let indent = String(repeating: " ", count: min(2 * depth, columns / 3))
            let page = ArticlePage(
                style: style, language: language, columns: columns - indent.utf8.count, clock: clock)
            var parts = ["#\(reply.id)"]
            if let author = reply.author { parts.append(TerminalSafe.line(author)) }
            if let number = reply.reply?.number { parts.append("(\(number))") }
            parts.append(clock.minute(reply.published ?? reply.received))
            if let likes = reply.reply?.likes, likes > 0 {
                parts.append(Message.replyLikes.text(language, String(likes)))
            }
            text += "\n" + indent + style.dim(parts.joined(separator: " · ")) + "\n"
            for line in page.lines(reply) { text += line.isEmpty ? "\n" : indent + line + "\n" }
        }
        if total > replies.count {
            let hint = Message.repliesShown.text(language, String(replies.count), String(total))
            text += "\n" + style.dim(hint + ": feedsearch list parent:\(topic)") + "\n"
        }
        return text
    }

    private func lines(_ article: Article) -> [String] {
        guard let html = article.safeHTML else {
            return TerminalSafe.lines(article.body).split(separator: "\n", omittingEmptySubsequences: false).flatMap {
                TextWrap.lines(String($0), width: columns).map(String.init)
            }
        }
        let labels = DocumentLayout.Labels(
            image: Message.labelImage.text(language), audio: Message.labelAudio.text(language),
            video: Message.labelVideo.text(language))
        return DocumentLayout(style: style, width: columns, labels: labels).lines(sanitized: html, page: article.url)
    }
}
