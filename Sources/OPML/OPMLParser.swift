import Markup

/// Implements `OPMLReader` in one pass over the tags, with a stack of the open outlines.
struct OPMLParser {
    private var document = OPMLDocument(isOPML: false)
    private var tokenizer = HTMLTokenizer()
    /// The titles of the open folders, outermost first.
    private var folders: [String] = []
    /// For each open outline, whether it is one of `folders`.
    private var open: [Bool] = []
    private var isInHead = true
    private var line = 1
    private var lineOffset = 0
    private var warnedOfDepth = false

    private static let maxOpen = 1_000_000

    mutating func read(_ text: [UInt8]) {
        var index = 0
        while let start = text[index...].firstIndex(of: 0x3C) {
            index = start + 1
            switch tokenizer.read(text.span, at: start) {
            case .text: continue
            case .startTag: open(text, at: start)
            case .endTag: close(text)
            case .section, .strayText, .nothing: break
            }
            index = tokenizer.next
        }
        if !document.isOPML { document.warnings.append(OPMLWarning(.notOPML, line: 1)) }
    }

    consuming func finish() -> OPMLDocument { document }
}

// MARK: - Tags

extension OPMLParser {
    private enum Element {
        case opml
        case head
        case body
        case title
        case outline
        case other
    }

    /// The element of the tag read last, without its prefix and ignoring case.
    private func element(_ text: [UInt8]) -> Element {
        var name = text[tokenizer.name]
        if let colon = name.lastIndex(of: 0x3A) { name = name[(colon + 1)...] }
        switch String(decoding: name.prefix(16), as: UTF8.self).lowercased() {
        case "outline": return .outline
        case "opml": return .opml
        case "head": return .head
        case "body": return .body
        case "title": return .title
        default: return .other
        }
    }

    private mutating func open(_ text: [UInt8], at start: Int) {
        switch element(text) {
        case .outline:
            document.isOPML = true
            readOutline(text, at: start)
        case .opml: document.isOPML = true
        case .body: isInHead = false
        case .title:
            if isInHead, document.title.isEmpty, !tokenizer.isSelfClosing { document.title = readText(text) }
        case .head, .other: break
        }
    }

    private mutating func close(_ text: [UInt8]) {
        switch element(text) {
        case .outline: if let isFolder = open.popLast(), isFolder { folders.removeLast() }
        case .body:
            open.removeAll()
            folders.removeAll()
        case .head: isInHead = false
        case .opml, .title, .other: break
        }
    }

    /// The text from the current position to the next tag, including a CDATA section.
    private func readText(_ text: [UInt8]) -> String {
        let start = tokenizer.next
        let opening = Array("<![CDATA[".utf8)
        let rest = text[start...]
        let blank = rest.prefix { $0 <= 0x20 }.count
        if rest.dropFirst(blank).starts(with: opening) {
            let content = rest.dropFirst(blank + opening.count)
            let end = content.firstIndex(of: 0x3C) ?? content.endIndex
            var section = content[..<end]
            if let bracket = section.lastIndex(of: 0x5D) { section = section[..<bracket] }
            if section.last == 0x5D { section.removeLast() }
            return Self.cleaned(String(decoding: section, as: UTF8.self))
        }
        let end = rest.firstIndex(of: 0x3C) ?? rest.endIndex
        return decoded(text, start..<end)
    }
}

// MARK: - Outlines

extension OPMLParser {
    private mutating func readOutline(_ text: [UInt8], at start: Int) {
        var outline = RawOutline()
        // If a value contains an unescaped quote, each word after the quote becomes an attribute. The address is still
        // among these attributes.
        for attribute in tokenizer.attributes where !attribute.value.isEmpty {
            let value = decoded(text, attribute.value, isAddress: RawOutline.isAddress(attribute.hash))
            let name = String(decoding: text[attribute.name].prefix(128), as: UTF8.self)
            // The value is empty if it had only white space, or characters that XML forbids.
            if !value.isEmpty { outline.take(name, value) }
        }
        let lostFeed = outline.feedURL == nil && hasEmptyAddress(text) && (tokenizer.isSelfClosing || outline.isFeed)
        let folder = outline.feedURL == nil && !lostFeed ? outline.title : ""
        if let url = outline.feedURL ?? (lostFeed ? "" : nil) { add(outline, url, at: start, text) }
        guard !tokenizer.isSelfClosing, open.count < Self.maxOpen else { return }
        let isFolder = !folder.isEmpty && folders.count < OPMLReader.deepestFolder
        if !folder.isEmpty, !isFolder, !warnedOfDepth {
            warnedOfDepth = true
            warn(.tooDeep, at: start, text)
        }
        open.append(isFolder)
        if isFolder { folders.append(folder) }
    }

