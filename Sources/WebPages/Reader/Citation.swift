internal import Articles
internal import FeedLibrary
internal import FeedWriting
internal import Formats

/// An article as a citation.
struct Citation {
    private let article: Article
    private let date: String
    private let source: String
    private let url: String?

    init(_ article: Article) {
        self.article = article
        date = String(CivilTime.rfc3339(article.published ?? article.received).prefix(10))
        source = MaskedURL.mask(article.feedTitle ?? article.feed)
        url = article.url.flatMap(WebLink.address)
    }

    /// The citation as text, for example `Ada Lovelace: Notes. Example Blog, 2024-05-04. https://…`
    var text: String {
        let title = article.title.isEmpty ? source : article.title
        let work = (article.author.map { $0 + ": " } ?? "") + title
        let end = work.last.map { ".!?。！？…".contains($0) } ?? false ? " " : ". "
        let place = article.title.isEmpty ? date : source + ", " + date
        return work + end + place + "." + (url.map { " " + $0 } ?? "")
    }

    /// A BibTeX entry of type `online` (<https://ctan.org/pkg/biblatex>, 2.1.1).
    var entry: String {
        let fields: [(String, String?)] = [
            ("author", article.author.map { "{" + Self.escape($0) + "}" }), ("title", Self.escape(article.title)),
            ("organization", Self.escape(source)), ("date", date), ("url", url),
        ]
        let lines = fields.compactMap { name, value in
            value.flatMap { $0.isEmpty ? nil : "  \(name) = {\($0)}" }
        }
        return "@online{feedsearch\(article.id),\n" + lines.joined(separator: ",\n") + "\n}"
    }

    /// Escapes characters that are special in TeX.
    private static func escape(_ text: String) -> String {
        var out = ""
        for character in text {
            switch character {
            case "{", "}", "$", "&", "#", "%", "_": out += "\\" + String(character)
            case "\\": out += "\\textbackslash{}"
            case "~": out += "\\textasciitilde{}"
            case "^": out += "\\textasciicircum{}"
            case "\n", "\r", "\t": out += " "
            default: out.append(character)
            }
        }
        return out
    }
}

/// Determines the text direction from the language: the first letters of a text may be in another script.
enum TextDirection {
    private static let rightToLeft: Set<Substring> = [
        "ar", "he", "iw", "fa", "ur", "yi", "ji", "ps", "sd", "ug", "dv", "ckb", "syr", "arc",
    ]

    /// - Returns: `ltr`, `rtl`, or `auto` if the language is unknown.
    static func of(_ language: String?) -> String {
        guard let language = language?.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" }).first,
            language != "und"
        else { return "auto" }
        return rightToLeft.contains(language) ? "rtl" : "ltr"
    }
}
