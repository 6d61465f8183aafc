internal import Markup

extension FeedElement {
    /// Whether child elements are part of the value of the element.
    var holdsMarkup: Bool {
        switch self {
        case .title, .weakTitle, .description, .summary, .weakSummary, .subtitle, .weakSubtitle, .content, .encoded,
            .body,
            .copyright, .weakCopyright:
            return true
        default: return false
        }
    }

    /// Whether only feeds, and not items, have a field for the element.
    var isOfFeedOnly: Bool {
        switch self {
        case .generator, .generatorAgent, .ttl, .updatePeriod, .updateFrequency, .icon, .logo, .name, .email, .uri,
            .hour, .day:
            return true
        default: return false
        }
    }
}

extension XMLFeedReader {
    /// Reads an element that has a value: its attributes and, if needed, its text.
    mutating func read(_ element: FeedElement, _ name: XMLName, base: String?, language: String?) {
        let scope = scope
        if scope == .item, element.isOfFeedOnly {
            begin(extensionCapture(name, base: base))
            return
        }
        var capture = TextCapture(element, depth: scanner.depth, mode: .plain, base: base, language: language)
        switch element {
        case .title, .weakTitle, .description, .summary, .weakSummary, .subtitle, .weakSubtitle, .content, .encoded,
            .body,
            .copyright, .weakCopyright:
            prepareMarkup(&capture, element, isMedia: table.family(of: name) == "media")
            if element != .title, element != .content, element != .encoded, element != .body {
                capture.attribute = key(of: name)
            }
            if element == .content, let source = scanner.attribute("src")?.nonBlank {
                capture.attribute = resolved(source, base: base)
            }
            if element == .copyright || element == .weakCopyright || element == .content || element == .encoded
                || element == .body
            {
                capture.key = key(of: name)
            }
        case .link: guard readLink(&capture, name) else { return }
        case .itunesLink:
            if scanner.attribute("rel") == "image" { readImage(scanner.attribute("href"), base: base) }
            return
        case .image, .itunesImage:
            capture.fallback = scanner.attribute("href") ?? scanner.attribute("url")
            capture.element = .itunesImage
            capture.key = key(of: name)
        case .identifier: capture.key = key(of: name)
        case .generator: keepAttributes(of: name, beyond: nil, in: &capture)
        case .guid: capture.attribute = scanner.attribute("ispermalink")
        case .weakAuthor: capture.key = key(of: name)
        case .category:
            capture.fallback = scanner.attribute("term")
            capture.attribute = scanner.attribute("label")
            keepAttributes(of: name, beyond: "term", in: &capture)
        case .subject: keepAttributes(of: name, beyond: nil, in: &capture)
        case .logo, .icon:
            // In CDF, the attribute STYLE distinguishes a logo from an icon.
            capture.fallback = scanner.attribute("href")
            if feed.format == .cdf, scanner.attribute("style")?.lowercased() == "icon" { capture.element = .icon }
        case .itunesCategory:
            if let text = scanner.attribute("text") { addTag(text) }
            return
        case .generatorAgent: capture.fallback = scanner.attribute("rdf:resource")
        case .enclosure:
            addEnclosure(scanner.attribute("url") ?? scanner.attribute("href"), base: base, key: key(of: name))
            return
        case .mediaContent:
            readMediaContent(base: base)
            return
        case .mediaThumbnail:
            readThumbnail(name, base: base)
            return
        case .mediaGroup, .transparent, .skipHours, .skipDays: return
        case .published, .weakPublished, .updated, .weakUpdated:
            // In CDF, dates and addresses are attributes.
            capture.fallback = scanner.attribute("value")
        case .other, .source, .contributor, .textInput, .origLink:
            guard scope == .item || scope == .channel || scope == .image, !isStrayMarkup(name) else { return }
            var capture = extensionCapture(name, base: base)
            if element == .source, scope == .item { capture.source = SourceAuthors() }
            begin(capture)
            return
        default: break
        }
        begin(capture)
    }

    private mutating func begin(_ new: consuming TextCapture) {
        swap(&spare, &new.bytes)
        capture = new
    }

