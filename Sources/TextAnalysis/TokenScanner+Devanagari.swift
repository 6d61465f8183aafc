/// Two spellings of nasals in Devanagari: हिन्दी and हिंदी are one word.
extension TokenScanner {
    /// Replaces, in the buffered word, candrabindu and a nasal before a consonant of its own class by anusvara.
    ///
    /// - Returns: the word's new length.
    @inline(never)
    func joinDevanagariNasals(length: Int) -> Int {
        var source = 0
        var target = 0
        while source < length {
            if isNasal(at: source, length: length) {
                // The virama after a nasal letter is dropped.
                source += unsafe word[source + 2] == 0x81 ? 3 : 6
                unsafe word[target] = 0xE0
                unsafe word[target + 1] = 0xA4
                unsafe word[target + 2] = 0x82
                target += 3
                continue
            }
            unsafe word[target] = word[source]
            source += 1
            target += 1
        }
        return target
    }

    /// Whether this is candrabindu, or ङ ञ ण न म with virama and one of the four preceding consonants of the alphabet.
    private func isNasal(at index: Int, length: Int) -> Bool {
        guard index > 0, index + 2 < length, unsafe word[index] == 0xE0 && word[index + 1] == 0xA4 else { return false }
        let nasal = unsafe word[index + 2]
        if nasal == 0x81 { return true }
        guard index + 8 < length, nasal == 0x99 || nasal == 0x9E || nasal == 0xA3 || nasal == 0xA8 || nasal == 0xAE,
            unsafe word[index + 3] == 0xE0 && word[index + 4] == 0xA5 && word[index + 5] == 0x8D,
            unsafe word[index + 6] == 0xE0 && word[index + 7] == 0xA4
        else { return false }
        let consonant = unsafe word[index + 8]
        // The letter between न and प belongs to other languages.
        let first = nasal == 0xAE ? 0xAA : nasal - 4
        return consonant >= first && consonant < nasal
    }
}
