/// Decides which addresses are allowed in sanitised HTML, and makes them absolute.
struct HTMLAddressFilter {
    let base: URLReference.Parts?

    private static let schemes = HTMLNameTable(
        words: "http https mailto tel ftp xmpp irc ircs magnet sip sms news nntp geo webcal gemini")
    private static let imageTypes = ["png", "gif", "jpeg", "jpg", "webp", "avif", "bmp", "x-icon"]
        .map { Array("data:image/\($0)".utf8) }

    /// The absolute form of an address; nil if the address is not allowed.
    ///
    /// - Parameter value: the value with character references decoded.
    /// - Parameter allowsImageData: whether addresses such as `data:image/png` are allowed; SVG is never allowed.
    func safeForm(of value: [UInt8], allowsImageData: Bool) -> [UInt8]? {
        var address = URLReference.clean(value)
        if address.isEmpty, value.isEmpty, base == nil { return value }
        // A link to an anchor in the same text is left unchanged, because the sanitiser renames its target in the same
        // way.
        if address.first == 0x23 { return address }
        if let base { address = URLReference.resolve(address, base: base) }
        if let scheme = URLReference.scheme(address) {
            if Self.schemes.contains(scheme) { return address }
            if allowsImageData, isImageData(address) { return address }
            return nil
        }
        return looksLikeScript(address) ? nil : address
    }

    /// The allowed candidates of a `srcset`; nil if no candidate is allowed.
    func safeSourceSet(_ value: [UInt8]) -> [UInt8]? {
        var output: [UInt8] = []
        var index = 0
        func isSeparator(_ byte: UInt8) -> Bool { HTMLTokenizer.isSpace(byte) || byte == 0x2C }
        while index < value.count {
            if isSeparator(value[index]) {
                index += 1
                continue
            }
            let start = index
            while index < value.count, !HTMLTokenizer.isSpace(value[index]) { index += 1 }
            var address = value[start..<index]
            var descriptor: ArraySlice<UInt8> = []
            if address.last == 0x2C {
                while address.last == 0x2C { address.removeLast() }
            } else {
                let descriptorStart = index
                while index < value.count, value[index] != 0x2C { index += 1 }
                descriptor = value[descriptorStart..<index]
            }
            // Trim before the check: a comma or control character at either end could prevent the scheme from being
            // recognised.
            func isEdge(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x2C }
            address = address.drop(while: isEdge)
            while let last = address.last, isEdge(last) { address.removeLast() }
            guard !address.isEmpty, let safe = safeForm(of: Array(address), allowsImageData: false), safe.last != 0x2C
            else { continue }
            if !output.isEmpty { output += [0x2C, 0x20] }
            output += safe
            let words = descriptor.split(whereSeparator: HTMLTokenizer.isSpace)
            if let word = words.first, word.allSatisfy({ $0 &- 0x30 < 10 || $0 == 0x2E || $0 | 0x20 &- 0x61 < 26 }) {
                output.append(0x20)
                output += word
            }
        }
        return output.isEmpty ? nil : output
    }

    private func isImageData(_ address: [UInt8]) -> Bool {
        Self.imageTypes.contains { type in
            guard address.count > type.count else { return false }
            let isType = zip(address, type).allSatisfy { pair in
                (pair.0 &- 0x41 < 26 ? pair.0 | 0x20 : pair.0) == pair.1
            }
            return isType && (address[type.count] == 0x3B || address[type.count] == 0x2C)
        }
    }

    /// Whether the text before the first colon is the scheme of a script, such as `javascript`. Other characters in
    /// between are ignored, as in some browsers.
    private func looksLikeScript(_ address: [UInt8]) -> Bool {
        guard let colon = address.firstIndex(of: 0x3A) else { return false }
        let head = address[..<colon]
        guard !head.contains(where: { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 }) else { return false }
        let letters = head.filter(HTMLTokenizer.isLetter).map { $0 | 0x20 }
        return ["script", "data", "mocha", "about", "wysiwyg", "file", "behavior", "behaviour", "disk"]
            .contains { letters.suffix($0.utf8.count).elementsEqual($0.utf8) } || letters == [0x63]
    }
}
