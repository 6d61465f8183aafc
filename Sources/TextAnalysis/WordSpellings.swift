/// Spellings that a query treats as equal, for words of scripts with spaces. The spellings are folded index terms.
public enum WordSpellings {
    /// Other spellings of a word: with or without Malayalam chillu letters, and the index terms of articles stored
    /// before ð, þ and ŋ were folded. May be empty.
    ///
    /// - Parameter word: the unfolded word.
    public static func others(of word: String) -> [[UInt8]] {
        guard word.utf8.contains(where: { $0 >= 0xC3 }) else { return [] }
        let scalars = Array(word.unicodeScalars)
        return [withOtherChillus(scalars), withStrokes(scalars)].compactMap { $0 }
    }

    // MARK: - Malayalam

    private static let virama: Unicode.Scalar = "\u{D4D}"

    /// Consonants and their chillu letters, such as ന് and ൻ. A consonant with a virama is the same letter as its
    /// chillu if the virama is at the end of a word or a joiner follows it
    /// (<https://www.unicode.org/versions/latest/core-spec/chapter-12/#G21237>).
    private static let chillus: [(consonant: Unicode.Scalar, chillu: Unicode.Scalar)] = [
        ("ണ", "ൺ"), ("ന", "ൻ"), ("ര", "ർ"), ("ല", "ൽ"), ("ള", "ൾ"), ("ക", "ൿ"),
    ]