    /// Determines from the type and mode of an element how its text is interpreted (RFC 4287, 3.1; Atom 0.3).
    private mutating func prepareMarkup(_ capture: inout TextCapture, _ element: FeedElement, isMedia: Bool) {
        let type = scanner.attribute("type").map { PersonText.trim($0).lowercased() }
        capture.type = type
        if isMedia {
            // The text is plain unless the type is HTML: <https://www.rssboard.org/media-rss#media-description>.
            capture.mode = type?.contains("html") ?? false ? .html : .plain
            capture.keepsLines = element != .weakTitle
            return
        }
        capture.keepsLines = type == "text/plain" && element != .title && element != .weakTitle
        switch element {
        case .description, .encoded, .weakSummary: capture.mode = .html
        case .body: capture.mode = .xml
        case .title, .weakTitle, .copyright, .weakCopyright: capture.mode = feed.format == .atom ? .plain : .guess
        default: capture.mode = feed.format == .atom ? .plain : .html
        }
        if element == .description, feed.format == .atom { capture.mode = .plain }
        capture.unwraps = feed.format == .atom && feed.formatVersion != "0.3"
        let mode = scanner.attribute("mode")?.lowercased()
        guard type != nil || mode != nil else { return }
        switch type ?? "text" {
        case "html", "text/html": capture.mode = .html
        case "xhtml", "application/xhtml+xml": capture.mode = .xml
        case "text", "text/plain":
            if feed.format == .atom || type != nil { capture.mode = feed.format == .atom ? .plain : .guess }
        case let other where other.hasSuffix("+xml") || other.hasSuffix("/xml"): capture.mode = .xml
        case let other where other.hasPrefix("text/"): capture.mode = .plain
        case let other where other.contains("/") && feed.format == .atom: capture.mode = .base64
        default: break
        }
        capture.isInline = mode == "xml"
        if mode == "base64" { capture.mode = .base64 }
        if mode == "escaped", capture.mode == .xml { capture.mode = .html }
    }

    // MARK: - Storing

    /// Stores the text of a complete element.
    mutating func store(_ capture: TextCapture) {
        if scope == .person, capture.depth > person.depth {
            person.store(capture)
            return
        }
        if scope == .image {
            if capture.element == .url, let url = capture.text { readImage(url, base: capture.base) }
            if image.count < Self.maxImageFields, let value = capture.extensionValue {
                image.append((capture.key ?? Self.imageKey(capture), value))
            }
            return
        }
        if capture.element == .link, let rel = capture.attribute, rel != "alternate", let address = capture.text {
            // The address is the text of the element instead of the attribute `href`.
            let url = resolved(address, base: capture.base)
            if rel == "enclosure", isInItem {
                draft.addEnclosure(ParsedEnclosure(url: url, type: capture.type))
            } else {
                addLink(url, rel: rel, type: capture.type, isBlank: false, isBeside: feed.format == .rss2)
            }
        } else if isInItem {
            draft.store(capture)
        } else {
            channel.store(capture, into: &feed)
        }
    }

    mutating func addPerson() {
        guard let author = person.author(base: level.base) else { return }
        if isInItem { draft.add(author) } else { feed.add(author) }
    }

    mutating func addTag(_ text: String) {
        if isInItem { draft.item.addTag(text) } else { feed.addTag(text) }
    }

    private mutating func readImage(_ reference: String?, base: String?) {
        guard let reference else { return }
        draftImage(reference, base: base, rank: 2)
    }

    func resolved(_ reference: String, base: String?) -> String {
        let trimmed = PersonText.trim(reference)
        return base == nil ? trimmed : URLReference.resolve(trimmed, base: base)
    }

    private mutating func draftImage(_ reference: String, base: String?, rank: Int) {
        // A blank address would resolve to the address of the document.
        guard let reference = reference.nonBlank else { return }
        let url = resolved(reference, base: base)
        if isInItem {
            draft.setImage(url, rank: rank)
        } else if feed.image == nil {
            feed.image = url
        }
    }

    /// Adds an enclosure.
    ///
    /// - Parameter key: the name of the extension that stores other attributes.
    private mutating func addEnclosure(_ reference: String?, base: String?, key: String) {
        let type = scanner.attribute("type").flatMap(\.nonBlank)
        // An enclosure without an address is kept, since it still shows that the item has audio or video.
        let reference = reference?.nonBlank
        guard isInItem, reference != nil || type != nil else { return }
        let url = reference.map { resolved($0, base: base) } ?? ""
        draft.addEnclosure(ParsedEnclosure(url: url, type: type, length: length()))
        let known = ["url", "href", "rel", "type", "length", "filesize"]
        if scanner.attributes.contains(where: { !known.contains($0.name.local.lowercased()) }) { keepElement(key) }
    }

