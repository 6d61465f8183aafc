extension Analyzer {
    /// Removes the differences that the index ignores: case, accents, width, Han variants and kana sizes.
    /// Punctuation is kept, and non-ASCII white space becomes a space. Folding is idempotent.
    ///
    /// - Complexity: linear. A code point folds to at most 18 code points.
    public func foldedText(_ text: String) -> String {
        var copy = text
        copy.makeContiguousUTF8()
        return String(decoding: foldedUTF8(copy.utf8.span), as: UTF8.self)
    }

    /// Like `foldedText`, but for UTF-8 bytes. A byte that is not part of a character becomes U+FFFD.
    public func foldedUTF8(_ text: Span<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        withContext { context in
            unsafe text.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return }
                let scanner = unsafe TokenScanner(text: start, count: bytes.count, context: context)
                scanner.fold(into: &result)
            }
        }
        return result
    }
}

extension TokenScanner {
    fileprivate func fold(into result: inout [UInt8]) {
        var index = 0
        var last: UInt32 = 0
        var lastSize = 0
        func append(_ scalar: UInt32) {
            let before = result.count
            if let encoded = Unicode.Scalar(scalar).flatMap(UTF8.encode) { result.append(contentsOf: encoded) }
            last = scalar
            lastSize = result.count - before
        }
        while index < count {
            let byte = unsafe text[index]
            if byte < 0x80 {
                let letter = unsafe FoldingTable.asciiWord[Int(byte)]
                last = UInt32(letter == 0 ? byte : letter)
                lastSize = 1
                result.append(UInt8(last))
                index += 1
                continue
            }
            let (scalar, length) = scalar(at: index)
            index += length
            let entry = FoldingTable.entry(scalar)
            if entry.composes, lastSize > 0, let whole = FoldingTable.compose(last, entry.folded(scalar)) {
                result.removeLast(lastSize)
                append(whole)
            } else if entry.characterClass == .ignorable {
                continue
            } else if entry.expands {
                for folded in FoldingTable.expansion(entry) { append(folded) }
            } else {
                append(entry.folded(scalar))
            }
        }
    }
}
