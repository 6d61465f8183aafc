public import FeedParsing
internal import Markup

/// The article of a web page.
public struct ExtractedArticle: Sendable, Equatable {
    /// The main content's markup. Not sanitised: attributes but those of links, images and tables are gone, addresses are
    /// absolute.
    public var html = ""
    public var title: String?
    public var author: String?
    public var published: Timestamp?
    /// As the page names it: `en`, `zh-CN`.
    public var language: String?
    public var siteName: String?
    /// The address of the picture that stands for it.
    public var image: String?
}

/// Finds the main content of a web page.
///
/// Paragraphs give points to the elements around them, by their length and their commas; class names, the share of links
/// and what the page itself says correct them. After Readability
/// (<https://github.com/mozilla/readability>), with trafilatura's rule that a second, more lenient pass is tried where little
/// is found (<https://aclanthology.org/2021.acl-demo.15/>). Length counts a Chinese, Japanese or Korean character twice, and
/// commas are those of each script.
public enum ArticleExtractor {
    /// Pages are read up to this many bytes.
    public static let maxBytes = 8 << 20

    /// The article of a page.
    ///
    /// - Parameters:
    ///   - page: UTF-8.
    ///   - address: of the page, after redirects; relative addresses are resolved against it.
    /// - Returns: nil where the page has no main text: a page of links, a sign-in, an application without its scripts.
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

    /// The same where the reader says which elements the text stands in.
    ///
    /// - Parameter selector: all elements that it matches are taken, but those inside others.
    /// - Returns: nil where it matches nothing with text.
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
        // A page may leave the tag out: <https://html.spec.whatwg.org/multipage/parsing.html#the-after-head-insertion-mode>.
        return HTMLTree(Array("<body>".utf8) + page, keepsTexts: true)
    }

    /// Characters that a main text has at least, CJK characters counted twice.
    private static let minLength = 250
}

/// How readily parts of a page are taken for something beside its text.
enum Strictness {
    /// By names, too.
    case strict
    /// By elements and roles only.
    case lenient
    /// What is never text: scripts, forms.
    case none
}
