/// Finds the feeds and icons that a web page names for its site.
public struct PageDiscovery {
    /// Reads a page, up to `PageDiscovery.maxRead` bytes of it.
    ///
    /// - Parameter html: the page as UTF-8.
    /// - Parameter base: the page's own address, against which its `<base href>` is resolved.
    /// - Complexity: linear.
    public static func discover(html: [UInt8], base: String?) -> PageLinks {
        var reader = PageReader(base: base)
        reader.read(html.count > maxRead ? Array(html.prefix(maxRead)) : html)
        return reader.finish()
    }

    /// The maximum number of bytes read from a page. Links to feeds are near its beginning.
    public static let maxRead = 4 << 20

    /// Common paths of feeds, relative to the site or one of its folders. They are tried if the page links to no feed.
    public static let customaryPaths = ["feed.xml", "rss.xml", "atom.xml", "feed", "feed.rss", "rss", "index.xml"]
}

/// The feeds, likely feeds and icons of a page. All addresses are absolute if `base` is absolute.
public struct PageLinks: Equatable, Sendable {
    /// How an address was found, from the most to the least certain way.
    public enum Source: String, Equatable, Sendable {
        /// A `<link rel="alternate" type="application/rss+xml">` or a similar element. In `candidates`, a link with the
        /// type of a feed but without `rel="alternate"`.
        case link
        /// An `a` element with the type of a feed, or with an address or text that looks like that of a feed.
        case anchor
        /// A common path that the page does not mention.
        case guess
    }

    public struct Feed: Equatable, Sendable {
        public var href: String
        /// The media type that the page gives, in lower case without parameters; empty if the page gives none.
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
        /// The relation of the icon: `icon`, `apple-touch-icon`, `mask-icon`, `image` (from the page's own metadata),
        /// or `guess` for /favicon.ico.
        public var rel: String
        public var type: String
        /// The sizes as written, such as `32x32` or `any`; empty if the page gives none.
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
    /// The base of relative addresses: the page's `<base href>`, or otherwise the address of the page.
    public var base: String?
    public var title = ""
    /// The address of the page according to its `canonical` link.
    public var canonical: String?
    /// The addresses of the page's WebSub hubs.
    public var hubs: [String] = []

    public init() {}
}
