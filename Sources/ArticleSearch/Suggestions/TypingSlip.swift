private import Glibc

/// The probability that a typing error turned the intended word into the typed one: a noisy channel, after Kernighan,
/// Church and Gale, "A Spelling Correction Program Based on a Noisy Channel Model" (1990).
///
/// Weights are log probabilities, without the factor common to all errors. In a word, few letters can be deleted or
/// swapped, but there are 25 times as many possible replacements and insertions. Those by a letter that is adjacent on
/// the keyboard, sounds alike or is doubled are more probable.
package struct TypingSlip {
    package var weight: Double
    /// Whether it is a typical error, not an arbitrary replacement.
    package var isTypical: Bool

    /// The weight of two errors in one word.
    package static let two = TypingSlip(weight: -8, isTypical: true)

    /// In words of up to this length, a different first letter is not treated as an error unless the error is typical.
    private static let shortest = 4
    /// The factor for errors in the first letter, which are often noticed while typing.
    private static let firstLetter = log(0.5)
    private static let doubled = log(0.25)
    private static let beside = log(1.0 / 12)
    private static let alike = log(1.0 / 15)
    private static let any = log(1.0 / 25)

    /// The error that turns `meant` into `typed`, both as code points; nil if they are equal or differ by more than one
    /// edit.
    package static func between(typed: [UInt32], meant: [UInt32]) -> TypingSlip? {
        guard abs(typed.count - meant.count) <= 1 else { return nil }
        let shorter = min(typed.count, meant.count)
        var start = 0
        while start < shorter, typed[start] == meant[start] { start += 1 }
        var end = 0
        while end < shorter - start, typed[typed.count - 1 - end] == meant[meant.count - 1 - end] { end += 1 }
        guard var slip = slip(typed, meant, start, typed.count - start - end, meant.count - start - end) else {
            return nil
        }
        if start == 0 {
            if typed.count == meant.count, typed.count <= shortest, !slip.isTypical { return nil }
            slip.weight += firstLetter
        }
        return slip
    }

    /// The error in two words that are equal before `start`, from the numbers of letters in which they differ.
    private static func slip(
        _ typed: [UInt32], _ meant: [UInt32], _ start: Int, _ typedCount: Int, _ meantCount: Int
    ) -> TypingSlip? {
        switch (typedCount, meantCount) {
        case (0, 1): return TypingSlip(weight: 0, isTypical: true)
        case (1, 0):
            let letter = typed[start]
            let before = start > 0 ? typed[start - 1] : 0
            let after = start + 1 < typed.count ? typed[start + 1] : 0
            if letter == before || letter == after { return TypingSlip(weight: doubled, isTypical: true) }
            let isBeside = Keyboard.areBeside(letter, before) || Keyboard.areBeside(letter, after)
            return TypingSlip(weight: isBeside ? beside : any, isTypical: isBeside)
        case (1, 1):
            let (letter, right) = (typed[start], meant[start])
            if Keyboard.areBeside(letter, right) { return TypingSlip(weight: beside, isTypical: true) }
            let soundsAlike = Keyboard.soundAlike(letter, right)
            return TypingSlip(weight: soundsAlike ? alike : any, isTypical: soundsAlike)
        case (2, 2):
            let isSwapped = typed[start] == meant[start + 1] && typed[start + 1] == meant[start]
            return isSwapped ? TypingSlip(weight: 0, isTypical: true) : nil
        default: return nil
        }
    }
}

/// Latin letters that are often confused.
private enum Keyboard {
    private static let first = UInt32(UInt8(ascii: "a"))

    /// For each letter, a bit mask of the adjacent letters on a US keyboard.
    private static let besides = masks(
        [
            "qwa", "wqeas", "ewrsd", "retdf", "tryfg", "ytugh", "uyihj", "iuojk", "oipkl", "pol", "aqwsz", "sawedxz",
            "dserfcx", "fdrtgvc", "gftyhbv", "hgyujnb", "jhuikmn", "kjiolm", "lkop", "zasx", "xzsdc", "cxdfv", "vcfgb",
            "bvghn", "nbhjm", "mnjk",
        ])
    private static let alikes = masks([
        "aeiouy", "eaiouy", "iaeouy", "oaeiuy", "uaeioy", "yaeiou", "cks", "kcq", "sczx", "zs", "xs", "qk", "vwf", "wv",
        "fvp", "pfb", "bp", "gj", "jg", "dt", "td", "mn", "nm", "lr", "rl",
    ])

    private static func masks(_ rows: [String]) -> [UInt32] {
        var masks = [UInt32](repeating: 0, count: 26)
        for row in rows {
            let letters = row.utf8.map { UInt32($0) - first }
            for letter in letters.dropFirst() { masks[Int(letters[0])] |= 1 << letter }
        }
        return masks
    }

    private static func has(_ masks: [UInt32], _ a: UInt32, _ b: UInt32) -> Bool {
        guard a >= first, b >= first, a < first + 26, b < first + 26 else { return false }
        return masks[Int(a - first)] >> (b - first) & 1 == 1
    }

    static func areBeside(_ a: UInt32, _ b: UInt32) -> Bool { has(besides, a, b) }
    static func soundAlike(_ a: UInt32, _ b: UInt32) -> Bool { has(alikes, a, b) }
}
