internal import Markup

/// The fields of the feed itself, collected while the document is read.
struct ChannelDraft {
    var depth = 0
    /// The language from the Content-Language header.
    var transportLanguage: String?
    private var titleDepth = Int.max
    private var linkRank = LinkRank.none
    private var link: String?
    private var descriptionRank = 0
    private var elementLanguage: String?
    private var attributeLanguage: String?
    private var weakAuthors = WeakAuthors()
    /// Unused values for fields that already had a value, with the names of their elements.
    private var spares: [(name: String, value: String)] = []
    /// An unknown time zone in one of the feed's dates.
    private(set) var unknownZone: String?
    private var period: Int?
    private var frequency = 1
    private var about: String?
    private var atomID: String?
    private var base: String?
    private var hasPublished = false
    private var hasUpdated = false
    private var lastModified: Timestamp?
    /// An image from an element that is not meant for the feed's image. Used if the feed has no other image.
    var weakImage: String?

    /// Called at the feed's root element, and at a `channel` inside it.
    mutating func enter(_ scanner: inout XMLScanner, language: String?, base: String?, isCDF: Bool) {
        depth = scanner.depth
        if let language { attributeLanguage = language }
        self.base = base
        if let own = scanner.attribute("rdf:about")?.nonBlank { about = own }
        guard isCDF else { return }
        if let href = scanner.attribute("href") { setLink(URLReference.resolve(href, base: base), rank: .text) }
        if let moment = scanner.attribute("lastmod").flatMap({ DateParser.parse($0) }) { lastModified = moment }
    }

    mutating func setLink(_ url: String, rank: LinkRank) {
        guard rank >= linkRank, !url.isEmpty else { return }
        link = url
        linkRank = rank
    }

    mutating func store(_ capture: TextCapture, into feed: inout ParsedFeed) {
        switch capture.element {
        case .title:
            guard capture.depth < titleDepth, let html = markup(capture) ?? capture.title() else { return }
            feed.title = html
            titleDepth = capture.depth
        case .weakTitle:
            keepSpare(capture)
            feed.title = feed.title ?? markup(capture)
        case .description, .subtitle: setDescription(capture, rank: 3, &feed)
        case .summary, .weakSummary: setDescription(capture, rank: 2, &feed)
        case .weakSubtitle: setDescription(capture, rank: 1, &feed)
        case .link: if let text = capture.text { setLink(resolve(text, capture.base), rank: .text) }
        case .atomID:
            guard let text = capture.text else { return }
            atomID = atomID ?? (capture.base == nil ? text : URLReference.resolve(text, base: capture.base))
            feed.id = atomID
        case .guid, .identifier:
            guard let text = capture.text else { return }
            feed.id = feed.id ?? text
            keepSpare(capture.key, text)
        case .icon: feed.icon = feed.icon ?? address(capture)
        case .logo, .itunesImage:
            guard let address = address(capture) else { return }
            feed.image = feed.image ?? address
            keepSpare(capture.key, address)
        case .textAuthor: if let author = capture.text.flatMap(PersonText.author) { feed.add(author) }
        case .weakAuthor: if let author = capture.text.flatMap(PersonText.author) { weakAuthors.add(author, capture) }
        case .published, .weakPublished, .updated, .weakUpdated: setDate(capture, &feed)
        case .category, .subject:
            if let tag = capture.category { feed.addTag(tag) }
            if let key = capture.key { keep(key, capture.extensionValue, &feed) }
        case .content, .encoded, .body:
            if let key = capture.key { keep(key, markup(capture).map(JSONText.string), &feed) }
        case .keywords, .mediaKeywords:
            for tag in capture.list { feed.addTag(tag) }
        case .language: elementLanguage = capture.text ?? elementLanguage
        case .copyright:
            feed.copyright = markup(capture) ?? feed.copyright
            keepSpare(capture)
        case .weakCopyright:
            feed.copyright = feed.copyright ?? markup(capture)
            keepSpare(capture)
        case .generator:
            feed.generator = capture.text ?? feed.generator
            if let key = capture.key { keep(key, capture.extensionValue, &feed) }
        case .generatorAgent: feed.generator = feed.generator ?? capture.fallback?.nonBlank
        case .ttl: feed.refreshMinutes = capture.text.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        case .updatePeriod: period = capture.text.flatMap { Self.periods[$0.lowercased()] }
        case .updateFrequency: frequency = max(1, capture.text.flatMap { Int($0) } ?? 1)
        case .hour:
            if let hour = capture.text.flatMap({ Int($0) }), feed.skipHours.count < 24 {
                feed.skipHours.append(hour % 24)
            }
        case .day:
            let day = capture.text.flatMap { Self.days.firstIndex(of: $0.prefix(3).lowercased()) }
            if let day, feed.skipDays.count < 7 { feed.skipDays.append(day) }
        case .other:
            if let key = capture.attribute { keep(key, capture.extensionValue, &feed) }
        default: break
        }
    }

