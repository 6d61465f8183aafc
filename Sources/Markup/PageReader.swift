/// Implements `PageDiscovery` in one pass over the tags of a page.
struct PageReader {
    private let documentBase: String?
    private var base: String?
    private var hasBaseElement = false
    private var links = PageLinks()
    private var seen: Set<String> = []
    private var anchorsSeen: Set<String> = []
    private var anchors: [PageLinks.Feed] = []
    private var tokenizer = HTMLTokenizer()

    private static let maxLinks = 200
    private static let maxTitleBytes = 1000

    init(base: String?) {
        documentBase = base
        self.base = base
    }

    mutating func read(_ html: [UInt8]) {
        findBase(html)
        var index = 0
        while let start = html[index...].firstIndex(of: 0x3C) {
            index = start + 1
            let kind = tokenizer.read(html.span, at: start)
            guard kind != .text else { continue }
            if kind == .startTag {
                let tag = tokenizer.tag
                readTag(html, tag)
                if tag.traits.contains(.rawText) {
                    let content = tokenizer.readRawText(html.span, of: tag)
                    if tag == .title, links.title.isEmpty { links.title = text(html, content) }
                } else if tag == .a {
                    readAnchor(html)
                }
            }
            index = tokenizer.next
        }
    }

    consuming func finish() -> PageLinks {
        links.base = base
        links.candidates = anchors.filter { !seen.contains($0.href) }
        if let base {
            var directories = [URLReference.resolve("/", base: base)]
            let own = URLReference.resolve(".", base: base)
            if own != directories[0] { directories.insert(own, at: 0) }
            for directory in directories where URLReference.isSafeToOpen(directory) {
                for path in PageDiscovery.customaryPaths {
                    let href = URLReference.resolve(path, base: directory)
                    guard !seen.contains(href), !links.candidates.contains(where: { $0.href == href }) else { continue }
                    links.candidates.append(PageLinks.Feed(href: href, type: "", title: "", source: .guess))
                }
            }
            let favicon = URLReference.resolve("/favicon.ico", base: documentBase ?? base)
            if URLReference.isSafeToOpen(favicon), !links.icons.contains(where: { $0.href == favicon }) {
                links.icons.append(PageLinks.Icon(href: favicon, rel: "guess", type: "", sizes: ""))
            }
        }
        return links
    }
}

extension PageReader {
    /// Finds the `<base href>` before anything else, because it also applies to links before it.
    private mutating func findBase(_ html: [UInt8]) {
        var scanner = HTMLTokenizer()
        var index = 0
        while let start = html[index...].firstIndex(of: 0x3C) {
            index = start + 1
            let kind = scanner.read(html.span, at: start)
            guard kind != .text else { continue }
            if kind == .startTag {
                if scanner.tag == .base, let href = value("href", scanner.attributes, html), !href.isEmpty {
                    base = URLReference.resolve(href, base: documentBase)
                    return
                }
                if scanner.tag == .body { return }
                if scanner.tag.traits.contains(.rawText) { _ = scanner.readRawText(html.span, of: scanner.tag) }
            }
            index = scanner.next
        }
    }

    private mutating func readTag(_ html: [UInt8], _ tag: HTMLTag) {
        switch tag {
        case .link: readLink(html)
        case .meta: readMeta(html)
        default: break
        }
    }

    private mutating func readLink(_ html: [UInt8]) {
        let attributes = tokenizer.attributes
        guard let href = value("href", attributes, html), !href.isEmpty else { return }
        let address = URLReference.resolve(href, base: base)
        let rels = (value("rel", attributes, html) ?? "").lowercased().split(whereSeparator: \.isWhitespace)
        let type = Self.mediaType(value("type", attributes, html) ?? "")
        if rels.contains("alternate") || rels.contains("feed"), !rels.contains("stylesheet") {
            let isFeed =
                Self.feedTypes.contains(type) || rels.contains("feed") && type.isEmpty
                || Self.maybeFeedTypes.contains(type) && Self.looksLikeFeed(address)
            if isFeed, Self.isWeb(address), links.feeds.count < Self.maxLinks, seen.insert(address).inserted {
                let title = Self.collapsed(value("title", attributes, html) ?? "")
                links.feeds.append(PageLinks.Feed(href: address, type: type, title: title, source: .link))
            }
        } else if Self.feedTypes.contains(type), Self.isWeb(address), anchors.count < Self.maxLinks,
            anchorsSeen.insert(address).inserted
        {
            // The link has the type of a feed, but the page does not declare it as one of its own feeds.
            let title = Self.collapsed(value("title", attributes, html) ?? "")
            anchors.append(PageLinks.Feed(href: address, type: type, title: title, source: .link))
        }
        if let rel = rels.first(where: { Self.iconRels.contains(String($0)) }), Self.isWeb(address),
            links.icons.count < Self.maxLinks, !links.icons.contains(where: { $0.href == address })
        {
            let sizes = (value("sizes", attributes, html) ?? "").lowercased()
            links.icons.append(PageLinks.Icon(href: address, rel: String(rel), type: type, sizes: sizes))
        }
        if rels.contains("canonical"), links.canonical == nil, Self.isWeb(address) { links.canonical = address }
        if rels.contains("hub"), Self.isWeb(address), links.hubs.count < 8 { links.hubs.append(address) }
    }