    private func length() -> Int64? {
        guard let text = scanner.attribute("length") ?? scanner.attribute("filesize") else { return nil }
        return Int64(PersonText.trim(text)).flatMap { $0 < 0 ? nil : $0 }
    }

    private mutating func readMediaContent(base: String?) {
        guard let reference = scanner.attribute("url")?.nonBlank else { return }
        let url = resolved(reference, base: base)
        let type = scanner.attribute("type")?.lowercased() ?? ""
        let medium = scanner.attribute("medium")?.lowercased() ?? ""
        let isImage = type.hasPrefix("image/") || medium == "image"
        guard isInItem else {
            if isImage { channel.weakImage = channel.weakImage ?? url }
            if !isImage || scanner.attributeCount > 1 { keepElement("media:content") }
            return
        }
        if isImage { draft.setImage(url, rank: 0) }
        let others = scanner.attributes.filter { !["url", "type", "filesize"].contains($0.name.local.lowercased()) }
        draft.addMedia(
            MediaContent(
                file: ParsedEnclosure(url: url, type: type.isEmpty ? nil : type, length: length()),
                isPlayable: Self.isPlayable(type, medium: medium, url: url),
                others: ExtensionTree.members(of: others)))
    }

    /// Whether a file is audio or video, according to its type, otherwise its medium, otherwise its address. A page
    /// with a player does not count.
    private static func isPlayable(_ type: String, medium: String, url: String) -> Bool {
        func isSound(_ type: String) -> Bool { type.hasPrefix("audio/") || type.hasPrefix("video/") }
        if isSound(type) { return true }
        guard type.isEmpty || type == "application/octet-stream" else { return false }
        return medium.isEmpty ? isSound(MediaType.guess(url)) : medium == "audio" || medium == "video"
    }

    /// Keeps a thumbnail if it has attributes besides its address, or if its address is not that of the image.
    private mutating func readThumbnail(_ name: XMLName, base: String?) {
        guard let reference = scanner.attribute("url")?.nonBlank else { return }
        draftImage(reference, base: base, rank: 1)
        let isImage = (isInItem ? draft.item.image : feed.image) == resolved(reference, base: base)
        if !isImage || scanner.attributeCount > 1 { keepElement(key(of: name)) }
    }

    // MARK: - Attributes and images without a field

    private static let maxImageFields = 32

    /// Stores the attributes of an element as an extension if there are attributes other than the known one.
    private mutating func keepAttributes(of name: XMLName, beyond known: String?, in capture: inout TextCapture) {
        guard scanner.attributeCount > 0, scanner.attributes.contains(where: { $0.name.local.lowercased() != known })
        else { return }
        capture.key = key(of: name)
        capture.members = ExtensionTree.members(of: scanner.attributes)
    }

    /// The name of a field of an image (RSS 2.0, image).
    private static func imageKey(_ capture: TextCapture) -> String {
        switch capture.element {
        case .url: "url"
        case .link: "link"
        case .title: "title"
        case .description: "description"
        default: capture.attribute ?? "#text"
        }
    }

    /// Stores the fields of an image other than its address as extensions.
    mutating func keepImage() {
        defer { image = [] }
        let shown = isInItem ? draft.item.image : feed.image
        guard image.contains(where: { $0.key != "url" || $0.json != shown.map(JSONText.string) }) else { return }
        keep("image", ExtensionTree.object(image))
    }

    private mutating func keepElement(_ key: String) {
        if let json = ExtensionTree.json(text: nil, members: ExtensionTree.members(of: scanner.attributes)) {
            keep(key, json)
        }
    }

    private mutating func keep(_ key: String, _ json: String) {
        if isInItem {
            if draft.item.extensions.count < Self.maxValues { draft.item.extensions.append((key, json)) }
        } else if feed.extensions.count < Self.maxValues {
            feed.extensions.append((key, json))
        }
    }