    private static func withOtherChillus(_ word: [Unicode.Scalar]) -> [UInt8]? {
        guard word.contains(where: { 0xD00...0xD7F ~= $0.value }) else { return nil }
        var text = ""
        if word.contains(where: { scalar in chillus.contains { $0.chillu == scalar } }) {
            for scalar in word {
                if let pair = chillus.first(where: { $0.chillu == scalar }) {
                    text.unicodeScalars.append(pair.consonant)
                    text.unicodeScalars.append(virama)
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
            return term(text)
        }
        var index = 0
        var hasChanged = false
        while index < word.count {
            let next = index + 1 < word.count ? word[index + 1] : nil
            let joiner = index + 2 < word.count ? word[index + 2] : nil
            if next == virama, joiner == nil || joiner == "\u{200D}",
                let pair = chillus.first(where: { $0.consonant == word[index] })
            {
                text.unicodeScalars.append(pair.chillu)
                hasChanged = true
                index += joiner == nil ? 2 : 3
            } else {
                text.unicodeScalars.append(word[index])
                index += 1
            }
        }
        return hasChanged ? term(text) : nil
    }

    private static func term(_ text: String) -> [UInt8] { Array(Analyzer.shared.foldedText(text).utf8) }

    // MARK: - ð, þ, ŋ

    private static func withStrokes(_ word: [Unicode.Scalar]) -> [UInt8]? {
        guard word.contains(where: { strokes[$0] != nil }) else { return nil }
        var result: [UInt8] = []
        for scalar in word {
            if let kept = strokes[scalar] {
                result.append(scalar: kept.value)
            } else {
                result += FoldingTable.folded(Array(String(scalar).utf8))
            }
        }
        return result
    }

    private static let strokes: [Unicode.Scalar: Unicode.Scalar] = [
        "ð": "ð", "Ð": "ð", "þ": "þ", "Þ": "þ", "ŋ": "ŋ", "Ŋ": "ŋ",
    ]
}

/// English plurals that share no stem with their singular in the index. A query for one also searches for the other.
///
/// The plural has a stem of its own (`leaves` shares that of `leave`, `people` that of `peoples`), or the singular is too
/// rare for the list of `EnglishPlurals`, which the index needs.
public enum EnglishPairs {
    /// The index terms of the other number of a folded word: of `leaf` for `leaves`, and of `leaves` for `leaf`. May be
    /// empty.
    public static func others(of word: [UInt8]) -> [[UInt8]] { table[word] ?? [] }

    private static let table: [[UInt8]: [[UInt8]]] = {
        var table: [[UInt8]: [[UInt8]]] = [:]
        for pair in pairs.split(whereSeparator: \.isWhitespace) {
            let words = pair.split(separator: "/").map { Array($0.utf8) }
            let stem = [TokenKind.stemPrefix] + Analyzer.shared.stem(words[0])
            table[words[0], default: []].append(words[1])
            table[words[1], default: []] += [words[0], stem]
        }
        return table
    }()

    /// Each singular with its plural.
    private static let pairs = """
        person/people leaf/leaves life/lives axis/axes basis/bases ellipsis/ellipses
        synopsis/synopses antithesis/antitheses prosthesis/prostheses metamorphosis/metamorphoses helix/helices
        codex/codices corpus/corpora genus/genera referendum/referenda consortium/consortia stadium/stadia
        gymnasium/gymnasia podium/podia moratorium/moratoria compendium/compendia addendum/addenda schema/schemata
        stigma/stigmata bureau/bureaux plateau/plateaux tableau/tableaux chateau/chateaux pupa/pupae persona/personae
        alumna/alumnae bacillus/bacilli terminus/termini uterus/uteri airman/airmen cameraman/cameramen
        clergyman/clergymen councilman/councilmen doorman/doormen englishman/englishmen frenchman/frenchmen
        frontman/frontmen gunman/gunmen irishman/irishmen layman/laymen mailman/mailmen marksman/marksmen
        middleman/middlemen nobleman/noblemen postman/postmen seaman/seamen serviceman/servicemen
        tradesman/tradesmen watchman/watchmen congresswoman/congresswomen policewoman/policewomen
        spokeswoman/spokeswomen stepchild/stepchildren dormouse/dormice eyetooth/eyeteeth forefoot/forefeet
        penknife/penknives jackknife/jackknives afterlife/afterlives cloverleaf/cloverleaves
        """
}

/// Persian words with a prefix or an ending. They are written as one word, with a zero-width non-joiner, or with a
/// space: کتابها, کتاب‌ها and کتاب ها. The non-joiner does not separate words in the index.
public enum PersianWords {
    /// Splits a folded word into a prefix and a word, or into a word and an ending; nil if it has neither.
    public static func split(_ word: [UInt8]) -> (first: [UInt8], second: [UInt8])? {
        guard word.count >= 2 * (minLetters + 1), word[0] & 0xFC == 0xD8 else { return nil }
        for beginning in beginnings where word.starts(with: beginning) && word.count - beginning.count >= 2 * minLetters
        {
            return (beginning, Array(word.dropFirst(beginning.count)))
        }
        for ending in endings
        where word.count - ending.count >= 2 * minLetters && word.suffix(ending.count) == ending[...] {
            return (Array(word.dropLast(ending.count)), ending)
        }
        return nil
    }

    /// Joins two folded words into one; nil unless the first is a prefix or the second is an ending.
    public static func joined(_ first: [UInt8], _ second: [UInt8]) -> [UInt8]? {
        guard first.count >= 4, second.count >= 4, first[0] & 0xFC == 0xD8, second[0] & 0xFC == 0xD8 else { return nil }
        return beginnings.contains(first) || endings.contains(second) ? first + second : nil
    }

    /// The minimum number of letters in addition to the prefix or ending.
    private static let minLetters = 3

    private static func terms(_ words: String) -> [[UInt8]] {
        words.split(separator: " ").map { Array(Analyzer.shared.foldedText(String($0)).utf8) }
            .sorted { $0.count > $1.count }
    }

    /// The prefixes of Persian verbs in the present and the past.
    private static let beginnings = terms("می نمی")

    /// Persian endings: plurals with possessives, the comparative and the superlative.
    private static let endings = terms("ها های هایی هایم هایت هایش هایمان هایتان هایشان تر ترین ترها")
}
