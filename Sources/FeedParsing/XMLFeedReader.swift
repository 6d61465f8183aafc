internal import Markup

/// Parses RSS, RDF, Atom and CDF with one state machine, since real feeds mix their elements.
///
/// An item is returned when its element ends. The feed is complete after the last item.
struct XMLFeedReader {
    /// The context that determines the meaning of an element.
    enum Scope {
        case document, channel, item, image, person
    }

    /// An open element that changed the context of its children.
    struct Level {
        var depth: Int
        var scope: Scope
        var base: String?
        var language: String?
    }

    /// The maximum number of values of one element or attribute.
    static let maxValues = 256

    var scanner: XMLScanner
    var table = FeedElementTable()
    var feed = ParsedFeed()
    var draft = ItemDraft()
    var channel = ChannelDraft()
    var levels: [Level]
    var capture: TextCapture?
    var person = PersonDraft(depth: 0)
    var isInItem = false
    /// The fields of the image element that is open.
    var image: [(key: String, json: String)] = []
    /// A complete item whose element contained the start of another item.
    private var queued: ParsedItem?
    private var repeats = ItemRepeats()
    private var isStarted = false
    private var rootName: String?
    private let replacedBytes: Int

    init(_ document: DecodedDocument, context: FeedParser.Context) {
        scanner = XMLScanner(document)
        replacedBytes = document.replacedBytes
        levels = [Level(depth: 0, scope: .document, base: context.base, language: nil)]
        channel.transportLanguage = context.contentLanguage
        if document.isOverridden { feed.warnings.append("charset is \(document.encoding), not the one declared") }
    }

    var level: Level { levels[levels.count - 1] }
    var scope: Scope { levels[levels.count - 1].scope }
    /// An empty buffer that the next capture reuses.
    var spare: [UInt8] = []

    /// Returns the next complete item; nil at the end of the document.
    mutating func nextItem() -> ParsedItem? {
        while let event = scanner.next() {
            switch event {
            case .text:
                if capture != nil {
                    capture?.addText(from: scanner)
                } else if scope == .person {
                    scanner.appendText(to: &person.text)
                }
            case .start(let name):
                if capture != nil {
                    startWithin(name)
                } else {
                    start(name)
                    if let item = queued {
                        queued = nil
                        return item
                    }
                }
            case .end(let name):
                if let item = end(name) { return item }
            }
        }
        if isInItem { return closeItem() }
        return nil
    }

    /// Returns the feed. Called after the last item.
    mutating func finish() -> ParsedFeed {
        guard isStarted else { return .unknown(NotAFeed(root: rootName)) }
        channel.fill(&feed)
        feed.unknownZones.add(channel.unknownZone)
        feed.warnings += feed.unknownZones.warnings
        if replacedBytes > 0 { feed.warnings.append("\(replacedBytes) bad byte sequences replaced") }
        if scanner.isMalformed { feed.warnings.append("malformed XML repaired") }
        feed.isMalformed = scanner.isMalformed || replacedBytes > 0
        return feed
    }

    // MARK: - Elements

    private mutating func start(_ name: XMLName) {
        if rootName == nil {
            rootName = name.local
            table.begin(root: name)
        }
        let element = table.element(for: name)
        let depth = scanner.depth
        guard isStarted || begin(element, name) else { return }
        var base = level.base
        var language = level.language
        if scanner.attributeCount > 0 {
            if let own = scanner.attribute("xml:base") { base = URLReference.resolve(PersonText.trim(own), base: base) }
            if feed.format == .cdf, let own = scanner.attribute("base") {
                base = URLReference.resolve(PersonText.trim(own), base: base)
            }
            if let own = scanner.attribute("xml:lang") { language = own.isEmpty ? nil : own }
        }
        if let scope = open(element, name) {
            levels.append(Level(depth: depth, scope: scope, base: base, language: language))
            enter(scope, element)
            return
        }
        if scanner.attributeCount > 0, base != level.base || language != level.language {
            levels.append(Level(depth: depth, scope: scope, base: base, language: language))
        }
        read(element, name, base: base, language: language)
    }

