extension HTMLSanitizingWriter {
    /// Writes the allowed attributes of the start tag read last. If several attributes have the same name, only the
    /// first is written.
    ///
    /// If a script would load the picture, the addresses that the script would use are written first.
    mutating func writeAttributes(_ html: [UInt8], of tag: HTMLTag) -> HTMLPicture {
        guard !tokenizer.attributes.isEmpty else { return HTMLPicture(isPlaceholder: true) }
        let lists = HTMLAttributeLists.shared
        var picture = lazyPicture(html, of: tag)
        var written: [Int] = []
        func write(_ index: Int, _ range: Range<Int>, _ writer: inout Self) {
            guard !written.contains(index) else { return }
            written.append(index)
            let kind = lists.kinds[index]
            writer.value.removeAll(keepingCapacity: true)
            HTMLEntities.append(html.span, range, inAttribute: true, to: &writer.value)
            guard writer.makeSafe(kind, of: tag, name: lists.names.names[index]) else { return }
            if tag == .img, kind == .imageAddress || kind == .sourceSet && picture.address.isEmpty {
                picture.address = kind == .sourceSet ? Array(writer.value.prefix { $0 > 0x20 }) : writer.value
            }
            writer.output.append(0x20)
            writer.output += lists.names.names[index]
            writer.output += [0x3D, 0x22]
            writer.writeValue()
            writer.output.append(0x22)
        }
        if let range = picture.source { write(lists.source, range, &self) }
        if let range = picture.sourceSet {
            write(lists.sourceSet, range, &self)
            // The placeholder is not written in addition to the `srcset`: programs that do not support `srcset` would
            // show it.
            if picture.source == nil, picture.isPlaceholder { written.append(lists.source) }
        }
        for attribute in tokenizer.attributes.prefix(HTMLAttributeLists.maxRead) {
            guard let index = lists.names.index(ofHash: attribute.hash) else { continue }
            write(index, attribute.value, &self)
        }
        return picture
    }

    /// Makes the attribute value in `value` safe; returns false if the attribute must be dropped.
    private mutating func makeSafe(_ kind: HTMLAttributeLists.Kind, of tag: HTMLTag, name: [UInt8]) -> Bool {
        switch kind {
        case .plain: return true
        case .address, .imageAddress:
            let isImage = kind == .imageAddress && (tag == .img || tag == .source)
            guard let address = HTMLAddressFilter(base: base).safeForm(of: value, allowsImageData: isImage) else {
                return false
            }
            guard output.count < maxOutput else { return false }
            value = address.first == 0x23 ? [0x23] + HTMLAttributeLists.prefixed(Array(address.dropFirst())) : address
            return true
        case .sourceSet:
            guard let set = HTMLAddressFilter(base: base).safeSourceSet(value) else { return false }
            guard output.count < maxOutput else { return false }
            value = set
            return true
        case .style:
            value = HTMLStyleFilter.safeForm(of: value)
            return !value.isEmpty
        case .identifier:
            // A feed could choose names and ids that replace variables of the page (DOM clobbering), so these values
            // get a prefix.
            value = HTMLAttributeLists.prefixed(value)
            return true
        case .target: return value.isEmpty
        }
    }

    mutating func writeValue() {
        for byte in value {
            switch byte {
            case 0x22: output += Self.quote
            case 0x26: output += Self.ampersand
            case 0x3C: output += Self.lessThan
            case 0x3E: output += Self.greaterThan
            case 0: output += [0xEF, 0xBF, 0xBD]
            default: output.append(byte)
            }
        }
    }
}

/// The attributes that the sanitiser allows, the elements on which they are allowed, and the treatment of each.
struct HTMLAttributeLists: Sendable {
    enum Kind: Sendable {
        case plain
        case address
        /// An address that may be a `data:` address containing an image.
        case imageAddress
        case sourceSet
        case style
        case identifier
        case target
    }

    let names: HTMLNameTable
    let kinds: [Kind]
    /// The indices of `src` and `srcset`.
    let source: Int
    let sourceSet: Int

    static let maxRead = 256
    static let identifierPrefix = Array("user-content-".utf8)

    /// The identifier with the prefix `identifierPrefix`, which is not added twice.
    static func prefixed(_ identifier: [UInt8]) -> [UInt8] {
        identifier.isEmpty || identifier.starts(with: identifierPrefix) ? identifier : identifierPrefix + identifier
    }

    static let shared = HTMLAttributeLists()

    private init() {
        let lists: [(Kind, String)] = [
            (
                .plain,
                """
                abbr accept accept-charset accesskey align alt aria-hidden aria-label autocomplete autofocus axis
                balance bgcolor bgproperties border bordercolor bordercolordark bordercolorlight bottompadding
                cellpadding cellspacing ch challenge char charoff charset checked choff class clear color cols colspan
                compact contenteditable controls coords datafld datapagesize datetime default delay dir disabled
                draggable enctype end face for frame galleryimg gutter headers height hidden hidefocus high hreflang
                hspace inputmode ismap keytype kind label lang leftspacing list loading loop loopcount loopend
                loopstart low max maxlength media method min multiple nohref noshade nowrap open optimum pattern
                point-size pqg preload prompt radiogroup readonly rel repeat-max repeat-min replace required rev
                reversed rightspacing role rows rowspan rules scope selected shape size sizes span srclang start step
                summary suppress tabindex template title toppadding type unselectable urn valign value variable volume
                vrml vspace width wrap xml:lang
                """
            ),
            (.address, "action background cite data datasrc dynsrc form href icon longdesc lowsrc poster usemap"),
            (.imageAddress, "src"),
            (.sourceSet, "srcset"),
            (.style, "style"),
            (.identifier, "id name"),
            (.target, "target"),
        ]
        var words: [String] = []
        var kinds: [Kind] = []
        for (kind, list) in lists {
            for word in list.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
                words.append(String(word))
                kinds.append(kind)
            }
        }
        names = HTMLNameTable(words)
        self.kinds = kinds
        source = words.firstIndex(of: "src") ?? 0
        sourceSet = words.firstIndex(of: "srcset") ?? 0
    }
}