    /// Reads the attributes of a link. Returns true if the address is the text of the element.
    private mutating func readLink(_ capture: inout TextCapture, _ name: XMLName) -> Bool {
        // The attribute is `href` in HTML and `rdf:resource` in RDF.
        guard let reference = scanner.attribute("href") ?? scanner.attribute("rdf:resource"),
            !(feed.format != .atom && PersonText.trim(reference).isEmpty)
        else {
            capture.attribute = scanner.attribute("rel")?.lowercased()
            capture.type = scanner.attribute("type").map { PersonText.trim($0).lowercased() }
            return name.prefix.isEmpty || table.family(of: name) != "atom" || feed.format == .atom
        }
        let url = resolved(reference, base: capture.base)
        let isBlank = reference.nonBlank == nil
        let type = scanner.attribute("type").map { PersonText.trim($0).lowercased() }
        let relations = scanner.attribute("rel")?.lowercased() ?? "alternate"
        let isBeside = feed.format == .rss2 && (!name.prefix.isEmpty || table.family(of: name) == "atom")
        for rel in relations.utf8.split(whereSeparator: { $0 <= 0x20 }) {
            let rel = Substring(rel)
            let short = rel.hasPrefix("http://www.iana.org/assignments/relation/") ? rel.dropFirst(41) : rel
            addLink(url, rel: String(short), type: type, isBlank: isBlank, isBeside: isBeside)
        }
        if relations.nonBlank == nil {
            addLink(url, rel: "alternate", type: type, isBlank: isBlank, isBeside: isBeside)
        }
        return false
    }

    /// Adds a link.
    ///
    /// - Parameter isBeside: whether the link is an `atom:link` in RSS 2.0, which has its own element `link`.
    private mutating func addLink(_ url: String, rel: String, type: String?, isBlank: Bool, isBeside: Bool) {
        switch (rel, isInItem) {
        case ("alternate", _):
            let rank = alternateRank(type, isBeside: isBeside)
            if isInItem { draft.setURL(url, rank: rank) } else { channel.setLink(url, rank: rank) }
            // The link leads to a different page, format or language than the item's own address.
            if rank != .page { keepLink() }
        case ("enclosure", true): addEnclosure(isBlank ? nil : url, base: nil, key: "link")
        case ("self", false): feed.selfURL = feed.selfURL ?? url.nonBlank
        case ("next", false): feed.nextURL = feed.nextURL ?? url.nonBlank
        case ("hub", false):
            if !url.isEmpty, feed.hubs.count < Self.maxValues, !feed.hubs.contains(url) { feed.hubs.append(url) }
        default: keepLink()
        }
    }

    private func alternateRank(_ type: String?, isBeside: Bool) -> LinkRank {
        guard type.map({ $0.isEmpty || $0.contains("html") }) ?? true else { return .otherFormat }
        var isForeign = false
        if let own = scanner.attribute("hreflang")?.nonBlank {
            let language = level.language ?? channel.transportLanguage
            isForeign = language.map { Self.mainLanguage($0) != Self.mainLanguage(own) } ?? true
        }
        // In RSS 2.0 the address of an item is its `link`. An `atom:link` is used only if the item has no `link`.
        guard !isBeside else { return isForeign ? .beside : .besideInLanguage }
        return isForeign ? .foreignPage : .page
    }

    private static func mainLanguage(_ tag: String) -> String {
        PersonText.trim(String(tag.prefix { $0 != "-" && $0 != "_" })).lowercased()
    }

    /// Stores a link that has no field in the neutral form as an extension.
    private mutating func keepLink() {
        keepElement("link")
    }

    private mutating func extensionCapture(_ name: XMLName, base: String?) -> TextCapture {
        var capture = TextCapture(.other, depth: scanner.depth, mode: .plain, base: base)
        capture.attribute = key(of: name)
        if scanner.attributeCount > 0 { capture.members = ExtensionTree.members(of: scanner.attributes) }
        return capture
    }

    /// The name of the extension that stores an element.
    mutating func key(of name: XMLName) -> String { table.key(of: name, isAtom: feed.format == .atom) }

    /// Whether an element is unescaped HTML in an item. Such an element is not captured, since without an end tag it
    /// would swallow everything after it.
    private func isStrayMarkup(_ name: XMLName) -> Bool {
        guard name.prefix.isEmpty else { return false }
        switch name.local.lowercased() {
        case "br", "hr", "img", "input", "wbr", "meta", "p", "li", "dd", "dt": return true
        default: return false
        }
    }
}

extension String {
    /// The text without surrounding white space; nil if it is blank.
    var nonBlank: String? {
        let trimmed = PersonText.trim(self)
        return trimmed.isEmpty ? nil : trimmed
    }
}
