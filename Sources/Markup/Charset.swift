/// What kind of document bytes are, which decides where they may name their own charset.
public enum DocumentKind: Sendable {
    case xml, html, json, plain
}

/// A document as UTF-8, and how it came to be.
public struct DecodedDocument: Sendable {
    /// The whole document, valid UTF-8, without byte order mark.
    public var utf8: [UInt8]
    /// The charset it was read as: a label of the WHATWG Encoding Standard in lower case, or ICU's name where that has none.
    public var encoding: String
    /// How many bad byte sequences became U+FFFD.
    public var replacedBytes: Int
    /// True where the charset named first, by transport, mark or document, did not fit and another was used.
    public var isOverridden: Bool
}

/// Turns bytes of any charset into UTF-8.
public enum Charset {
    /// Decodes a document.
    ///
    /// In order: byte order mark (over everything, as browsers have it), charset of the HTTP header, the document's own
    /// declaration, then what the bytes look like. A charset that was named but does not fit the bytes gives way to
    /// one that does. Never fails: bytes that mean nothing become U+FFFD.
    ///
    /// - Parameter contentType: the value of the HTTP header, parameters included, if there was one.
    /// - Complexity: linear. Valid UTF-8 without mark is handed on without a copy.
    public static func decode(_ bytes: [UInt8], contentType: String?, kind: DocumentKind) -> DecodedDocument {
        if let mark = CharsetSignature.byteOrderMark(of: bytes) {
            return convert(Array(bytes.dropFirst(mark.length)), from: mark.encoding, isOverridden: false)
        }
        let form = kind == .html || kind == .plain ? nil : CharsetSignature.wideForm(of: bytes)
        if let form {
            let own = form == CharsetSignature.ebcdic ? CharsetDeclaration.findEBCDIC(in: bytes) : nil
            return convert(bytes, from: own ?? form, isOverridden: false)
        }

        let survey = UTF8Survey(bytes)
        let transport = contentType.flatMap(CharsetLabel.inContentType).flatMap(CharsetLabel.canonical)
        let named = CharsetDeclaration.find(in: bytes, kind: kind)
        // No byte beyond ASCII is ASCII: such a label is no evidence where there are any.
        let declared = named.flatMap {
            CharsetLabel.isASCII($0) && survey.isValid ? "utf-8" : CharsetLabel.canonical($0)
        }
        if survey.isASCII, CharsetSignature.isStateless(transport), CharsetSignature.isStateless(declared) {
            if let escaped = CharsetSignature.escapedForm(of: bytes) {
                return convert(bytes, from: escaped, isOverridden: transport != nil || declared != nil)
            }
            return DecodedDocument(
                utf8: bytes, encoding: transport ?? declared ?? "utf-8", replacedBytes: 0, isOverridden: false)
        }
        var isFirst = true
        for label in [transport, declared].compactMap({ $0 }) {
            if let fit = decode(bytes, as: label, survey: survey, isOverridden: !isFirst) { return fit }
            isFirst = false
        }
        if survey.looksLikeUTF8 { return convert(bytes, from: "utf-8", isOverridden: !isFirst) }
        let guess = CharsetGuess.guess(bytes, hints: [transport, declared].compactMap { $0 })
        return convert(bytes, from: guess, isOverridden: !isFirst)
    }

    /// Whether the first character beyond ASCII, read as UTF-8, is a Latin letter, a quotation mark or U+FFFD, which read as
    /// Windows-1252 would be a capital letter with a sign or three signs in a row (`Ã©`, `â€œ`, `ï¿½`).
    private static func isTypicalUTF8(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.firstIndex(where: { $0 >= 0x80 }), first + 2 < bytes.count else { return false }
        switch (bytes[first], bytes[first + 1], bytes[first + 2]) {
        case (0xC3, 0x80...0x9F, _), (0xC3, 0xA1...0xBF, _), (0xE2, 0x80, _), (0xEF, 0xBF, 0xBD): return true
        default: return false
        }
    }

    /// The document under a charset that something named, or nil where the bytes speak against it.
    private static func decode(
        _ bytes: [UInt8], as label: String, survey: UTF8Survey, isOverridden: Bool
    ) -> DecodedDocument? {
        if label == "utf-8" {
            // Named, it needs less evidence than found: hardly any other text has more good sequences than bad ones.
            guard survey.looksLikeUTF8 || survey.goodSequences > survey.badSequences else { return nil }
            return convert(bytes, from: label, isOverridden: isOverridden)
        }
        // Text in Windows-1252 is never well-formed UTF-8 twice by accident; the label was a default.
        if label == "windows-1252", survey.looksLikeUTF8,
            survey.goodSequences >= 2 || survey.isValid && isTypicalUTF8(bytes)
        {
            return nil
        }
        // These declarations cannot be true of bytes in which a declaration could be read.
        if label.hasPrefix("utf-16") || label.hasPrefix("utf-32") { return nil }
        let document = convert(bytes, from: label, isOverridden: isOverridden)
        // A few bad bytes are damage; many, or a document that is flawless UTF-8, mean the label is wrong.
        if document.replacedBytes > 0, survey.isValid { return nil }
        return document.replacedBytes <= 1 + survey.highBytes / 50 ? document : nil
    }

    /// Converts from one charset, whatever the bytes.
    static func convert(_ bytes: [UInt8], from label: String, isOverridden: Bool) -> DecodedDocument {
        if label != "utf-8", let result = CharsetConverter.utf8(from: bytes, label: label) {
            return DecodedDocument(
                utf8: result.utf8, encoding: label, replacedBytes: result.replaced, isOverridden: isOverridden)
        }
        let survey = UTF8Survey(bytes)
        let utf8 = survey.isValid ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)
        return DecodedDocument(
            utf8: utf8, encoding: "utf-8", replacedBytes: survey.badSequences, isOverridden: isOverridden)
    }
}
