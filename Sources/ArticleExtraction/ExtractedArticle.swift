public import FeedParsing
internal import Markup

/// An article extracted from a web page.
public struct ExtractedArticle: Sendable, Equatable {
    /// The markup of the main content. Not sanitised; only attributes of links, images and tables are kept, and
    /// addresses are absolute.
    public var html = ""
    public var title: String?
    public var author: String?
    public var published: Timestamp?
    /// The language as declared in the page, for example `en` or `zh-CN`.
    public var language: String?
    public var siteName: String?
    /// The address of the picture that represents the article.
    public var image: String?
}

/// Finds the main content of a web page.
///
/// Paragraphs give points to the elements around them, by their length and number of commas. Class names, the share of
/// links and the page's own metadata adjust the points. The method follows Readability
/// (<https://github.com/mozilla/readability>), with trafilatura's rule that a second, more lenient pass is made if
/// little text is found (<https://aclanthology.org/2021.acl-demo.15/>). Chinese, Japanese and Korean characters count
/// twice in lengths, and the commas of each script are recognised.
public enum ArticleExtractor {
    /// The maximum number of bytes read from a page.
    public static let maxBytes = 8 << 20

    /// Extracts the article of a page.
    ///
    /// - Parameters:
    ///   - page: UTF-8.
    ///   - address: the page's address after redirects; relative addresses are resolved against it.
    /// - Returns: nil if the page has no main text, such as a page of links, a sign-in page, or an application without
    ///   its scripts.
    /// - Complexity: linear in the page.
    public static func article(_ page: [UInt8], address: String) -> ExtractedArticle? {
        let tree = tree(page)
        let metadata = PageMetadata(tree, address: address)
        for strictness in [Strictness.strict, .lenient] {
            var outline = PageOutline(tree, strictness)
            guard let content = ContentScorer(tree, outline, body: metadata.body).content() else { continue }
            outline.keepText(of: content, tree)
            let writer = ContentWriter(tree, outline, base: metadata.base, title: metadata.title)
            let written = writer.write(content)
            guard written.length >= (strictness == .strict ? minLength : minLength / 2), written.linkShare < 0.5 else {
                continue
            }
            return metadata.article(html: written.html)
        }
        return nil
    }

    /// Extracts the article from the elements that the user has specified.
    ///
    /// - Parameter selector: selects the elements with the text. A match inside another match is ignored.
    /// - Returns: nil if no matching element has text.
    public static func article(_ page: [UInt8], address: String, selector: ContentSelector) -> ExtractedArticle? {
        let tree = tree(page)
        let metadata = PageMetadata(tree, address: address)
        var content: [Int] = []
        for element in selector.matches(in: tree) where element >= content.last.map({ Int(tree.elements[$0].end) }) ?? 0
        {
            content.append(element)
        }
        let outline = PageOutline(tree, .none)
        let written = ContentWriter(tree, outline, base: metadata.base, title: nil).write(content)
        return written.length > 0 ? metadata.article(html: written.html) : nil
    }

    private static func tree(_ page: [UInt8]) -> HTMLTree {
        let page = page.count > maxBytes ? Array(page.prefix(maxBytes)) : page
        let tree = HTMLTree(page, keepsTexts: true)
        if tree.number(ofName: "body") != nil { return tree }
        // The `<body>` tag is optional, so add it if it is missing:
        // <https://html.spec.whatwg.org/multipage/parsing.html#the-after-head-insertion-mode>.
        return HTMLTree(Array("<body>".utf8) + page, keepsTexts: true)
    }

    /// The minimum number of characters in a main text, with CJK characters counted twice. The lenient pass requires
    /// half as many.
    private static let minLength = 250
}

/// Which parts of a page are excluded from the text.
enum Strictness {
    /// Parts are excluded by element, role and name.
    case strict
    /// Parts are excluded by element and role only.
    case lenient
    /// Only parts that never contain text are excluded, such as scripts and forms.
    case none
}
