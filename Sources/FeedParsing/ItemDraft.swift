internal import Markup

/// An item while its element is open. If several elements supply the same field, the most specific element wins.
struct ItemDraft {
    var item = ParsedItem()
    /// Whether the feed declares that the guid is not an address (`isPermaLink="false"`).
    private(set) var hasOpaqueGUID = false
    /// The depth of the item's element.
    var depth = 0
    private var titleDepth = Int.max
    private var hasWeakTitle = false
    private var urlRank = LinkRank.none
    private var imageRank = -1
    private var summaryRank = -1
    /// The summaries of the item. They become its content if the item has no content.
    private var texts = ItemTexts()
    /// Values that may be replaced by a better value for the same field, with the names of their elements.
    private var spares: [(name: String, value: String)] = []
    /// Titles, ids and images that were not used for a field, with the names of their elements.
    private var others: [(name: String, value: String)] = []
    private var contentRank = 0
    private var weakAuthors = WeakAuthors()
    /// The authors of the entry's `atom:source`.
    private var sourceAuthors: [ParsedAuthor] = []
    private var media: [MediaContent] = []
    /// The languages of the title and of the item's element. They are used if no text of the item has a language.
    private var titleLanguage: String?
    private var language: String?
    /// An unknown time zone in one of the item's dates.
    private(set) var unknownZone: String?
    private var guidAddress: String?
    /// The bases of the HTML fields whose elements declare a base.
    private var titleBase: String?
    private var summaryBase: String?
    private var contentBase: String?

    mutating func begin(_ scanner: inout XMLScanner, level: XMLFeedReader.Level, isCDF: Bool) {
        self = ItemDraft()
        let base = level.base
        depth = scanner.depth
        language = level.language
        item.base = base
        item.id = scanner.attribute("rdf:about").flatMap(\.nonBlank)
        if isCDF {
            if let href = scanner.attribute("href") { setURL(URLReference.resolve(href, base: base), rank: .text) }
            if let moment = scanner.attribute("lastmod").flatMap({ DateParser.parse($0) }) { item.updated = moment }
        }
    }

    /// Stores the text of a complete child element.
    mutating func store(_ capture: TextCapture) {
        let isDirect = capture.depth == depth + 1
        switch capture.element {
        case .title:
            guard capture.depth < titleDepth, let html = capture.title() else { return }
            item.title = html
            titleBase = capture.base
            titleLanguage = capture.language
            titleDepth = capture.depth
        case .weakTitle:
            guard let html = capture.title() else { return }
            keepOther(capture.attribute, html)
            guard item.title == nil else { return }
            item.title = html
            titleBase = capture.base
        case .description, .summary: addSummary(markup(capture), rank: isDirect ? 3 : 1, capture)
        case .weakSummary, .subtitle: addSummary(markup(capture), rank: isDirect ? 2 : 1, capture)
        case .weakSubtitle: addSummary(markup(capture), rank: 0, capture)
        case .content: setContent(markup(capture), rank: 3, capture)
        case .encoded: setContent(markup(capture), rank: 4, capture)
        case .body: setContent(markup(capture), rank: 2, capture)
        case .guid, .atomID, .identifier: setID(capture)
        case .link: if let text = capture.text { setURL(resolve(text, capture.base), rank: .text) }
        case .origLink: break
        case .url: if isDirect, let text = capture.text { setURL(resolve(text, capture.base), rank: .otherFormat) }
        case .itunesImage:
            if let text = capture.fallback?.nonBlank ?? capture.text {
                let address = resolve(text, capture.base)
                setImage(address, rank: 2)
                keepOther(capture.key, address)
            }
        case .published, .weakPublished, .updated, .weakUpdated: setDate(capture)
        case .textAuthor, .weakAuthor:
            guard let author = capture.text.flatMap(PersonText.author) else { return }
            if capture.element == .weakAuthor { weakAuthors.add(author, capture) } else { add(author) }
        case .category, .subject:
            if let tag = capture.category { item.addTag(tag) }
            keep(capture.key, capture.extensionValue)
        case .keywords, .mediaKeywords:
            for tag in capture.list { item.addTag(tag) }
        case .language: item.language = item.language ?? capture.text
        case .copyright, .weakCopyright: keep(capture.key, markup(capture).map(JSONText.string))
        case .other:
            if let source = capture.source { sourceAuthors += source.authors }
            keep(capture.attribute, capture.extensionValue)
        default: break
        }
    }

    /// Completes the item and returns it.
    mutating func finish() -> ParsedItem {
        if item.authors.isEmpty { item.authors = weakAuthors.isEmpty ? sourceAuthors : weakAuthors.all }
        for other in weakAuthors.extensions(without: item.authors) { keep(other.name, other.json) }
        item.language = item.language ?? titleLanguage ?? language
        if item.url == nil { item.url = guidAddress }
        if item.contentHTML == nil, let whole = texts.content(beside: item.summaryHTML) {
            item.contentHTML = whole.html
            contentBase = whole.base
        } else {
            keep(spares)
        }
        keep(others)
        settleBase()
        if item.image == nil { item.image = item.enclosures.first { $0.type?.hasPrefix("image/") ?? false }?.url }
        if !media.isEmpty {
            item.extensions.append(("media:content", "[" + media.map(\.json).joined(separator: ",") + "]"))
            playMedia()
        }
        return item
    }

