internal import Markup

/// The meaning of an element in a feed, independent of format and prefix.
enum FeedElement: UInt8 {
    case other
    // Documents and their parts
    case rss, rdf, atomFeed, channel, item, image, textInput, source, person, contributor, html
    // Elements that may contain markup
    case title, weakTitle, description, summary, weakSummary, subtitle, weakSubtitle, content, encoded, body
    // Addresses and names
    case link, itunesLink, guid, atomID, identifier, url, icon, logo, itunesImage, origLink
    // People
    case name, email, uri, textAuthor, weakAuthor
    // Dates
    case published, weakPublished, updated, weakUpdated
    // Other elements
    case category, subject, keywords, itunesCategory, language, copyright, weakCopyright, generator, generatorAgent
    case ttl, updatePeriod, updateFrequency, skipHours, skipDays, hour, day
    case enclosure, mediaContent, mediaThumbnail, mediaGroup, mediaKeywords
    /// An element that only contains items.
    case transparent
}

/// Maps the names of elements in one document to the meanings of the elements. Each name is looked up once.
struct FeedElementTable {
    private var byToken: [FeedElement?] = []
    /// The default namespace of an `rss` root element. It is ignored, even if it is the namespace of Atom, since RSS
    /// has no namespace.
    private var strayNamespace = ""

    /// Initializes the table. Must be called with the root element before any name is looked up.
    mutating func begin(root: XMLName) {
        if root.prefix.isEmpty, root.local.lowercased() == "rss" { strayNamespace = root.namespace }
    }

    mutating func element(for name: XMLName) -> FeedElement {
        if name.token < byToken.count, let known = byToken[name.token] { return known }
        while byToken.count <= name.token { byToken.append(nil) }
        let local = name.local.lowercased()
        let family = family(of: name)
        var element = Self.elements[family.isEmpty ? local : family + ":" + local]
        // An RSS element in the default namespace of Atom.
        if element == nil, family == "atom", name.prefix.isEmpty { element = Self.elements[local] }
        byToken[name.token] = element ?? .other
        return element ?? .other
    }

    private var keys: [String?] = []

    /// The name under which an element is stored as an extension: the usual prefix and the local name.
    mutating func key(of name: XMLName, isAtom: Bool) -> String {
        if name.token < keys.count, let known = keys[name.token] { return known }
        while keys.count <= name.token { keys.append(nil) }
        let family = family(of: name)
        let key = family.isEmpty || family == "atom" && isAtom ? name.local : family + ":" + name.local
        keys[name.token] = key
        return key
    }

    /// The usual prefix of a name's namespace, or the prefix as written if the namespace is unknown or undeclared.
    func family(of name: XMLName) -> String {
        if name.prefix.isEmpty, name.namespace == strayNamespace { return "" }
        guard !name.namespace.isEmpty else {
            let prefix = name.prefix.lowercased()
            return prefix == "rss" || prefix == "rss1" ? "" : prefix
        }
        var key = name.namespace.lowercased()
        while let last = key.last, last == "/" || last == "#" { key.removeLast() }
        return FeedNamespaces.families[key] ?? name.prefix.lowercased()
    }

    static let elements: [String: FeedElement] = [
        "rss": .rss, "rdf:rdf": .rdf, "rdf": .rdf, "feed": .atomFeed, "atom:feed": .atomFeed, "channel": .channel,
        "item": .item, "entry": .item, "atom:entry": .item, "atom:item": .item, "product": .item, "image": .image,
        "textinput": .textInput, "textInput": .textInput, "source": .source, "atom:source": .source,
        "author": .person, "atom:author": .person, "atom:contributor": .contributor, "contributor": .contributor,
        "dc:contributor": .contributor, "html": .html, "xhtml:html": .html,

        "title": .title, "atom:title": .title, "dc:title": .weakTitle, "media:title": .weakTitle,
        "itunes:title": .weakTitle,
        "description": .description, "abstract": .description, "dc:description": .weakSummary,
        "media:description": .weakSummary, "media:text": .weakSummary, "summary": .summary,
        "atom:summary": .summary, "itunes:summary": .weakSummary, "itunes:subtitle": .weakSubtitle,
        "googleplay:description": .weakSummary,
        "subtitle": .subtitle, "atom:subtitle": .subtitle, "tagline": .subtitle, "atom:tagline": .subtitle,
        "content": .content, "atom:content": .content, "content:encoded": .encoded, "encoded": .encoded,
        "fullitem": .encoded, "content_encoded": .encoded, "body": .body, "xhtml:body": .body, "xhtml:div": .body,

        "link": .link, "atom:link": .link, "itunes:link": .itunesLink, "guid": .guid, "id": .atomID,
        "atom:id": .atomID, "dc:identifier": .identifier, "url": .url, "icon": .icon, "atom:icon": .icon,
        "logo": .logo, "atom:logo": .logo, "itunes:image": .itunesImage, "googleplay:image": .itunesImage,
        "feedburner:origlink": .origLink, "pheedo:origlink": .origLink,

        "name": .name, "atom:name": .name, "email": .email, "atom:email": .email, "uri": .uri, "atom:uri": .uri,
        "homepage": .uri, "atom:homepage": .uri, "atom:url": .uri, "dc:creator": .person, "dc:author": .person,
        "managingeditor": .textAuthor, "webmaster": .weakAuthor, "itunes:author": .weakAuthor,
        "googleplay:author": .weakAuthor,
        "foaf:name": .name, "foaf:mbox": .email, "foaf:maker": .person,

        "pubdate": .published, "published": .published, "atom:published": .published, "issued": .published,
        "atom:issued": .published, "dcterms:issued": .weakPublished, "dcterms:created": .weakPublished,
        "atom:created": .weakPublished, "created": .weakPublished, "dc:date": .weakPublished,
        "date": .weakPublished, "updated": .updated, "atom:updated": .updated, "modified": .updated,
        "atom:modified": .updated, "lastbuilddate": .updated, "dcterms:modified": .weakUpdated,
        "dcterms:updated": .weakUpdated, "prism:publicationdate": .weakPublished, "lastmod": .weakUpdated,
        "rss:pubdate": .published, "a10:updated": .updated,

        "category": .category, "atom:category": .category, "dc:subject": .subject, "keywords": .subject,
        "media:category": .category, "itunes:keywords": .keywords, "tags": .keywords,
        "itunes:category": .itunesCategory,
        "media:keywords": .mediaKeywords, "language": .language, "dc:language": .language,
        "copyright": .copyright, "rights": .copyright, "atom:rights": .copyright, "atom:copyright": .copyright,
        "dc:rights": .weakCopyright, "generator": .generator, "atom:generator": .generator,
        "admin:generatoragent": .generatorAgent, "ttl": .ttl, "sy:updateperiod": .updatePeriod,
        "sy:updatefrequency": .updateFrequency, "skiphours": .skipHours, "skipdays": .skipDays, "hour": .hour,
        "day": .day, "enclosure": .enclosure, "media:content": .mediaContent, "media:thumbnail": .mediaThumbnail,
        "media:group": .mediaGroup, "items": .transparent, "categories": .transparent,
        "authors": .transparent, "enclosures": .transparent, "links": .transparent, "rdf:seq": .transparent,
        "rdf:li": .transparent,
    ]
}
