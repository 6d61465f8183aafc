internal import TextAnalysis

/// Forms of words with apostrophes, hyphens and other punctuation inside.
extension WordForms {
    private static func isApostrophe(_ scalar: Unicode.Scalar?) -> Bool {
        guard let value = scalar?.value else { return false }
        switch value {
        case 0x27, 0xB4, 0x2018, 0x2019, 0x201B, 0xFF07, 0x5F3, 0x2B9...0x2BF, 0x2EE, 0x374, 0x1FFD, 0xA78B, 0xA78C:
            return true
        default: return false
        }
    }

    static func isCapital(_ bytes: [UInt8], at index: Int) -> Bool {
        guard index < bytes.count else { return false }
        if bytes[index] < 0x80 { return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[index]) }
        let length = Token.firstCharacterSize(of: bytes[index])
        let scalars = String(decoding: bytes[index..<min(index + length, bytes.count)], as: UTF8.self).unicodeScalars
        return scalars.first?.properties.isUppercase ?? false
    }

    /// The run without an elided article at its front (`l'équipe`), and without an English 's at its end (`Apple's`).
    ///
    /// `D'Angelo` is a name if both words have capitals, and stays whole.
    static func withoutClitics(_ run: QueryUnits) -> QueryUnits {
        var range = run.units.indices
        if let first = run.units.first, range.count > 1 {
            let second = run.units[1]
            let isName = first.isCapitalized && second.isCapitalized
            if isApostrophe(second.sign), !isName, elided.contains(first.term), beginsWithVowel(second.term) {
                range = range.dropFirst()
            }
        }
        if let last = run.units.last, range.count > 1, last.term == [UInt8(ascii: "s")], isApostrophe(last.sign) {
            range = range.dropLast()
        }
        return range.count == run.units.count ? run : run.slice(range)
    }

    /// French, Italian and Catalan words that lose their final vowel before a word that begins with a vowel.
    private static let elided = Set(
        """
        l d j m t s c n qu jusqu lorsqu puisqu quoiqu un dell all nell sull dall coll quell quest bell sant
        """.split(separator: " ").map { Array($0.utf8).filter { $0 > 0x20 } })

    private static func beginsWithVowel(_ term: [UInt8]) -> Bool {
        guard let first = term.first else { return false }
        return "aeiouyh".utf8.contains(first)
    }

    /// Whether two words of a run are contracted with a short verb: `she'll`, `we're`, `I'd`. Without the apostrophe,
    /// many of these would be other words.
    static func hasContraction(_ run: QueryUnits) -> Bool {
        run.units.contains { isApostrophe($0.sign) && contractions.contains($0.term) }
    }

    private static let contractions = Set(["ll", "re", "d", "ve", "m"].map { Array($0.utf8) })

    /// The run as one word that includes its apostrophe letters (`пʼять`), as articles were indexed under earlier
    /// rules.
    static func withApostropheLetters(_ run: QueryUnits) -> [UInt8]? {
        var word: [UInt8] = []
        for (index, unit) in run.units.enumerated() {
            if index > 0 {
                guard let sign = unit.sign, 0x2B9...0x2EE ~= sign.value || 0xA78B...0xA78C ~= sign.value else {
                    return nil
                }
                word += Array(String(sign).utf8)
            }
            word += unit.term
        }
        return run.units.count > 1 ? word : nil
    }

    // MARK: - Numbers

    /// Joins the groups of a number: `1,000` to `1000`.
    static func grouped(_ words: [[UInt8]], signs: [Unicode.Scalar?]) -> [UInt8]? {
        guard words.count > 1, let first = words.first, (1...3).contains(first.count), first[0] != UInt8(ascii: "0"),
            words.dropFirst().allSatisfy({ $0.count == 3 }),
            words.allSatisfy({ $0.allSatisfy { 0x30...0x39 ~= $0 } }), words.count <= 5
        else { return nil }
        let isGrouped = signs.dropFirst().allSatisfy { sign in
            switch sign?.value {
            case 0x2C, 0x20, 0xA0, 0x2007, 0x2009, 0x202F: true
            default: false
            }
        }
        return isGrouped ? Array(words.joined()) : nil
    }

    /// The longest unit after a number that is joined: `16 GB`, `100 mbit`.
    private static let maxUnitLetters = 4

    /// Joins a number with the unit after it.
    static func amount(_ number: [UInt8], _ unit: [UInt8]) -> [UInt8]? {
        guard number.allSatisfy({ 0x30...0x39 ~= $0 }), hasStems(unit), unit.count <= maxUnitLetters,
            number.count <= 15
        else { return nil }
        return number + unit
    }

    /// Whether a text may be joined with an adjacent word of a query: it has a digit, or letters of a script that is
    /// neither Latin nor without spaces.
    static func mayBeJoined(_ text: String) -> Bool {
        text.utf8.contains { 0x30...0x39 ~= $0 || 0xC2...0xE2 ~= $0 || $0 >= 0xEF }
    }

    /// The joined forms of the scored texts that consist of several words.
    static func joinedForms(of texts: [ScoredText]) -> [[UInt8]] {
        var terms: [[UInt8]] = []
        for text in texts where !text.exact {
            for run in text.units.runs where run.units.count > 1 && !run.isCharacters {
                terms += sequences(of: run).filter { $0.count == 1 }.map { $0[0] }
            }
        }
        if texts.count > 1, texts.contains(where: { mayBeJoined($0.source) }) {
            let words = texts.map { $0.exact ? nil : $0.units }
            terms += joinedNeighbours(words).map(\.term) + joinedEdges(words).map(\.term)
        }
        return terms
    }

    /// For each of several adjacent words of a query, the sequences of terms that match it because an article may have
    /// it as one word with a neighbour: `16gb` for both words of `16 gb`, `3` and `5ghz` for the first of `3.5 GHz`.
    package static func joinedSequences(_ words: [QueryUnits?]) -> [[[[UInt8]]]] {
        var sequences: [[[[UInt8]]]] = words.map { _ in [] }
        for (range, term) in joinedNeighbours(words) {
            for index in range { sequences[index].append([term]) }
        }
        for (start, term) in joinedEdges(words) {
            guard let first = words[start], let second = words[start + 1] else { continue }
            sequences[start].append(first.terms.dropLast() + [term])
            sequences[start + 1].append([term] + second.terms.dropFirst())
        }
        return sequences
    }

    /// The maximum number of parts of a word that is joined with a neighbour.
    private static let maxParts = 4

    /// The joined forms of the last part of a word and the first part of the next one, if at least one of the words has
    /// several parts: `5ghz` for `3.5 GHz`, `100km` for `100 km/h`, `python3` for `Python 3.12`.
    private static func joinedEdges(_ words: [QueryUnits?]) -> [(start: Int, term: [UInt8])] {
        var found: [(start: Int, term: [UInt8])] = []
        for start in words.indices.dropLast() {
            guard let first = words[start], let second = words[start + 1],
                first.units.count + second.units.count > 2, first.isOfWords, second.isOfWords,
                max(first.units.count, second.units.count) <= maxParts,
                let last = first.units.last?.term, let next = second.units.first?.term,
                let term = joined(last, next) ?? amount(last, next)
            else { continue }
            found.append((start, term))
        }
        return found
    }

    /// The forms in which an article may write adjacent words of a query as one word, each with the range of those
    /// words: `iphone 15` as `iphone15`, `16 gb` as `16gb`, `10 000` as `10000`.
    package static func joinedNeighbours(_ words: [QueryUnits?]) -> [(range: Range<Int>, term: [UInt8])] {
        var found: [(range: Range<Int>, term: [UInt8])] = []
        let terms = words.map { words -> [UInt8]? in
            guard let words, words.units.count == 1, !words.isCharacters, words.units[0].symbol == nil else {
                return nil
            }
            return words.units[0].term
        }
        for start in terms.indices {
            guard let first = terms[start] else { continue }
            if start + 1 < terms.count, let second = terms[start + 1] {
                if let joined = joined(first, second) ?? amount(first, second) {
                    found.append((start..<start + 2, joined))
                }
            }
            var end = start + 1
            while end < terms.count, end - start < 5, let next = terms[end], next.count == 3,
                next.allSatisfy({ 0x30...0x39 ~= $0 })
            {
                end += 1
            }
            let group = terms[start..<end].compactMap(\.self)
            if let number = grouped(group, signs: group.map { _ in " " }) { found.append((start..<end, number)) }
        }
        return found
    }
}

extension QueryUnits {
    /// Whether it consists of words only, without symbols.
    fileprivate var isOfWords: Bool { !units.isEmpty && units.allSatisfy { !$0.isCharacter && $0.symbol == nil } }
}