    /// Adds enclosures from `media:content` if the item has no enclosure with audio or video.
    private mutating func playMedia() {
        let isPlayable = item.enclosures.contains { enclosure in
            let type = enclosure.type?.lowercased() ?? ""
            return type.hasPrefix("audio/") || type.hasPrefix("video/")
        }
        guard !isPlayable else { return }
        for content in media where content.isPlayable {
            if !item.enclosures.contains(where: { $0.url == content.file.url }) { addEnclosure(content.file) }
        }
    }

    // MARK: - Fields

    mutating func add(_ author: ParsedAuthor) {
        guard item.authors.count < XMLFeedReader.maxValues, !item.authors.contains(author) else { return }
        item.authors.append(author)
    }

    mutating func setURL(_ url: String, rank: LinkRank) {
        // If two links have the same rank, the last one wins, as in other readers.
        guard rank >= urlRank, !url.isEmpty else { return }
        item.url = url
        urlRank = rank
    }

    mutating func setImage(_ url: String, rank: Int) {
        guard rank > imageRank, !url.isEmpty else { return }
        item.image = url
        imageRank = rank
    }

    mutating func addEnclosure(_ enclosure: ParsedEnclosure) {
        guard item.enclosures.count < XMLFeedReader.maxValues else { return }
        item.enclosures.append(enclosure)
    }

    mutating func addMedia(_ content: MediaContent) {
        guard media.count < XMLFeedReader.maxValues else { return }
        media.append(content)
    }

    private mutating func addSummary(_ html: String?, rank: Int, _ capture: TextCapture) {
        guard let html else { return }
        if item.contentHTML == nil { item.language = capture.language ?? item.language }
        texts.add(html, base: capture.base, isEqual: rank == summaryRank && rank == 3)
        if let name = capture.attribute, spares.count < XMLFeedReader.maxValues { spares.append((name, html)) }
        guard rank > summaryRank else { return }
        item.summaryHTML = html
        summaryBase = capture.base
        summaryRank = rank
    }

    private mutating func setContent(_ html: String?, rank: Int, _ capture: TextCapture) {
        if html == nil, let source = capture.attribute {
            keep("content_src", JSONText.string(source))
            keep("content_type", capture.type.map(JSONText.string))
        }
        guard let html else { return }
        if let name = capture.key, spares.count < XMLFeedReader.maxValues { spares.append((name, html)) }
        guard rank > contentRank else { return }
        item.contentHTML = html
        contentBase = capture.base
        contentRank = rank
        item.language = capture.language ?? item.language
    }

    private mutating func setID(_ capture: TextCapture) {
        guard let text = capture.text, capture.depth == depth + 1 || item.id == nil else { return }
        if capture.element == .identifier {
            if item.id == nil { item.id = text }
            keepOther(capture.key, text)
            return
        }
        guard capture.element == .guid else {
            // An Atom id is an absolute address. A relative id is resolved against the base (RFC 4287, 4.2.6).
            item.id = capture.base == nil ? text : URLReference.resolve(text, base: capture.base)
            guidAddress = item.id
            return
        }
        item.id = text
        let isAddress = capture.attribute.map { $0.lowercased() != "false" } ?? true
        hasOpaqueGUID = !isAddress
        if isAddress, guidAddress == nil { guidAddress = resolve(text, capture.base) }
    }

    private mutating func setDate(_ capture: TextCapture) {
        guard let text = capture.text ?? capture.fallback, let moment = FeedDate.parse(text, unknownZone: &unknownZone)
        else {
            return
        }
        switch capture.element {
        case .published:
            item.published = moment
        case .weakPublished: if item.published == nil { item.published = moment }
        case .updated:
            item.updated = moment
        default: if item.updated == nil { item.updated = moment }
        }
    }

    private mutating func keep(_ key: String?, _ value: String?) {
        guard let key, let value, item.extensions.count < XMLFeedReader.maxValues else { return }
        item.extensions.append((key, value))
    }

    /// Keeps a value that was not used for the field.
    private mutating func keepOther(_ name: String?, _ value: String) {
        guard let name, others.count < XMLFeedReader.maxValues else { return }
        others.append((name, value))
    }

    /// Stores values that have no field as extensions.
    private mutating func keep(_ values: [(name: String, value: String)]) {
        for (name, value) in values where value != item.summaryHTML && value != item.contentHTML {
            if value != item.title, value != item.id, value != item.image { keep(name, JSONText.string(value)) }
        }
    }

    private func markup(_ capture: TextCapture) -> String? { capture.html() }

    /// Sets the item's base to that of its content or summary. Addresses in fields with another base are made absolute.
    private mutating func settleBase() {
        let base = item.contentHTML != nil ? contentBase : item.summaryHTML != nil ? summaryBase : item.base
        if titleBase != base { item.title = item.title?.based(titleBase) }
        if summaryBase != base { item.summaryHTML = item.summaryHTML?.based(summaryBase) }
        item.base = base
    }

    private func resolve(_ reference: String, _ base: String?) -> String {
        let trimmed = PersonText.trim(reference)
        return base == nil ? trimmed : URLReference.resolve(trimmed, base: base)
    }
}

extension String {
    /// The sanitised HTML with absolute addresses; unchanged if the base is nil.
    func based(_ base: String?) -> String {
        base == nil || !utf8.contains(0x3C) ? self : HTMLSanitizer.sanitize(self, base: base)
    }
}

extension TextCapture {
    /// The content of an extension element as JSON.
    var extensionValue: String? {
        ExtensionTree.json(text: text, members: members + (inner?.members ?? []))
    }
}

extension ParsedItem {
    mutating func addTag(_ text: String) {
        guard let tag = text.nonBlank, tags.count < XMLFeedReader.maxValues, !tags.contains(tag) else { return }
        tags.append(tag)
    }
}
