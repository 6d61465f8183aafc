internal import Markup

/// An item while its element is open. Several elements may give one field; the one that says it best wins.
struct ItemDraft {
    var item = ParsedItem()
    /// Depth of the item's element.
    var depth = 0
    private var titleDepth = Int.max
    private var hasWeakTitle = false
    private var urlRank = 0
    private var imageRank = -1
    private var summaryRank = 0
    private var contentRank = 0
    private var hasPublished = false
    private var hasUpdated = false
    private var weakAuthors: [ParsedAuthor] = []
    private var media: [ParsedEnclosure] = []
    private var guidAddress: String?

    mutating func begin(_ scanner: inout XMLScanner, base: String?, depth: Int, isCDF: Bool) {
        self = ItemDraft()
        self.depth = depth
        item.base = base
        item.id = scanner.attribute("rdf:about").flatMap(\.nonBlank)
        if isCDF {
            if let href = scanner.attribute("href") { setURL(URLReference.resolve(href, base: base), rank: 2) }
            if let moment = scanner.attribute("lastmod").flatMap({ DateParser.parse($0) }) { item.updated = moment }
        }
    }

    /// Takes the finished text of an element within.
    mutating func store(_ capture: TextCapture, format: ParsedFeed.Format) {
        let isDirect = capture.depth == depth + 1
        switch capture.element {
        case .title:
            guard capture.depth < titleDepth, let html = markup(capture, format) else { return }
            item.title = html
            titleDepth = capture.depth
        case .weakTitle:
            guard item.title == nil, let html = markup(capture, format) else { return }
            item.title = html
        case .description, .summary: setSummary(markup(capture, format), rank: isDirect ? 3 : 1, capture)
        case .weakSummary, .subtitle: setSummary(markup(capture, format), rank: isDirect ? 2 : 1, capture)
        case .weakSubtitle: setSummary(markup(capture, format), rank: 1, capture)
        case .content: setContent(markup(capture, format), rank: 3, capture)
        case .encoded: setContent(markup(capture, format), rank: 4, capture)
        case .body: setContent(markup(capture, format), rank: 2, capture)
        case .guid, .atomID, .identifier: setID(capture)
        case .link: if let text = capture.text { setURL(resolve(text, capture.base), rank: 3) }
        case .origLink: break
        case .url: if isDirect, let text = capture.text { setURL(resolve(text, capture.base), rank: 1) }
        case .itunesImage:
            if let text = capture.fallback?.nonBlank ?? capture.text { setImage(resolve(text, capture.base), rank: 2) }
        case .published, .weakPublished, .updated, .weakUpdated: setDate(capture)
        case .textAuthor, .weakAuthor:
            guard let author = capture.text.flatMap(PersonText.author) else { return }
            if capture.element == .weakAuthor { weakAuthors.append(author) } else { add(author) }
        case .category, .subject:
            if let tag = capture.fallback?.nonBlank ?? capture.text { item.addTag(tag) }
        case .keywords, .mediaKeywords:
            for tag in (capture.text ?? "").split(separator: ",") { item.addTag(String(tag)) }
        case .language: item.language = item.language ?? capture.text
        case .other: addExtension(capture)
        default: break
        }
    }

    /// The item, complete.
    mutating func finish() -> ParsedItem {
        if item.authors.isEmpty { item.authors = weakAuthors }
        if item.url == nil { item.url = guidAddress }
        if !media.isEmpty {
            let list = media.prefix(XMLFeedReader.maxValues).map { entry -> String in
                var fields = [("url", JSONText.string(entry.url))]
                if let type = entry.type { fields.append(("type", JSONText.string(type))) }
                if let length = entry.length { fields.append(("length", String(length))) }
                return JSONText.object(fields)
            }
            item.extensions.append(("media:content", "[" + list.joined(separator: ",") + "]"))
        }
        return item
    }

    // MARK: - Fields

    mutating func add(_ author: ParsedAuthor) {
        guard item.authors.count < XMLFeedReader.maxValues, !item.authors.contains(author) else { return }
        item.authors.append(author)
    }

    mutating func setURL(_ url: String, rank: Int) {
        guard rank > urlRank, !url.isEmpty else { return }
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

    mutating func addMedia(_ enclosure: ParsedEnclosure) {
        guard media.count < XMLFeedReader.maxValues else { return }
        media.append(enclosure)
    }

    private mutating func setSummary(_ html: String?, rank: Int, _ capture: TextCapture) {
        guard let html, rank > summaryRank else { return }
        item.summaryHTML = html
        summaryRank = rank
        if item.contentHTML == nil { item.language = capture.language ?? item.language }
    }

    private mutating func setContent(_ html: String?, rank: Int, _ capture: TextCapture) {
        if html == nil, let source = capture.fallback, item.url == nil { setURL(source, rank: 1) }
        guard let html, rank > contentRank else { return }
        item.contentHTML = html
        contentRank = rank
        item.language = capture.language ?? item.language
    }

    private mutating func setID(_ capture: TextCapture) {
        guard let text = capture.text, capture.depth == depth + 1 || item.id == nil else { return }
        if capture.element == .identifier {
            if item.id == nil { item.id = text }
            return
        }
        item.id = text
        guard capture.element == .guid else { return }
        let isAddress = capture.attribute.map { $0.lowercased() != "false" } ?? true
        if isAddress { guidAddress = resolve(text, capture.base) }
    }

    private mutating func setDate(_ capture: TextCapture) {
        guard let text = capture.text ?? capture.fallback, let moment = DateParser.parse(text) else { return }
        switch capture.element {
        case .published:
            if !hasPublished { item.published = moment }
            hasPublished = true
        case .weakPublished: if item.published == nil { item.published = moment }
        case .updated:
            if !hasUpdated { item.updated = moment }
            hasUpdated = true
        default: if item.updated == nil { item.updated = moment }
        }
    }

    private mutating func addExtension(_ capture: TextCapture) {
        guard let key = capture.attribute, item.extensions.count < XMLFeedReader.maxValues else { return }
        if let value = capture.extensionValue { item.extensions.append((key, value)) }
    }

    /// The value as HTML, its addresses made absolute where its base is not the item's.
    private func markup(_ capture: TextCapture, _ format: ParsedFeed.Format) -> String? {
        capture.html(unwraps: format == .atom).map { $0.based(capture.base, within: item.base) }
    }

    private func resolve(_ reference: String, _ base: String?) -> String {
        let trimmed = PersonText.trim(reference)
        return base == nil ? trimmed : URLReference.resolve(trimmed, base: base)
    }
}

extension String {
    /// HTML whose own base differs from the one that goes with it is resolved at once, which sanitises it as well.
    func based(_ base: String?, within outer: String?) -> String {
        base == outer || base == nil ? self : HTMLSanitizer.sanitize(self, base: base)
    }
}

extension TextCapture {
    /// What an element that the neutral form has no place for says, as JSON.
    var extensionValue: String? {
        switch (text, fallback) {
        case (let text?, nil): return JSONText.string(text)
        case (let text?, let object?): return String(object.dropLast()) + ",\"#text\":" + JSONText.string(text) + "}"
        case (nil, let object): return object
        }
    }
}

extension ParsedItem {
    mutating func addTag(_ text: String) {
        guard let tag = text.nonBlank, tags.count < XMLFeedReader.maxValues, !tags.contains(tag) else { return }
        tags.append(tag)
    }
}
