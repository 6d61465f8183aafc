internal import Articles
internal import FeedWriting
internal import Formats
internal import Markup
private import System

/// Writes an article as a Markdown file with YAML front matter, which note-taking programs read.
enum ArticleFile {
    /// Maximum size of the title in a file name, in bytes. A file name has at most 255 bytes.
    private static let titleBytes = 120

    /// Writes an article into a folder. An existing file is not overwritten, since the user may have changed it.
    ///
    /// - Throws: `AlertFailure`. Its reason does not contain the path, because clients can read it.
    static func write(_ article: Article, to folder: String) throws {
        let path = folder + "/" + name(of: article)
        if FileSystem.kind(path) != nil { return }
        do {
            try FileSystem.replace(path, with: bytes(of: article), mode: 0o644)
        } catch {
            throw AlertFailure("the folder cannot be written: \(error.words)")
        }
    }

    /// Checks that files can be written into a folder.
    ///
    /// - Throws: `AlertFailure`.
    static func test(_ folder: String) throws {
        let path = folder + "/.feedsearch-\(UInt64.random(in: 0...UInt64.max)).tmp"
        do {
            try FileSystem.replace(path, with: [], mode: 0o600)
            try FileSystem.remove(path)
        } catch {
            throw AlertFailure("the folder cannot be written: \(error.words)")
        }
    }

    /// The name of an article's file: its date, its title, and a hash of its feed and guid.
    ///
    /// Of the title, only letters, digits, combining marks, `-` and `_` are kept, so that the name contains no path
    /// separator. With the date, it cannot be a name that an operating system reserves.
    static func name(of article: Article) -> String {
        var title = String.UnicodeScalarView()
        var bytes = 0
        var isGap = false
        for scalar in article.titleOrBeginning.unicodeScalars {
            guard isKept(scalar) else {
                isGap = !title.isEmpty
                continue
            }
            bytes += UTF8.width(scalar) + (isGap ? 1 : 0)
            if bytes > titleBytes { break }
            if isGap { title.append(" ") }
            isGap = false
            title.append(scalar)
        }
        let day = CivilTime.rfc3339(article.published ?? article.received).prefix(10)
        let hash = Hexadecimal.encode(Array(SHA256.hash(Array("\(article.feed)\n\(article.guid)".utf8)).prefix(5)))
        return [String(day), String(title), hash].filter { !$0.isEmpty }.joined(separator: " ") + ".md"
    }

    private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .nonspacingMark, .spacingMark:
            true
        default: scalar == "-" || scalar == "_"
        }
    }

    /// The content of the file. Texts in the front matter are JSON strings, which are valid YAML.
    static func bytes(of article: Article) -> [UInt8] {
        let title = PlainText.line(article.titleOrBeginning, limit: 500)
        var facts: [(String, MessageValue?)] = [("title", .text(title))]
        facts.append(("url", .text(article.url.flatMap(WebLink.address))))
        facts.append(("author", .text(article.author.map { PlainText.line($0) })))
        facts.append(("feed", .text(PlainText.line(article.feedTitle ?? article.feed))))
        facts.append(("published", .text(article.published.map(CivilTime.rfc3339))))
        facts.append(("received", .text(CivilTime.rfc3339(article.received))))
        let tags = SentArticle.tags(of: article)
        if !tags.isEmpty { facts.append(("tags", .list(tags.map { .text($0) }))) }
        var out: [UInt8] = Array("---\n".utf8)
        for case (let name, let value?) in facts { out += Array("\(name): ".utf8) + value.bytes + [0x0A] }
        let html = article.html.map { HTMLSanitizer.sanitize($0, base: article.url) }
        let text =
            html.map { TextDocument(sanitized: $0, page: article.url).markdown() } ?? MarkdownText.plain(article.body)
        out += Array("---\n\n# \(MarkdownText.line(title))\n\n\(text)\n".utf8)
        return out
    }
}