    /// Sets the fields of the feed that depend on several elements.
    func fill(_ feed: inout ParsedFeed) {
        feed.link = link ?? atomID
        feed.image = feed.image ?? weakImage
        feed.base = base
        feed.id = feed.id ?? about
        feed.language = elementLanguage ?? attributeLanguage ?? transportLanguage
        if feed.authors.isEmpty { feed.authors = weakAuthors.all }
        for other in weakAuthors.extensions(without: feed.authors) { keep(other.name, other.json, &feed) }
        for (name, value) in spares where value != feed.title && value != feed.description && value != feed.copyright {
            if value != feed.image, value != feed.id { keep(name, JSONText.string(value), &feed) }
        }
        if feed.refreshMinutes == nil, let period { feed.refreshMinutes = max(1, period / frequency) }
        if feed.updated == nil { feed.updated = lastModified }
    }

    private static let periods = ["hourly": 60, "daily": 1_440, "weekly": 10_080, "monthly": 43_200, "yearly": 525_600]
    private static let days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

    private mutating func setDescription(_ capture: TextCapture, rank: Int, _ feed: inout ParsedFeed) {
        keepSpare(capture)
        guard rank > descriptionRank, let html = markup(capture) else { return }
        feed.description = html
        descriptionRank = rank
    }

    private mutating func setDate(_ capture: TextCapture, _ feed: inout ParsedFeed) {
        guard let text = capture.text ?? capture.fallback, let moment = FeedDate.parse(text, unknownZone: &unknownZone)
        else {
            return
        }
        switch capture.element {
        case .published:
            if !hasPublished { feed.published = moment }
            hasPublished = true
        case .weakPublished: feed.published = feed.published ?? moment
        case .updated:
            if !hasUpdated { feed.updated = moment }
            hasUpdated = true
        default: feed.updated = feed.updated ?? moment
        }
    }

    private mutating func keepSpare(_ capture: TextCapture) {
        if let html = markup(capture) { keepSpare(capture.attribute, html) }
    }

    private mutating func keepSpare(_ name: String?, _ value: String) {
        guard let name, spares.count < XMLFeedReader.maxValues else { return }
        spares.append((name, value))
    }

    private func keep(_ key: String, _ value: String?, _ feed: inout ParsedFeed) {
        guard let value, feed.extensions.count < XMLFeedReader.maxValues else { return }
        feed.extensions.append((key, value))
    }

    private func markup(_ capture: TextCapture) -> String? {
        capture.html().map { capture.base == base ? $0 : $0.based(capture.base) }
    }

    private func address(_ capture: TextCapture) -> String? {
        (capture.fallback?.nonBlank ?? capture.text).map { resolve($0, capture.base) }
    }

    private func resolve(_ reference: String, _ base: String?) -> String {
        base == nil ? reference : URLReference.resolve(reference, base: base)
    }
}

extension ParsedFeed {
    mutating func add(_ author: ParsedAuthor) {
        guard authors.count < XMLFeedReader.maxValues, !authors.contains(author) else { return }
        authors.append(author)
    }

    mutating func addTag(_ text: String) {
        guard let tag = text.nonBlank, tags.count < XMLFeedReader.maxValues, !tags.contains(tag) else { return }
        tags.append(tag)
    }
}
