internal import Articles
internal import FeedWriting
internal import Formats

/// Writes a message as a mail (RFC 5322, RFC 2045), with the same content as plain text and HTML, all in ASCII.
///
/// Bodies are in Base64 and headers in encoded words, so that article text cannot end a line.
struct MailComposer {
    var sender: String
    var receivers: [String]
    var environment: AlertEnvironment

    func mail(_ message: AlertMessage) -> [UInt8] {
        let boundary = "feedsearch-\(message.uid)"
        let domain = sender.split(separator: "@").last.map(String.init) ?? "localhost"
        var lines = [
            "Date: \(CivilTime.rfc5322(message.created))", "From: \(sender)",
            "To: \(receivers.joined(separator: ", "))",
            "Subject: \(Self.encodedWords(Self.subject(message, environment.language)))",
            "Message-ID: <\(message.uid)@\(domain)>", "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
            "Content-Type: multipart/alternative; boundary=\"\(boundary)\"", "",
        ]
        for (kind, text) in [("plain", text(message)), ("html", html(message))] {
            lines += [
                "--\(boundary)", "Content-Type: text/\(kind); charset=utf-8", "Content-Transfer-Encoding: base64", "",
            ]
            lines += Self.base64Lines(text)
        }
        lines += ["--\(boundary)--", ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    /// The subject: the search's name, and the title of a single article or the number of articles.
    static func subject(_ message: AlertMessage, _ language: AlertLanguage) -> String {
        let name = PlainText.line(message.search.name, limit: 60)
        let count = message.articles.count
        if message.isTest { return language.pick("Test of \(name)", "“\(name)”测试") }
        if count == 1, !message.isDigest, let article = message.articles.first {
            return language.pick("\(name): ", "\(name)：") + PlainText.line(article.titleOrBeginning, limit: 120)
        }
        return language.pick("\(name): \(count) new articles", "\(name)：\(count) 篇新文章")
    }

    // MARK: - Bodies

    private func text(_ message: AlertMessage) -> String {
        var lines = [message.heading(environment.language), ""]
        for article in message.articles {
            lines.append(PlainText.line(article.titleOrBeginning))
            lines.append(byline(article))
            if let url = article.url.flatMap(WebLink.address) { lines.append(url) }
            lines += [PlainText.line(AlertMessage.summary(of: article), limit: 400), ""]
        }
        lines.append(footer(message))
        return lines.joined(separator: "\r\n") + "\r\n"
    }

    private func html(_ message: AlertMessage) -> String {
        var out = "<!DOCTYPE html><html><body style=\"font-family:sans-serif;max-width:40em\">\r\n"
        out += "<p>\(XMLText.escape(message.heading(environment.language), .xml))</p>\r\n"
        for article in message.articles {
            let title = XMLText.escape(PlainText.line(article.titleOrBeginning), .xml)
            let link = article.url.flatMap(WebLink.address).map { XMLText.escape($0, .xml) }
            out +=
                "<h3 style=\"margin-bottom:0\">" + (link.map { "<a href=\"\($0)\">\(title)</a>" } ?? title)
                + "</h3>\r\n"
            out += "<p style=\"margin:0;color:#666\">\(XMLText.escape(byline(article), .xml))</p>\r\n"
            out += "<p>\(XMLText.escape(PlainText.line(AlertMessage.summary(of: article), limit: 400), .xml))</p>\r\n"
        }
        return out + "<hr><p style=\"color:#666\">\(XMLText.escape(footer(message), .xml))</p></body></html>\r\n"
    }

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

    private static func base64Lines(_ text: String) -> [String] {
        let whole = Array(Base64.encode(Array(text.utf8)).utf8)
        return stride(from: 0, to: whole.count, by: 76).map {
            String(decoding: whole[$0..<min($0 + 76, whole.count)], as: UTF8.self)
        }
    }
}
