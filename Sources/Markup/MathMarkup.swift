/// Presentation MathML that is safe to show: elements that contain numbers, letters, symbols or each other, without
/// links, colours or names, and without elements that may contain HTML (<https://www.w3.org/TR/mathml-core/>).
///
/// HTML parsers follow different rules inside `math`. If a formula contains only these elements and text, all parsers
/// read the formula in the same way.
public enum MathMarkup {
    static let elements = HTMLNameTable(
        words: """
            math mrow mi mn mo mtext ms mspace mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder
            mover munderover mmultiscripts mprescripts none mtable mtr mtd menclose mfenced semantics annotation
            """)

    /// Elements that are replaced by `annotation`. `annotation-xml` may contain HTML; its text is hidden like that of
    /// `annotation`.
    static let replaced = HTMLNameTable(words: "annotation-xml")

    /// Whether an element occurs only in formulas.
    public static func isElement(_ name: String) -> Bool { elements.contains(name.utf8) }

    /// Whether an attribute of a formula may be written. Its value must be a word or a small length, which cannot move
    /// content elsewhere on the page.
    public static func allows(_ attribute: String, _ value: String) -> Bool {
        guard attributes.contains(attribute.utf8), value.utf8.count <= 32 else { return false }
        return value.split(separator: " ").allSatisfy { part in
            part.utf8.allSatisfy { HTMLTokenizer.isLetter($0) || $0 == 0x2D } && part.first != "-" || isLength(part)
        }
    }

    static let attributes = HTMLNameTable(
        words: """
            display displaystyle scriptlevel mathvariant dir linethickness stretchy symmetric largeop movablelimits accent
            accentunder fence separator form lspace rspace minsize maxsize width height depth columnspan rowspan columnalign
            rowalign columnlines rowlines columnspacing rowspacing notation bevelled numalign denomalign
            """)

    /// Whether a text is a length with at most two digits before the point, and no unit or one of `em`, `ex`, `px`,
    /// `pt`.
    private static func isLength(_ text: Substring) -> Bool {
        let whole = text.prefix { $0.isASCII && $0.isNumber }
        var rest = text.dropFirst(whole.count)
        if rest.first == "." { rest = rest.dropFirst().drop { $0.isASCII && $0.isNumber } }
        return whole.utf8.count <= 2 && text.first.map { $0.isNumber || $0 == "." } ?? false
            && ["", "em", "ex", "px", "pt"].contains(rest)
    }
}

extension HTMLSanitizingWriter {
    /// Writes the start tag of a formula, or of an element in a formula.
    ///
    /// - Returns: false for an HTML element that ends the formula.
    mutating func readMathStartTag(_ html: [UInt8]) -> Bool {
        let name = html[tokenizer.name]
        guard let element = mathElement(name) else {
            let traits = tokenizer.tag.traits
            guard traits.contains(.closesParagraph) || traits.contains(.tablePart) || tokenizer.tag == .table else {
                if traits.contains(.rawText) { _ = tokenizer.readRawText(html.span, of: tokenizer.tag) }
                return true
            }
            closeMath()
            return false
        }
        // Formulas cannot be nested.
        if element == 0, !math.isEmpty { return true }
        guard depth < HTMLSanitizer.deepest else { return true }
        output.append(0x3C)
        output += MathMarkup.elements.names[element]
        writeMathAttributes(html)
        output.append(0x3E)
        if tokenizer.isSelfClosing { writeMathEnd(element) } else { math.append(element) }
        return true
    }

    /// Closes elements of the formula, up to and including the element that an end tag names.
    ///
    /// - Returns: false if the end tag belongs to an element around the formula; the formula is then closed.
    mutating func readMathEndTag(_ html: [UInt8]) -> Bool {
        if let element = mathElement(html[tokenizer.name]) {
            guard let place = math.lastIndex(of: element) else { return true }
            while math.count > place, let last = math.popLast() { writeMathEnd(last) }
            return true
        }
        guard isOpen(tokenizer.tag.standIn) else { return true }
        closeMath()
        return false
    }

    mutating func closeMath() {
        while let element = math.popLast() { writeMathEnd(element) }
    }

    func isMath(_ html: [UInt8]) -> Bool { !math.isEmpty || keepsMathematics && tokenizer.tag == .math }

    private func mathElement(_ name: ArraySlice<UInt8>) -> Int? {
        if MathMarkup.replaced.contains(name) { return MathMarkup.elements.index(of: "annotation".utf8) }
        return MathMarkup.elements.index(of: name)
    }

    private mutating func writeMathEnd(_ element: Int) {
        output += [0x3C, 0x2F]
        output += MathMarkup.elements.names[element]
        output.append(0x3E)
    }

    private mutating func writeMathAttributes(_ html: [UInt8]) {
        var written: [Int] = []
        for attribute in tokenizer.attributes.prefix(HTMLAttributeLists.maxRead) {
            guard let index = MathMarkup.attributes.index(ofHash: attribute.hash), !written.contains(index) else {
                continue
            }
            written.append(index)
            var value: [UInt8] = []
            HTMLEntities.append(html.span, attribute.value, inAttribute: true, to: &value)
            let name = MathMarkup.attributes.names[index]
            guard
                MathMarkup.allows(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
            else { continue }
            output.append(0x20)
            output += name
            output += [0x3D, 0x22]
            output += value
            output.append(0x22)
        }
    }
}
