/// Estimates the time to read a text, at the reading speeds of Miniflux (<https://miniflux.app/docs/configuration.html>,
/// `internal/reader/readingtime`), so that every client shows the same number of minutes for an article.
///
/// Miniflux uses one of the two speeds for a whole article. Here each part of a mixed text counts at its own speed.
package enum ReadingTime {
    package static let wordsPerMinute = 265
    /// The reading speed for Chinese, Japanese and Korean text.
    package static let charactersPerMinute = 500

    /// The reading time in minutes, rounded up; 0 for a text without words.
    ///
    /// A word is a run of characters without white space that contains a letter or digit. Chinese, Japanese and Korean
    /// characters are counted one by one, including punctuation.
    ///
    /// - Complexity: linear in the length of the text.
    package static func minutes(_ text: String) -> Int {
        var (words, characters) = (0, 0)
        var isInWord = false
        for scalar in text.unicodeScalars {
            switch scalar.value {
            // White space.
            case 0...0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000:
                isInWord = false
            // Punctuation, kana, Bopomofo, Han, Hangul, full-width forms.
            case 0x3001...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0xFF01...0xFFEF, 0x20000...0x3FFFF:
                characters += 1
                isInWord = false
            default:
                if !isInWord, scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                    words += 1
                    isInWord = true
                }
            }
        }
        let minutes = Double(words) / Double(wordsPerMinute) + Double(characters) / Double(charactersPerMinute)
        return Int(minutes.rounded(.up))
    }
}