    /// Begins the feed at its root element; returns false for other elements.
    private mutating func begin(_ element: FeedElement, _ name: XMLName) -> Bool {
        switch element {
        case .rss:
            feed.format = .rss2
            feed.formatVersion = scanner.attribute("version").map(PersonText.trim)
        case .rdf:
            feed.format = .rdf
            feed.formatVersion = scanner.declaredNamespaces.contains { $0.uri.contains("simple/0.9") } ? "0.90" : "1.0"
        case .atomFeed:
            guard name.namespace.isEmpty || FeedNamespaces.isAtom(name.namespace) || scanner.depth == 1 else {
                return false
            }
            feed.format = .atom
            let version = scanner.attribute("version").map(PersonText.trim)
            feed.formatVersion = name.namespace.contains("purl.org/atom") ? version ?? "0.3" : version ?? "1.0"
        case .channel where scanner.depth == 1:
            feed.format =
                name.local == "channel" && scanner.attribute("href") == nil && scanner.attribute("base") == nil
                ? .rss2 : .cdf
        case .item where scanner.depth == 1:
            feed.format = name.local == "entry" ? .atom : .rss2
        default: return false
        }
        isStarted = true
        return true
    }

    /// The scope that an element opens; nil if the element has a value instead.
    private mutating func open(_ element: FeedElement, _ name: XMLName) -> Scope? {
        let scope = scope
        switch element {
        case .rss, .rdf, .atomFeed, .channel: return .channel
        case .item:
            return .item
        case .image where scanner.attribute("href") == nil: return .image
        case .person where scope != .person: return .person
        default: return nil
        }
    }

    private mutating func enter(_ scope: Scope, _ element: FeedElement) {
        switch scope {
        case .channel:
            channel.enter(&scanner, language: level.language, base: level.base, isCDF: feed.format == .cdf)
        case .item:
            // An item within an item means that the outer item was not closed.
            if isInItem { queued = closeItem() }
            isInItem = true
            draft.begin(&scanner, level: level, isCDF: feed.format == .cdf)
        case .person: person = PersonDraft(depth: scanner.depth)
        case .image: image = []
        default: break
        }
    }

    private mutating func startWithin(_ name: XMLName) {
        guard let element = capture?.element else { return }
        if element.holdsMarkup {
            capture?.addStart(name, scanner.attributes)
        } else if element == .other {
            let key = key(of: name)
            let attributes = scanner.attributeCount > 0 ? scanner.attributes : []
            if capture?.inner == nil { capture?.inner = ExtensionTree() }
            capture?.inner?.start(key, attributes)
            if capture?.source != nil {
                let base = capture?.base
                capture?.source?.start(table.element(for: name), depth: scanner.depth, base: base)
            }
        }
    }

    private mutating func end(_ name: XMLName) -> ParsedItem? {
        let depth = scanner.depth + 1
        if let inside = capture?.depth {
            if depth > inside {
                if capture?.element.holdsMarkup == true { capture?.addEnd(name) } else { endWithin(depth) }
                return nil
            }
            if var finished = capture.take() {
                store(finished)
                finished.bytes.removeAll(keepingCapacity: finished.bytes.capacity <= 1 << 20)
                swap(&spare, &finished.bytes)
            }
        }
        guard levels.count > 1, levels[levels.count - 1].depth == depth else { return nil }
        let closed = levels.removeLast()
        switch closed.scope {
        case .item where isInItem && closed.depth == draft.depth: return closeItem()
        case .person where closed.depth == person.depth: addPerson()
        case .image: keepImage()
        default: break
        }
        return nil
    }

    private mutating func endWithin(_ depth: Int) {
        capture?.inner?.end()
        capture?.source?.end(depth: depth)
    }

    private mutating func closeItem() -> ParsedItem? {
        isInItem = false
        feed.unknownZones.add(draft.unknownZone)
        let item = draft.finish()
        if draft.hasOpaqueGUID, repeats.contains(item) {
            if !repeats.isReported { feed.warnings.append("items repeated under one guid were left out") }
            repeats.isReported = true
            return nil
        }
        return item
    }
}
