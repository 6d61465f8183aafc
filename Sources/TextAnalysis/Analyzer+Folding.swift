/// Folding of whole texts.
extension Analyzer {
    /// A text as the index sees its characters: case, accents, width, Han variants and kana sizes made alike,
    /// punctuation and white space kept. Folding twice gives the same.
    ///
    /// - Complexity: linear. A code point grows to at most 18.
    public func foldedText(_ text: String) -> String {
        let table = FoldingTable.shared
        var result = String.UnicodeScalarView()
        var last: UInt32 = 0
        for scalar in text.unicodeScalars {
            let entry = table.entry(scalar.value)
            if entry.composes, let whole = table.compose(last, entry.folded(scalar.value)),
                let composed = Unicode.Scalar(whole)
            {
                result.removeLast()
                result.append(composed)
                last = whole
                continue
            }
            if entry.characterClass == .ignorable { continue }
            if entry.expands {
                for folded in table.expansion(entry) {
                    if let folded = Unicode.Scalar(folded) { result.append(folded) }
                    last = folded
                }
            } else {
                last = entry.folded(scalar.value)
                if let folded = Unicode.Scalar(last) { result.append(folded) }
            }
        }
        return String(result)
    }
}
