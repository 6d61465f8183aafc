/// The kind of a document, which determines where the document may declare its charset.
public enum DocumentKind: Sendable {
    case xml, html, json, plain
}

/// A document converted to UTF-8, with information on how it was decoded.
public struct DecodedDocument: Sendable {
    /// The whole document in valid UTF-8, without a byte order mark.
    public var utf8: [UInt8]
    /// The charset that was used: a lower-case label of the WHATWG Encoding Standard or, if it has none, ICU's name.
    public var encoding: String
    /// The number of invalid byte sequences that were replaced by U+FFFD.
    public var replacedBytes: Int
    /// Whether the first charset named by the HTTP header, byte order mark or document was replaced, because it did not
    /// fit the bytes.
    public var isOverridden: Bool
}

/// Converts bytes in any charset to UTF-8.
public enum Charset {
    /// Decodes a document.
    ///
    /// Uses the first of: the byte order mark (which overrides all else, as in browsers), the charset in the HTTP
    /// header, the document's declaration, a guess from the bytes. A named charset that does not fit the bytes is
    /// replaced by one that does. A named charset is also replaced by UTF-8 if the bytes are UTF-8 with at least four
    /// multi-byte sequences (`UTF8Evidence`). If UTF-8 is mixed with Latin-1 and labelled as Latin-1, both are decoded.
    /// Never fails: invalid bytes become U+FFFD.
    ///
    /// - Parameter contentType: the value of the HTTP header with its parameters; nil if there is no such header.
    /// - Complexity: linear. Valid UTF-8 without a byte order mark is returned without a copy.
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
        // A label such as `us-ascii` is wrong if the document has non-ASCII bytes.
        let declared = named.flatMap {
            CharsetLabel.isASCII($0) ? survey.isValid ? "utf-8" : nil : CharsetLabel.canonical($0)
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
        if survey.looksLikeUTF8 {
            // The parts that are not UTF-8 are in the labelled charset.
            if !survey.isValid, transport == "windows-1252" || declared == "windows-1252" {
                return DecodedDocument(
                    utf8: MixedUTF8.utf8(bytes), encoding: "utf-8", replacedBytes: 0, isOverridden: true)
            }
            return convert(bytes, from: "utf-8", isOverridden: !isFirst)
        }
        let guess = CharsetGuess(bytes)
        if guess.isDamagedUTF8(survey) { return convert(bytes, from: "utf-8", isOverridden: !isFirst) }
        let label = guess.label(hints: [transport, declared].compactMap { $0 })
        // The document combines texts from several sources. Among Latin letters, valid UTF-8 sequences practically
        // never occur by chance.
        let minGood = guess.isLatin ? survey.badSequences / 4 : survey.badSequences
        if label == "windows-1252", survey.goodSequences > 0, survey.goodSequences >= minGood {
            return DecodedDocument(
                utf8: MixedUTF8.utf8(bytes), encoding: "utf-8", replacedBytes: 0, isOverridden: !isFirst)
        }
        return convert(bytes, from: label, isOverridden: !isFirst)
    }

    /// Whether the first non-ASCII character, read as UTF-8, is a Latin letter, a quotation mark or U+FFFD. In
    /// Windows-1252 its bytes would be a capital letter and a symbol, or three symbols (`Ã©`, `â€œ`, `ï¿½`).
    private static func isTypicalUTF8(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.firstIndex(where: { $0 >= 0x80 }), first + 2 < bytes.count else { return false }
        switch (bytes[first], bytes[first + 1], bytes[first + 2]) {
        case (0xC3, 0x80...0x9F, _), (0xC3, 0xA1...0xBF, _), (0xE2, 0x80, _), (0xEF, 0xBF, 0xBD): return true
        default: return false
        }
    }

    /// Decodes the document with a named charset; nil if the bytes contradict that charset.
    private static func decode(
        _ bytes: [UInt8], as label: String, survey: UTF8Survey, isOverridden: Bool
    ) -> DecodedDocument? {
        if label == "utf-8" {
            // A named charset requires less evidence than a guess: in other charsets, invalid sequences outnumber valid
            // ones.
            guard survey.looksLikeUTF8 || survey.goodSequences > 0 && survey.goodSequences >= survey.badSequences else {
                return nil
            }
            return convert(bytes, from: label, isOverridden: isOverridden)
        }
        // The label was only a default: two valid UTF-8 sequences practically never occur by chance in Windows-1252
        // text, or in ISO-8859-15, which encodes the same letters in the same bytes.
        if label == "windows-1252" || label == "iso-8859-15", survey.looksLikeUTF8,
            survey.goodSequences >= 2 || survey.isValid && isTypicalUTF8(bytes)
        {
            return nil
        }
        // A declaration of UTF-16 or UTF-32 that could be read as ASCII must be wrong.
        if label.hasPrefix("utf-16") || label.hasPrefix("utf-32") { return nil }
        if !label.hasPrefix("iso-2022"), UTF8Evidence.overrides(label, bytes, survey) { return nil }
        let document = convert(bytes, from: label, isOverridden: isOverridden)
        // A few invalid bytes mean that the text is damaged. If there are many, or the document is valid UTF-8, the
        // label is wrong.
        if document.replacedBytes > 0, survey.isValid { return nil }
        return document.replacedBytes <= 1 + survey.highBytes / 50 ? document : nil
    }

    /// Converts a document from a charset without checking that the charset fits.
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
