internal import Articles
internal import FeedWriting
internal import Formats

/// Writes a message as a mail (RFC 5322, RFC 2045), with the same content as plain text and HTML, all in ASCII. A digest
/// may hold the messages of several searches, a section each.
///
/// Bodies are Base64 and headers are encoded words, so that text of an article cannot end a line.
struct MailComposer {
    var sender: String
    var receivers: [String]
    /// Whether the articles are attached as a book.
    var hasBook = false
    var environment: AlertEnvironment

    /// - Parameter messages: at least one.
    func mail(_ messages: [AlertMessage]) -> [UInt8] {
        let id = Self.id(of: messages)
        let boundary = "feedsearch-\(id)"
        let domain = sender.split(separator: "@").last.map(String.init) ?? "localhost"
        var lines = [
            "Date: \(CivilTime.rfc5322(messages.map(\.created).max() ?? 0))", "From: \(sender)",
            "To: \(receivers.joined(separator: ", "))",
            "Subject: \(Self.encodedWords(Self.subject(messages, environment.language)))",
            "Message-ID: <\(id)@\(domain)>", "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
            // The ids of the messages, by which a repeated one is known in another digest, too.
            "X-Feedsearch-Id: " + messages.map(\.uid).joined(separator: ",\r\n "),
        ]
        if let address = unsubscribing(messages) { lines.append("List-Unsubscribe: <\(address)>") }
        let texts = alternatives(messages, boundary: boundary)
        if hasBook {
            let outer = boundary + "-all"
            lines += ["Content-Type: multipart/mixed; boundary=\"\(outer)\"", "", "--\(outer)"] + texts
            lines += [
                "--\(outer)", "Content-Type: application/epub+zip",
                "Content-Disposition: attachment; filename=\"feedsearch-\(id).epub\"",
                "Content-Transfer-Encoding: base64", "",
            ]
            lines += Self.base64Lines(AlertBook.bytes(messages, environment)) + ["--\(outer)--", ""]
        } else {
            lines += texts
        }
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    /// The text and the HTML, with the header of both.
    private func alternatives(_ messages: [AlertMessage], boundary: String) -> [String] {
        var lines = ["Content-Type: multipart/alternative; boundary=\"\(boundary)\"", ""]
        for (kind, text) in [("plain", text(messages)), ("html", html(messages))] {
            lines += [
                "--\(boundary)", "Content-Type: text/\(kind); charset=utf-8", "Content-Transfer-Encoding: base64", "",
            ]
            lines += Self.base64Lines(Array(text.utf8))
        }
        return lines + ["--\(boundary)--", ""]
    }

    /// The id of one message, or of a digest of several: equal digests have equal ids.
    private static func id(of messages: [AlertMessage]) -> String {
        if messages.count == 1 { return messages[0].uid }
        let hash = SHA256.hash(Array(messages.map(\.uid).joined(separator: " ").utf8))
        return "digest_" + Hexadecimal.encode(Array(hash.prefix(16)))
    }

    /// The page on which the notifications of the search, or of all searches, are ended (RFC 2369); nil without a web
    /// reader.
    private func unsubscribing(_ messages: [AlertMessage]) -> String? {
        guard let base = environment.readerBase, base.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x3E }) else {
            return nil
        }
        guard messages.count == 1, let search = environment.readerAddress(of: messages[0].search) else {
            return base + "/saved"
        }
        return search + "/settings"
    }

    /// The names of the searches and the number of articles.
    static func subject(_ messages: [AlertMessage], _ language: AlertLanguage) -> String {
        if messages.count == 1 { return subject(messages[0], language) }
        let names = messages.map { PlainText.line($0.search.name, limit: 40) }
        let count = messages.reduce(0) { $0 + ($1.trend == nil ? $1.articles.count : 0) }
        let events = messages.count { $0.trend != nil }
        let list = PlainText.line(names.joined(separator: language.pick(", ", "、")), limit: 120)
        if events == messages.count { return list }
        return language.pick("\(list): \(count) new articles", "\(list)：\(count) 篇新文章")
    }

    /// The subject: the search's name, and the title of a single article or the number of articles.
    static func subject(_ message: AlertMessage, _ language: AlertLanguage) -> String {
        let name = PlainText.line(message.search.name, limit: 60)
        let count = message.articles.count
        if message.isTest { return language.pick("Test of \(name)", "“\(name)”测试") }
        if let text = message.trendText(language) {
            return PlainText.line(language.pick("\(name): ", "\(name)：") + text, limit: 200)
        }
        if count == 1, !message.isDigest, let article = message.articles.first {
            return language.pick("\(name): ", "\(name)：") + PlainText.line(article.titleOrBeginning, limit: 120)
        }
        return language.pick("\(name): \(count) new articles", "\(name)：\(count) 篇新文章")
    }

    // MARK: - Bodies

    private func text(_ messages: [AlertMessage]) -> String {
        var lines: [String] = []
        for message in messages {
            if messages.count > 1 { lines += ["# " + PlainText.line(message.search.name), ""] }
            lines += [message.heading(environment.language), ""]
            for article in message.articles {
                lines.append(PlainText.line(article.titleOrBeginning))
                lines.append(byline(article))
                if let url = article.url.flatMap(WebLink.address) { lines.append(url) }
                lines += [PlainText.line(snippet(of: article, message).text, limit: 400), ""]
            }
            lines += [footer(message), ""]
        }
        return lines.joined(separator: "\r\n")
    }

    private func html(_ messages: [AlertMessage]) -> String {
        "<!DOCTYPE html><html><body style=\"font-family:sans-serif;max-width:40em\">\r\n" + sections(messages)
            + "</body></html>\r\n"
    }

    /// The HTML of the messages without the page around them.
    func sections(_ messages: [AlertMessage]) -> String {
        var out = ""
        for message in messages {
            if messages.count > 1 { out += "<h2>\(Self.escaped(PlainText.line(message.search.name)))</h2>\r\n" }
            out += "<p>\(Self.escaped(message.heading(environment.language)))</p>\r\n"
            for article in message.articles { out += html(article, message) }
            out += "<hr><p style=\"color:#666\">\(Self.escaped(footer(message)))</p>\r\n"
        }
        return out
    }

    private func html(_ article: Article, _ message: AlertMessage) -> String {
        let title = Self.escaped(PlainText.line(article.titleOrBeginning))
        let link = article.url.flatMap(WebLink.address).map(Self.escaped)
        var out =
            "<h3 style=\"margin-bottom:0\">" + (link.map { "<a href=\"\($0)\">\(title)</a>" } ?? title) + "</h3>\r\n"
        out += "<p style=\"margin:0;color:#666\">\(Self.escaped(byline(article)))"
        if let reader = environment.readerAddress(ofArticle: article.id) {
            out += " · <a href=\"\(Self.escaped(reader))\">feedsearch</a>"
        }
        out += "</p>\r\n<p>"
        let (text, highlights) = snippet(of: article, message)
        for part in MarkedText.parts(text, highlights, limit: 400) {
            let words = Self.escaped(part["text"]?.plainText ?? "")
            out += part["mark"]?.isTrue ?? false ? "<b>\(words)</b>" : words
        }
        return out + "</p>\r\n"
    }

    /// The snippet with its highlights, or the beginning of the article.
    private func snippet(of article: Article, _ message: AlertMessage) -> (text: String, highlights: [Range<Int>]) {
        guard let hit = message.hits[article.id], !hit.snippet.isEmpty else {
            return (PlainText.line(AlertMessage.summary(of: article), limit: 400), [])
        }
        return (hit.snippet, hit.snippetHighlights)
    }

    private static func escaped(_ text: String) -> String { XMLText.escape(text, .xml) }

    private func byline(_ article: Article) -> String {
        let moment = article.published ?? article.received
        let parts = [
            article.feedTitle ?? article.feed, article.author,
            CivilTime.minute(moment + Int64(environment.utcOffset(moment))),
        ]
        return parts.compactMap { $0.map { PlainText.line($0, limit: 100) } }.filter { !$0.isEmpty }
            .joined(separator: " · ")
    }

    private func footer(_ message: AlertMessage) -> String {
        let query = PlainText.line(message.search.query)
        let folded =
            message.foldedCount == 0
            ? ""
            : environment.language.pick(
                " Near-duplicates left out: \(message.foldedCount).", "另有 \(message.foldedCount) 篇近似重复已略去。")
        return environment.language.pick("Saved search: \(query)." + folded, "保存的搜索：\(query)。" + folded)
    }

    // MARK: - Encodings

    /// Encodes a header value as folded encoded words (RFC 2047) of 45 bytes of text each; plain ASCII is unchanged.
    static func encodedWords(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), text.utf8.count <= 200, !text.contains("=?") {
            return text
        }
        var words: [String] = []
        var part: [UInt8] = []
        for character in text.unicodeScalars {
            let bytes = Array(String(character).utf8)
            if part.count + bytes.count > 45 {
                words.append(Base64.encode(part))
                part = []
            }
            part += bytes
        }
        words.append(Base64.encode(part))
        return words.map { "=?UTF-8?B?\($0)?=" }.joined(separator: "\r\n ")
    }

    static func base64Lines(_ bytes: [UInt8]) -> [String] {
        let whole = Array(Base64.encode(bytes).utf8)
        return stride(from: 0, to: whole.count, by: 76).map {
            String(decoding: whole[$0..<min($0 + 76, whole.count)], as: UTF8.self)
        }
    }
}