    private mutating func readMeta(_ html: [UInt8]) {
        let attributes = tokenizer.attributes
        let key = (value("property", attributes, html) ?? value("name", attributes, html) ?? "").lowercased()
        guard key == "og:image" || key == "twitter:image" || key == "msapplication-tileimage",
            let content = value("content", attributes, html), !content.isEmpty
        else { return }
        let address = URLReference.resolve(content, base: base)
        guard Self.isWeb(address), links.icons.count < Self.maxLinks,
            !links.icons.contains(where: { $0.href == address })
        else { return }
        links.icons.append(PageLinks.Icon(href: address, rel: "image", type: "", sizes: ""))
    }

    private mutating func readAnchor(_ html: [UInt8]) {
        let attributes = tokenizer.attributes
        guard anchors.count < Self.maxLinks, let href = value("href", attributes, html), !href.isEmpty else { return }
        let type = Self.mediaType(value("type", attributes, html) ?? "")
        let start = tokenizer.next
        let end = min(html.count, start + Self.maxTitleBytes)
        let stop = Self.endOfAnchor(html, start..<end)
        let address = URLReference.resolve(href, base: base)
        let isMarked = Self.feedTypes.contains(type)
        guard Self.isWeb(address), isMarked || Self.looksLikeFeed(address) || Self.saysFeed(html, start..<stop)
        else { return }
        guard anchorsSeen.insert(address).inserted else { return }
        let title = Self.collapsed(value("title", attributes, html) ?? "")
        let name = title.isEmpty ? text(html, start..<stop) : title
        anchors.append(PageLinks.Feed(href: address, type: type, title: name, source: .anchor))
    }

    private func value(_ name: String, _ attributes: [HTMLTokenizer.Attribute], _ html: [UInt8]) -> String? {
        let hash = HTMLNameTable.hash(name.utf8)
        guard let attribute = attributes.first(where: { $0.hash == hash }) else { return nil }
        var bytes: [UInt8] = []
        HTMLEntities.append(html.span, attribute.value, inAttribute: true, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func text(_ html: [UInt8], _ range: Range<Int>) -> String {
        let bytes = HTMLText.plainText(Array(html[range].prefix(Self.maxTitleBytes)))
        return Self.collapsed(String(decoding: bytes, as: UTF8.self))
    }
}

// MARK: - Recognising feeds

extension PageReader {
    private static let feedTypes: Set<String> = [
        "application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml", "text/rss+xml",
        "application/x.atom+xml", "application/x-atom+xml", "application/x-rss+xml", "application/rss", "text/rss",
        "application/atom", "text/atom+xml", "text/rdf+xml", "application/x-netcdf",
    ]
    private static let maybeFeedTypes: Set<String> = ["application/json", "application/xml", "text/xml", ""]
    private static let iconRels: Set<String> = [
        "icon", "apple-touch-icon", "apple-touch-icon-precomposed", "mask-icon", "fluid-icon", "image_src",
    ]

    private static func isWeb(_ address: String) -> Bool {
        guard let scheme = URLReference.scheme(address) else { return true }
        return scheme == "http" || scheme == "https"
    }

    private static func mediaType(_ type: String) -> String {
        let bare = type.prefix { $0 != ";" }
        return collapsed(String(bare)).lowercased()
    }

    private static func collapsed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Whether the end of an address looks like that of a feed, for example `/feed/`, `/rss.xml` or `?feed=rss2`.
    static func looksLikeFeed(_ address: String) -> Bool {
        let parts = URLReference.Parts(URLReference.clean(Array(address.utf8)))
        let path = String(decoding: parts.path, as: UTF8.self).lowercased()
        let query = String(decoding: parts.query ?? [], as: UTF8.self).lowercased()
        let isQueried = query.split(separator: "&").contains { pair in
            pair.hasPrefix("feed=") || pair == "feed" || pair == "format=feed" || pair == "format=rss"
                || pair == "format=atom" || pair == "type=rss" || pair == "output=rss" || pair == "alt=rss"
        }
        if isQueried { return true }
        guard let last = path.split(separator: "/").last else { return false }
        let words: Set<Substring> = ["feed", "feeds", "rss", "rss2", "atom", "index.xml", "feed.json", "feed.xml"]
        return words.contains(last)
            || [".rss", ".atom", ".rdf", "feed.xml", "rss.xml", "atom.xml", "feed.json", "rss.php", "feed.php"]
                .contains { last.hasSuffix($0) }
    }

    /// Whether the text of a link mentions a feed, for example "RSS", "Atom feed" or 订阅.
    private static func saysFeed(_ html: [UInt8], _ range: Range<Int>) -> Bool {
        guard range.count <= 200 else { return false }
        let text = String(decoding: HTMLText.plainText(Array(html[range])), as: UTF8.self).lowercased()
        let words = text.split { !$0.isLetter && !$0.isNumber }
        return words.count <= 4 && words.contains { $0 == "rss" || $0 == "atom" || $0 == "xml" || $0 == "rss订阅" }
    }

    private static func endOfAnchor(_ html: [UInt8], _ range: Range<Int>) -> Int {
        var index = range.lowerBound
        while index + 2 < range.upperBound {
            if html[index] == 0x3C, html[index + 1] == 0x2F, html[index + 2] | 0x20 == 0x61 { return index }
            index += 1
        }
        return range.upperBound
    }
}
