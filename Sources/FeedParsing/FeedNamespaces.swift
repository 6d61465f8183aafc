/// The namespaces that feeds use.
enum FeedNamespaces {
    /// Maps namespaces, in lower case without a trailing `/` or `#`, to the usual prefix of their elements. The prefix
    /// of RSS and CDF is empty.
    static let families: [String: String] = [
        "http://backend.userland.com/rss": "", "http://blogs.law.harvard.edu/tech/rss": "",
        "http://backend.userland.com/rss2": "", "http://backend.userland.com/rss191": "",
        "http://purl.org/rss/1.0": "", "http://my.netscape.com/rdf/simple/0.9": "",
        "http://example.com/newformat": "", "http://purl.org/net/rss1.1": "",
        "http://channel.netscape.com/rdf/simple/0.9": "",
        "http://purl.org/rss/2.0": "", "http://my.netscape.com/publish/formats/rss-0.91.dtd": "",
        "http://cyber.law.harvard.edu/rss": "", "http://cyber.law.harvard.edu/rss/rss.html": "",
        "http://backend.userland.com/blogchannelmodule": "blogchannel", "http://search.yahoo.com/mrss/rss": "media",
        "http://www.microsoft.com/standards/channels.dtd": "",
        "http://purl.org/atom/ns": "atom", "http://www.w3.org/2005/atom": "atom",
        "https://www.w3.org/2005/atom": "atom",
        "http://purl.org/atom-blog/ns": "atom",
        "http://www.w3.org/1999/02/22-rdf-syntax-ns": "rdf",
        "http://purl.org/rss/1.0/modules/content": "content",
        "http://purl.org/dc/elements/1.1": "dc", "http://purl.org/dc/elements/1.0": "dc",
        "http://purl.org/dc/terms": "dcterms", "http://purl.org/dc/dcmitype": "dc",
        "http://search.yahoo.com/mrss": "media", "https://search.yahoo.com/mrss": "media",
        "http://www.rssboard.org/media-rss": "media",
        "http://www.itunes.com/dtds/podcast-1.0.dtd": "itunes", "https://www.itunes.com/dtds/podcast-1.0.dtd": "itunes",
        "http://example.com/dtds/podcast-1.0.dtd": "itunes",
        "http://www.google.com/schemas/play-podcasts/1.0": "googleplay",
        "https://podcastindex.org/namespace/1.0": "podcast",
        "https://github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md": "podcast",
        "http://www.georss.org/georss": "georss", "http://www.opengis.net/gml": "gml",
        "http://www.w3.org/2003/01/geo/wgs84_pos": "geo",
        "http://www.w3.org/1999/xhtml": "xhtml", "http://www.w3.org/xml/1998/namespace": "xml",
        "http://purl.org/rss/1.0/modules/syndication": "sy", "http://purl.org/rss/1.0/modules/slash": "slash",
        "http://wellformedweb.org/commentapi": "wfw", "http://rssnamespace.org/feedburner/ext/1.0": "feedburner",
        "http://xmlns.com/foaf/0.1": "foaf", "http://webns.net/mvcb": "admin",
        "http://purl.org/syndication/thread/1.0": "thr", "http://web.resource.org/cc": "cc",
        "http://creativecommons.org/ns": "cc",
        "http://backend.userland.com/creativecommonsrssmodule": "creativecommons",
        "http://prismstandard.org/namespaces/1.2/basic": "prism",
        "http://prismstandard.org/namespaces/basic/2.0": "prism",
        "http://www.youtube.com/xml/schemas/2015": "yt", "http://purl.org/rss/1.0/modules/taxonomy": "taxo",
        "http://a9.com/-/spec/opensearch/1.1": "opensearch", "http://a9.com/-/spec/opensearchrss/1.0": "opensearch",
        "http://www.pheedo.com/namespace/pheedo": "pheedo", "http://podlove.org/simple-chapters": "psc",
        "http://www.w3.org/1999/xlink": "xlink", "http://www.w3.org/2000/svg": "svg",
        "http://www.w3.org/1998/math/mathml": "mathml", "http://rdfs.org/sioc/ns": "sioc",
        "http://purl.org/rss/1.0/modules/threading": "thr2", "http://tools.ietf.org/html/rfc5005": "fh",
        "http://purl.org/syndication/history/1.0": "fh",
    ]

    /// Whether a namespace is the namespace of Atom 0.3 or 1.0.
    static func isAtom(_ uri: String) -> Bool {
        let lower = uri.lowercased()
        return lower.hasPrefix("http://www.w3.org/2005/atom") || lower.hasPrefix("http://purl.org/atom/ns")
            || lower.hasPrefix("https://www.w3.org/2005/atom")
    }
}
