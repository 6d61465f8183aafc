internal import Articles
internal import DocumentWriting
internal import FeedWriting
internal import Formats
internal import Markup
private import System

/// A digest as a book: the articles with their whole text, a section for each search.
enum AlertBook {
    static func bytes(_ messages: [AlertMessage], _ environment: AlertEnvironment) -> [UInt8] {
        let language = environment.language
        let moment = messages.map(\.created).max() ?? 0
        let document = ArticleDocument(
            identifier: EntryID.urn("digest", messages.map(\.uid).joined(separator: " ")),
            title: MailComposer.subject(messages, language), subtitle: minute(moment, environment),
            language: language.pick("en", "zh-Hans"), modified: CivilTime.rfc3339(moment),
            contentsTitle: language.pick("Contents", "目录"))
        let sections = messages.map { message in
            DocumentSection(
                title: message.search.name, note: message.heading(language),
                entries: message.articles.map { entry($0, environment) })
        }
        return document.bytes(as: .epub, sections)
    }

    private static func entry(_ article: Article, _ environment: AlertEnvironment) -> DocumentEntry {
        let byline = [
            article.feedTitle ?? article.feed, article.author,
            minute(article.published ?? article.received, environment),
        ].compactMap { $0.map { PlainText.line($0, limit: 100) } }.filter { !$0.isEmpty }.joined(separator: " · ")
        var links = article.url.map { [(text: environment.language.pick("source", "原文"), address: $0)] } ?? []
        if let reader = environment.readerAddress(ofArticle: article.id) {
            links.append((text: "feedsearch", address: reader))
        }
        return DocumentEntry(
            title: PlainText.line(article.titleOrBeginning), byline: byline, language: article.language, links: links,
            html: article.html.map { HTMLSanitizer.sanitize($0, base: article.url) }, text: article.body)
    }

    private static func minute(_ moment: Int64, _ environment: AlertEnvironment) -> String {
        CivilTime.minute(moment + Int64(environment.utcOffset(moment)))
    }

    /// The name of the file: the first search, the day, and a part of the message's id, so that a repeated delivery
    /// replaces its own file.
    static func fileName(_ messages: [AlertMessage]) -> String {
        let name = messages[0].search.name.map { character in
            character.isLetter || character.isNumber || character == "-" || character == "_" ? character : "-"
        }
        let day = CivilTime.rfc3339(messages.map(\.created).max() ?? 0).prefix(10)
        return "\(String(name.prefix(60)))-\(day)-\(messages[0].uid.suffix(8)).epub"
    }

    /// Writes the book into a folder. The file is replaced as a whole.
    static func write(_ messages: [AlertMessage], to folder: String, _ environment: AlertEnvironment) throws {
        let path = folder + "/" + fileName(messages)
        do {
            try FileSystem.replace(path, with: bytes(messages, environment), mode: 0o644)
        } catch {
            throw AlertFailure("the book cannot be written into its folder: \(error.words)")
        }
    }
}
