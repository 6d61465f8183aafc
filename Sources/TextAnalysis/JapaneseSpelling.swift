/// Other forms of Japanese words: inflections of verbs and adjectives, and other spellings.
enum JapaneseSpelling {
    static func variants(of run: [Unicode.Scalar]) -> [String] {
        let isJapanese =
            run.contains { isHiragana($0) || isKatakana($0) } || run.contains(where: isHan)
        guard isJapanese else { return [] }
        let verbs = inflections(of: run)
        let inflections = verbs.isEmpty ? JapaneseAdjectives.variants(of: run) : verbs
        return inflections + katakana(of: run) + listed(in: run)
    }

    // MARK: - Verbs

    private static func inflections(of run: [Unicode.Scalar]) -> [String] {
        guard let last = run.last, isHiragana(last) else { return [] }
        for continuation in JapaneseVerbs.continuations where run.text.hasSuffix(continuation) {
            let verb = Array(run.dropLast(continuation.unicodeScalars.count))
            guard verb.last == "て" || verb.last == "で" else { continue }
            return [verb.text] + inflections(of: verb)
        }
        // Uses the longest suffix of the run that is a form of a verb. If a Han character precedes the suffix, the
        // suffix is part of a longer word.
        for start in run.indices where run.count - start <= 8 {
            guard let forms = JapaneseVerbs.forms[run[start...].text] else { continue }
            if start > 0, isHan(run[start - 1]) { break }
            return forms.map { run[..<start].text + $0 }
        }
        for ending in JapaneseVerbs.nounEndings {
            let count = ending.unicodeScalars.count
            guard run.count >= count + 2, run.suffix(count).text == ending else { continue }
            let noun = run.dropLast(count)
            let isNoun = noun.suffix(2).allSatisfy(isHan) || noun.count > 2 && noun.suffix(3).allSatisfy(isKatakana)
            return isNoun ? JapaneseVerbs.nounEndings.map { noun.text + $0 } : []
        }
        return []
    }

    // MARK: - Katakana

    /// Variants of the run. In each variant one katakana word has another spelling.
    private static func katakana(of run: [Unicode.Scalar]) -> [String] {
        var variants: [String] = []
        var start = 0
        while start < run.count {
            guard isKatakana(run[start]) else {
                start += 1
                continue
            }
            let end = run[start...].firstIndex { !isKatakana($0) } ?? run.count
            for word in spellings(of: run[start..<end]) {
                variants.append(run[..<start].text + word + run[end...].text)
            }
            start = end
        }
        return variants
    }

    private static func spellings(of word: ArraySlice<Unicode.Scalar>) -> [String] {
        let text = word.text
        var found = KatakanaSpellings.table[text] ?? []
        if let plain = KatakanaSpellings.withoutV(text) { found.append(plain) }
        if let other = KatakanaSpellings.withV(text) { found.append(other) }
        if word.count > KatakanaSpellings.maxListed { found += KatakanaSpellings.withListedWord(text) }
        if word.last == "ー" {
            let shorter = String(text.unicodeScalars.dropLast())
            if isLongAgent(word.dropLast()) { found.append(shorter) }
        } else if word.count > 4, isLongAgent(word) {
            found.append(text + "ー")
        }
        return found
    }

    /// Whether a long word ends like a loan word in -er, -or, -ar or -y. The final ー of such words is optional.
    private static func isLongAgent(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
        guard word.count >= 4, let last = word.last else { return false }
        return "タダサザラナマジャファリティカガバ".unicodeScalars.contains(last)
    }

    // MARK: - Listed words

    /// Variants of the run in which a listed word has another spelling. For example, 申し込み, 申込み and 申込 are spellings of
    /// one word.
    private static func listed(in run: [Unicode.Scalar]) -> [String] {
        var numbers: Set<Int> = []
        for scalar in run { numbers.formUnion(groupsByFirst[scalar] ?? []) }
        if numbers.isEmpty { return [] }
        let text = run.text
        var variants: [String] = []
        for group in numbers.sorted().map({ KatakanaSpellings.okurigana[$0] }) {
            // The longest spelling comes first, because a spelling such as 申込み contains the shorter 申込.
            guard let word = group.first(where: { text.firstRange(ofWord: $0) != nil }) else { continue }
            for other in group where other != word { variants.append(text.replacingFirst(word, with: other)) }
        }
        return variants
    }

    /// The numbers of the groups that have a spelling with this first character.
    private static let groupsByFirst: [Unicode.Scalar: [Int]] = {
        var groups: [Unicode.Scalar: [Int]] = [:]
        for (number, group) in KatakanaSpellings.okurigana.enumerated() {
            for first in Set(group.compactMap(\.unicodeScalars.first)) { groups[first, default: []].append(number) }
        }
        return groups
    }()

    static func isHiragana(_ scalar: Unicode.Scalar) -> Bool { 0x3041...0x3096 ~= scalar.value }
    static func isKatakana(_ scalar: Unicode.Scalar) -> Bool { 0x30A1...0x30FA ~= scalar.value || scalar == "ー" }
    static func isHan(_ scalar: Unicode.Scalar) -> Bool {
        0x4E00...0x9FFF ~= scalar.value || 0x3400...0x4DBF ~= scalar.value || scalar == "々"
    }
}

extension String {
    /// The first range of a word in the text, in UTF-8 bytes.
    func firstRange(ofWord word: String) -> Range<Int>? {
        let bytes = Array(utf8)
        let sought = Array(word.utf8)
        guard bytes.count >= sought.count else { return nil }
        return (0...(bytes.count - sought.count)).first { bytes[$0..<($0 + sought.count)] == sought[...] }
            .map { $0..<($0 + sought.count) }
    }

    fileprivate func replacingFirst(_ word: String, with other: String) -> String {
        guard let range = firstRange(ofWord: word) else { return self }
        let bytes = Array(utf8)
        return String(
            decoding: bytes[..<range.lowerBound] + Array(other.utf8) + bytes[range.upperBound...], as: UTF8.self)
    }
}
