internal import TextAnalysis

/// The index terms that match a word of a query.
package struct WordForms {
    private let unit: QueryUnits.Unit

    package init(_ unit: QueryUnits.Unit) { self.unit = unit }

    /// The first byte of index terms that are English stems. A word of an article that equals its stem is indexed
    /// without a stem term.
    package static let stemMark: UInt8 = 0x01

    /// The terms that match every inflection. If the word has an English stem: the marked stem, and also the plain stem
    /// if stemming does not change it. Otherwise: the word itself. Stems in other languages follow.
    package var terms: [[UInt8]] {
        let base = unit.stem ?? unit.term
        var out = [unit.term]
        if Self.hasStems(base) {
            out = [[Self.stemMark] + base]
            if unit.stem == nil || Analyzer.shared.stem(base) == base { out.insert(base, at: 0) }
            // Articles that were indexed before these stems existed have only the word itself, so search for it too.
            if unit.stem != nil, Self.hasNewStem(unit.term), !out.contains(unit.term) { out.append(unit.term) }
            out += EnglishPairs.others(of: unit.term)
        }
        return out + unit.otherStems
    }

    /// The common key of all inflections, for counting and comparing.
    package var stem: [UInt8] { unit.stem ?? unit.term }

    /// Whether the stem is from `EnglishPlurals`, or the word is an abbreviation in capitals with an s (`GPUs`).
    private static func hasNewStem(_ term: [UInt8]) -> Bool {
        term.count < 4 || term.suffix(2) == Array("ss".utf8)[...] || EnglishPlurals.covers(term)
    }

    /// Whether a word may have an English stem, which only words of ASCII letters do.
    package static func hasStems(_ word: [UInt8]) -> Bool { !word.isEmpty && word.allSatisfy(isLetter) }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Whether a symbol word is an amount, such as `$100` or `10%`. Its number is found with and without the symbol.
    static func isAmount(_ symbol: [UInt8]) -> Bool {
        guard let last = symbol.last, symbol.count > 1 else { return false }
        return last == UInt8(ascii: "%") || symbol[1] == UInt8(ascii: "$") || symbol[1] >= 0x80 && isDigit(last)
    }

    // MARK: - Word sequences and spelling variants

    /// If there are more sequences than this, only the words as entered are searched.
    private static let maxSequences = 8
    private static let maxJoined = 24

    /// The terms of adjacent words (`gen-itgc`) in all forms. Each sequence matches as a phrase.
    package static func sequences(of run: QueryUnits, isExact: Bool = false) -> [[[UInt8]]] {
        var sequences: [[[UInt8]]] = [[]]
        for unit in run.units {
            let forms = isExact ? [unit.term] : WordForms(unit).terms
            let choices = run.units.count == 1 || sequences.count * forms.count <= maxSequences ? forms : [unit.term]
            sequences = sequences.flatMap { sequence in choices.map { sequence + [$0] } }
        }
        let words = run.units.map(\.term)
        var others: [[[UInt8]]] = []
        // C++17 must not match C17.
        if run.units.allSatisfy({ $0.symbol == nil }) {
            if let pieces = split(words) { others.append(pieces) }
            if let version = version(words) { others += version }
            if let whole = withApostropheLetters(run) { others.append([whole]) }
            if let number = grouped(words, signs: run.units.map(\.sign)) { others.append([number]) }
            if !hasContraction(run), let joined = joined(words) {
                others += isExact ? [[joined]] : forms(ofJoined: joined).map { [$0] }
            }
            if words.count == 1, let (first, second) = PersianWords.split(words[0]) { others.append([first, second]) }
        }
        return sequences + others.filter { !sequences.contains($0) }
    }

    private static func forms(ofJoined word: [UInt8]) -> [[UInt8]] {
        let units = QueryUnits(String(decoding: word, as: UTF8.self))
        guard units.units.count == 1 else { return [word] }
        let forms = WordForms(units.units[0]).terms
        return forms.contains(word) ? forms : [word] + forms
    }

    /// Splits `covid19` into `covid`, `19`: COVID-19 is written both ways.
    private static func split(_ words: [[UInt8]]) -> [[UInt8]]? {
        guard words.count == 1, words[0].allSatisfy({ isLetter($0) || isDigit($0) }) else { return nil }
        var pieces: [[UInt8]] = []
        for byte in words[0] {
            if let last = pieces.last?.last, isDigit(last) == isDigit(byte) {
                pieces[pieces.count - 1].append(byte)
            } else {
                pieces.append([byte])
            }
        }
        return (2...3).contains(pieces.count) ? pieces : nil
    }

    /// Turns `2.4.1` into `v2.4.1`, and vice versa.
    private static func version(_ words: [[UInt8]]) -> [[[UInt8]]]? {
        guard words.count > 1, words.dropFirst().allSatisfy({ $0.allSatisfy(isDigit) }), let first = words.first else {
            return nil
        }
        let mark = UInt8(ascii: "v")
        if first.allSatisfy(isDigit) { return [[[mark] + first] + words.dropFirst()] }
        guard first.count > 1, first[0] == mark, first.dropFirst().allSatisfy(isDigit) else { return nil }
        return [
            [Array(first.dropFirst())] + words.dropFirst(), [[mark], Array(first.dropFirst())] + words.dropFirst(),
        ]
    }

    /// Joins `node.js` to `nodejs`, `GPT-4` to `gpt4`; adjacent numbers are not joined.
    private static func joined(_ words: [[UInt8]]) -> [UInt8]? {
        guard (2...4).contains(words.count), words.joined().allSatisfy({ isLetter($0) || isDigit($0) || $0 >= 0x80 }),
            words.joined().count <= maxJoined, words.contains(where: { !$0.contains(where: isDigit) }),
            zip(words, words.dropFirst()).allSatisfy({ !(isDigit($0.last ?? 0) && isDigit($1.first ?? 0)) })
        else { return nil }
        return Array(words.joined())
    }

    /// Joins a word of letters and the digits after it (`iphone 15` to `iphone15`), and a Persian word and its ending.
    static func joined(_ first: [UInt8], _ second: [UInt8]) -> [UInt8]? {
        if let joined = PersianWords.joined(first, second) { return joined }
        guard hasStems(first), second.allSatisfy(isDigit), first.count + second.count <= maxJoined else { return nil }
        return first + second
    }
}
