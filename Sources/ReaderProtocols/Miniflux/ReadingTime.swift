/// Estimates reading time like Miniflux.
enum ReadingTime {
    static let wordsPerMinute = 265
    static let charactersPerMinute = 500

    /// Minutes, rounded up. Chinese, Japanese and Korean characters are counted individually.
    ///
    /// - Complexity: linear in the text.
    static func minutes(_ text: String) -> Int {
        var (words, characters) = (0, 0)
        var isInWord = false
        for scalar in text.unicodeScalars {
            let isCJK =
                switch scalar.value {
                case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF,
                    0x20000...0x3FFFF:
                    true
                default: false
                }
            if isCJK { characters += 1 }
            let isWord = !isCJK && scalar.value > 0x20 && scalar.value != 0xA0 && scalar.value != 0x3000
            if isWord, !isInWord { words += 1 }
            isInWord = isWord
        }
        let minutes = Double(words) / Double(wordsPerMinute) + Double(characters) / Double(charactersPerMinute)
        return Int(minutes.rounded(.up))
    }
}