    /// Whether the outline has a feed-address attribute that is empty. Some programs write such an attribute for
    /// folders too.
    private func hasEmptyAddress(_ text: [UInt8]) -> Bool {
        tokenizer.attributes.contains { attribute in
            String(decoding: text[attribute.name].prefix(16), as: UTF8.self).lowercased() == "xmlurl"
        }
    }

    private mutating func add(_ outline: RawOutline, _ url: String, at start: Int, _ text: [UInt8]) {
        var feed = OPMLFeed(
            url: url, title: outline.title, htmlURL: outline.htmlURL.flatMap(Self.usableAddress),
            folders: folders, categories: outline.categories, attributes: outline.others)
        guard let address = Self.usableAddress(url) else {
            warn(.unusableAddress(url), at: start, text, outline: feed)
            return
        }
        guard document.feeds.count < OPMLReader.maxFeeds else {
            if document.feeds.count == OPMLReader.maxFeeds, document.warnings.last?.reason != .tooManyFeeds {
                warn(.tooManyFeeds, at: start, text)
            }
            return
        }
        feed.url = address
        document.feeds.append(feed)
    }

    private mutating func warn(
        _ reason: OPMLWarning.Reason, at offset: Int, _ text: [UInt8], outline: OPMLFeed? = nil
    ) {
        guard document.warnings.count < 1000 else { return }
        for byte in text[lineOffset..<offset] where byte == 0x0A { line += 1 }
        lineOffset = offset
        document.warnings.append(OPMLWarning(reason, line: line, outline: outline))
    }

    /// Returns an http or https address, without a `feed:` prefix and with spaces encoded; nil if the address is
    /// unusable.
    static func usableAddress(_ address: String) -> String? {
        guard address.utf8.count <= OPMLReader.longestText else { return nil }
        guard
            !address.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F || Self.isForbidden($0) })
        else { return nil }
        var address = address.split(separator: " ", omittingEmptySubsequences: false).joined(separator: "%20")
        switch URLReference.scheme(address) {
        case "http", "https": break
        case "feed", "rss", "itpc", "podcast", "pcast":
            guard let colon = address.firstIndex(of: ":") else { return nil }
            let rest = String(address[address.index(after: colon)...])
            if URLReference.scheme(rest) != nil {
                address = rest
            } else {
                guard rest.hasPrefix("//") else { return nil }
                address = "http:" + rest
            }
            guard URLReference.scheme(address) == "http" || URLReference.scheme(address) == "https" else { return nil }
        default: return nil
        }
        return URLReference.isSafeToOpen(address) ? address : nil
    }

    /// - Parameter isAddress: whether the value is an address. Its line breaks are kept, so that `usableAddress` can
    ///   reject it.
    private func decoded(_ text: [UInt8], _ range: Range<Int>, isAddress: Bool = false) -> String {
        var bytes: [UInt8] = []
        let end = min(range.upperBound, range.lowerBound + OPMLReader.longestText * 4)
        HTMLEntities.append(text.span, range.lowerBound..<end, inAttribute: true, to: &bytes)
        let value = String(decoding: bytes, as: UTF8.self)
        return isAddress ? Self.trimmed(value) : Self.cleaned(value)
    }

    private static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { $0.value > 0x20 }),
            let last = scalars.lastIndex(where: { $0.value > 0x20 })
        else { return "" }
        return String(scalars[first...last])
    }

    /// Whether XML forbids a character that is not a control character: <https://www.w3.org/TR/xml/#charsets>.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value & 0xFFFE == 0xFFFE && scalar.value < 0x1_0000
    }

    /// One line without white space at its ends, at most `OPMLReader.longestText` bytes.
    private static func cleaned(_ text: String) -> String {
        var output = String.UnicodeScalarView()
        var count = 0
        var gap = false
        for scalar in text.unicodeScalars {
            if scalar.value <= 0x20 || scalar.value == 0x7F || scalar == "\u{FEFF}" || isForbidden(scalar) {
                gap = !output.isEmpty
                continue
            }
            if gap {
                output.append(" ")
                count += 1
                gap = false
            }
            count += UTF8.width(scalar)
            if count > OPMLReader.longestText { break }
            output.append(scalar)
        }
        return String(output)
    }
}
