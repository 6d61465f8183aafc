/// Finds the feeds and icons that a web page names for its site.
public struct PageDiscovery {
    /// Reads a page, up to `PageDiscovery.maxRead` bytes of it. Linear.
    ///
    /// - Parameter html: the page as UTF-8.
    /// - Parameter base: the page's own address, against which its `<base href>` is resolved.
    public static func discover(html: [UInt8], base: String?) -> PageLinks {
        var reader = PageReader(base: base)
        reader.read(html.count > maxRead ? Array(html.prefix(maxRead)) : html)
        return reader.finish()
    }

    /// Maximum number of bytes read from a page; links to feeds are near the beginning.
    public static let maxRead = 4 << 20

    /// Common paths of feeds, tried although no page links to them; relative to the site or one of its folders.
    public static let customaryPaths = ["feed.xml", "rss.xml", "atom.xml", "feed", "feed.rss", "rss", "index.xml"]
}

/// The feeds, likely feeds and icons of a page. All addresses are absolute if the base is.
public struct PageLinks: Equatable, Sendable {
    /// Where the address was found, from the most to the least certain.
    public enum Source: String, Equatable, Sendable {
        /// `<link rel="alternate" type="application/rss+xml">` and similar elements. Among the candidates, it is a link
        /// with the type of a feed but without `rel="alternate"`.
        case link
        /// An `a` element with the type of a feed, or with an address or text like that of a feed.
        case anchor
        /// A common path that the page does not mention.
        case guess
    }

    public struct Feed: Equatable, Sendable {
        public var href: String
        /// The media type given by the page, lower case without parameters; empty if there is none.
        public var type: String
        public var title: String
        public var source: Source

        public init(href: String, type: String, title: String, source: Source) {
            self.href = href
            self.type = type
            self.title = title
            self.source = source
        }
    }

    public struct Icon: Equatable, Sendable {
        public var href: String
        /// `icon`, `apple-touch-icon`, `mask-icon`, `image` (of the page's own metadata), or `guess` for /favicon.ico.
        public var rel: String
        public var type: String
        /// As written: `32x32`, `any`; empty if the page gives none.
        public var sizes: String

        public init(href: String, rel: String, type: String, sizes: String) {
            self.href = href
            self.rel = rel
            self.type = type
            self.sizes = sizes
        }
    }

    /// The feeds that the page declares, in page order, without duplicates.
    public var feeds: [Feed] = []
    /// Addresses to try if `feeds` is empty: links that look like feeds, then the common paths.
    public var candidates: [Feed] = []
    /// The icons that the page declares, in page order, followed by /favicon.ico.
    public var icons: [Icon] = []
    /// The base of relative addresses: the page's `<base href>`, else its own address.
    public var base: String?
    public var title = ""
    /// The page's address as given by its `canonical` link.
    public var canonical: String?
    /// WebSub hubs.
    public var hubs: [String] = []

    public init() {}
}
