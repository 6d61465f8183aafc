internal import FeedParsing
internal import Markup

/// The metadata of a page's article: from linked data (schema.org), Open Graph and other `meta` elements, and marked
/// elements.
struct PageMetadata {
    /// The address against which relative addresses are resolved.
    private(set) var base: String
    private(set) var title: String?
    /// The text of the article in the linked data, without markup.
    private(set) var body: String?
    private var author: String?
    private var published: Timestamp?
    private var language: String?
    private var siteName: String?
    private var image: String?

    private static let maxMetas = 500

    init(_ tree: HTMLTree, address: String) {
        base = address
        if let element = Self.first("base", in: tree), let href = tree.attribute("href", of: element) {
            let resolved = URLReference.resolve(href, base: address)
            if URLReference.isSafeToOpen(resolved) { base = resolved }
        }
        let metas = Self.metas(tree)
        let data = LinkedData(tree)
        siteName = metas["og:site_name"] ?? metas["application-name"] ?? data.siteName
        title = title(tree, metas, data)
        author = data.author ?? Self.name(metas["author"]) ?? Self.name(metas["article:author"]) ?? Self.byline(tree)
        let date =
            data.published ?? metas["article:published_time"] ?? metas["datepublished"] ?? metas["pubdate"]
            ?? metas["publishdate"] ?? metas["dc.date"] ?? Self.date(tree)
        published = date.flatMap { DateParser.parse($0) }
        language = Self.first("html", in: tree).flatMap {
            tree.attribute("lang", of: $0) ?? tree.attribute("xml:lang", of: $0)
        }
        if language?.isEmpty ?? true { language = metas["og:locale"]?.replacing("_", with: "-") }
        let picture = metas["og:image"] ?? metas["og:image:url"] ?? metas["twitter:image"] ?? data.image
        image = picture.map { URLReference.resolve($0, base: base) }.flatMap {
            URLReference.isSafeToOpen($0) ? $0 : nil
        }
        body = data.body
    }

    func article(html: String) -> ExtractedArticle {
        ExtractedArticle(
            html: html, title: title, author: author, published: published, language: language, siteName: siteName,
            image: image)
    }

    // MARK: -

    private static func first(_ name: String, in tree: HTMLTree) -> Int? {
        guard let number = tree.number(ofName: name) else { return nil }
        return tree.elements.firstIndex { $0.name == number }
    }

    /// The first value of each name; names are in lower case.
    private static func metas(_ tree: HTMLTree) -> [String: String] {
        guard let number = tree.number(ofName: "meta") else { return [:] }
        var out: [String: String] = [:]
        for index in tree.elements.indices.lazy.filter({ tree.elements[$0].name == number }).prefix(maxMetas) {
            let name = ["property", "name", "itemprop"].lazy.compactMap { tree.attribute($0, of: index) }.first
            guard let name, let content = tree.attribute("content", of: index)?.trimmingWhitespace(), !content.isEmpty
            else { continue }
            if out[name.lowercased()] == nil { out[name.lowercased()] = String(content.prefix(2_000)) }
        }
        return out
    }

    private func title(_ tree: HTMLTree, _ metas: [String: String], _ data: LinkedData) -> String? {
        let heading = Self.onlyHeading(tree)
        let whole = Self.first("title", in: tree).map { tree.text(of: $0, limit: 4_096) } ?? ""
        if let named = data.headline ?? metas["og:title"] ?? metas["twitter:title"] {
            return Self.withoutSite(named, siteName)
        }
        // If the title contains the heading, use the heading.
        if let heading, whole.contains(heading) || whole.isEmpty { return heading }
        let short = Self.withoutSite(whole, siteName)
        return short.isEmpty ? heading : short
    }

    /// The text of the page's only `h1`.
    private static func onlyHeading(_ tree: HTMLTree) -> String? {
        guard let number = tree.number(ofName: "h1") else { return nil }
        let headings = tree.elements.indices.filter { tree.elements[$0].name == number }
        guard headings.count == 1 else { return nil }
        let text = tree.text(of: headings[0], limit: 4_096)
        return text.isEmpty ? nil : text
    }

    private static let separators = [" | ", " - ", " – ", " — ", " · ", " » ", " :: ", "_", "｜", " / "]

    /// Removes the site's name from a title, for example "Site" from "Title | Site". The removed part must be the
    /// site's name, or short compared with the rest of the title.
    private static func withoutSite(_ title: String, _ site: String?) -> String {
        for separator in separators {
            guard let range = title.ranges(of: separator).last else { continue }
            let (head, tail) = (title[..<range.lowerBound], title[range.upperBound...])
            if tail.lowercased() == site?.lowercased() { return String(head).trimmingWhitespace() }
            if site == nil, separator != " / ", tail.count * 2 < head.count, head.count > 10 {
                return String(head).trimmingWhitespace()
            }
        }
        return title.trimmingWhitespace()
    }

    private static func name(_ text: String?) -> String? {
        guard let text, !text.contains("://"), text.count < 200 else { return nil }
        return text
    }

    /// A short text that the page marks as the author.
    private static func byline(_ tree: HTMLTree) -> String? {
        for index in tree.elements.indices.prefix(20_000) {
            let isMarked =
                tree.attribute("rel", of: index)?.lowercased() == "author"
                || tree.attribute("itemprop", of: index)?.lowercased() == "author"
                || NameHints(names: [tree.attribute("class", of: index) ?? ""]).contains(.byline)
            guard isMarked else { continue }
            let text = tree.text(of: index, limit: 1_024)
            if (1..<100).contains(text.count), !text.contains(where: \.isNumber) { return stripped(text) }
        }
        return nil
    }

    private static func stripped(_ text: String) -> String {
        for prefix in ["By ", "by ", "作者：", "作者:", "文/", "文｜", "Von ", "Par ", "Por "] where text.hasPrefix(prefix) {
            return String(text.dropFirst(prefix.count)).trimmingWhitespace()
        }
        return text
    }

    private static func date(_ tree: HTMLTree) -> String? {
        guard let number = tree.number(ofName: "time") else { return nil }
        let times = tree.elements.indices.lazy.filter { tree.elements[$0].name == number }
        return times.prefix(20).compactMap { tree.attribute("datetime", of: $0) }.first { !$0.isEmpty }
    }
}
