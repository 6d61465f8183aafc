extension HTMLSanitizer {
    /// Whether HTML contains an address that needs a base. Links to anchors in the same text (`#note`) do not.
    ///
    /// - Complexity: linear.
    public static func hasRelativeAddresses(_ html: [UInt8]) -> Bool {
        var tokenizer = HTMLTokenizer()
        var index = 0
        while index < html.count {
            index = XMLBytes.first(0x3C, in: html, from: index)
            guard index < html.count else { break }
            guard tokenizer.read(html.span, at: index) == .startTag else {
                index = max(index + 1, tokenizer.next)
                continue
            }
            for attribute in tokenizer.attributes where addresses.index(ofHash: attribute.hash) != nil {
                if isRelative(html[attribute.value]) { return true }
            }
            index = max(index + 1, tokenizer.next)
        }
        return false
    }

    private static let addresses = HTMLNameTable(
        ["href", "src", "srcset", "poster", "cite", "longdesc", "background"] + LazyPicture.sources
            + LazyPicture.sourceSets
    )

    private static func isRelative(_ value: ArraySlice<UInt8>) -> Bool {
        let address = URLReference.clean(Array(value.prefix(64)))
        guard let first = address.first, first != 0x23 else { return false }
        return URLReference.scheme(address) == nil
    }
}
