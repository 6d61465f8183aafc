/// What a web page says about the feeds and icons of its site.
public struct PageDiscovery {
    /// Reads a page, up to `PageDiscovery.maxRead` bytes of it. Linear.
    ///
    /// - Parameter html: the page as UTF-8.
    /// - Parameter base: the page's own address; its `<base href>`, if any, leans on it.
    public static func discover(html: [UInt8], base: String?) -> PageLinks {
        var reader = PageReader(base: base)
        reader.read(html.count > maxRead ? Array(html.prefix(maxRead)) : html)
        return reader.finish()
    }

    /// Pages are read up to here, in bytes; the links that matter stand at the top.
    public static let maxRead = 4 << 20

    /// Where feeds are found that no page links to, relative to the site or a folder of it.
    public static let customaryPaths = ["feed.xml", "rss.xml", "atom.xml", "feed", "feed.rss", "rss", "index.xml"]
}

/// The feeds, likely feeds and icons of a page; every address absolute where the base is.
public struct PageLinks: Equatable, Sendable {
    /// How sure it is that an address is a feed's.
    public enum Source: String, Equatable, Sendable {
        /// `<link rel="alternate" type="application/rss+xml">` and its like.
        case link
        /// An `a` element that is marked as a feed by its type, or looks like one by its address or text.
        case anchor
        /// A customary place, not mentioned by the page.
        case guess
    }

    public struct Feed: Equatable, Sendable {
        public var href: String
        /// The media type as the page gives it, lower case without parameters; empty if it gives none.
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
        /// As written: `32x32`, `any`; empty if the page does not say.
        public var sizes: String

        public init(href: String, rel: String, type: String, sizes: String) {
            self.href = href
            self.rel = rel
            self.type = type
            self.sizes = sizes
        }
    }

    /// Feeds the page declares, in its order, each address once.
    public var feeds: [Feed] = []
    /// Addresses worth trying if `feeds` is empty: links that look like feeds, then the customary places.
    public var candidates: [Feed] = []
    /// Icons the page declares, in its order, then /favicon.ico.
    public var icons: [Icon] = []
    /// What relative addresses of the page lean on: its `<base href>`, else its own address.
    public var base: String?
    public var title = ""
    /// The page's preferred address for itself.
    public var canonical: String?
    /// WebSub hubs.
    public var hubs: [String] = []

    public init() {}
}
