internal import TextAnalysis

/// Adds other forms of characters and words to a query, because the index does not unify them.
extension QueryUnits {
    /// The maximum number of forms of a run.
    private static let maxForms = 8
    /// In a longer text, characters are replaced all at once, and not in each combination.
    private static let maxCombined = 12

    /// Adds the other spellings of the words.
    mutating func addSpellings(_ text: String) {
        guard text.utf8.contains(where: { $0 >= 0xC3 }) else { return }
        let source = Array(text.utf8)
        for index in units.indices where !units[index].isCharacter {
            let word = String(decoding: source[units[index].utf8Range], as: UTF8.self)
            units[index].otherStems += WordSpellings.others(of: word).filter { $0 != units[index].term }
        }
    }

    /// Adds the other forms of characters: Han characters in all texts, kana only in texts that are not literal.
    ///
    /// - Parameters:
    ///   - isLiteral: leaves out forms that are also characters in their own right.
    ///   - exists: whether any article may contain a character.
    mutating func addForms(isLiteral: Bool, where exists: ([UInt8]) throws -> Bool) rethrows {
        for index in units.indices where units[index].isCharacter {
            for form in CharacterForms.forms(of: Self.scalar(units[index]), isLiteral: isLiteral) {
                let term = Self.term(form)
                if try exists(term) { units[index].otherForms.append(term) }
            }
        }
        if !isLiteral { addOtherKana() }
    }

    /// Adds the form in the other kana to each word written in only one kind of kana. Hiragana next to Han characters
    /// is skipped, because it is a word's ending.
    private mutating func addOtherKana() {
        var word: [Int] = []
        var kind = CharacterForms.Kana?.none
        var followsHan = false
        func close(beforeHan: Bool) {
            defer { word = [] }
            guard word.count > 1, kind == .katakana || !followsHan && !beforeHan,
                !word.contains(where: { units[$0].isStop }),
                let other = CharacterForms.otherKana(of: word.map { Self.scalar(units[$0]) })
            else { return }
            for (index, scalar) in zip(word, other) { units[index].otherKana = Self.term(scalar) }
        }
        for (index, unit) in units.enumerated() {
            let isParted = !unit.isCharacter || unit.gap != .none
            let next = unit.isCharacter ? CharacterForms.kana(Self.scalar(unit)) : nil
            let isHan = unit.isCharacter && next == nil
            if isParted || next != .longVowel && next != kind {
                close(beforeHan: isHan && !isParted)
                followsHan = !isParted && index > 0 && kind == nil && units[index - 1].isCharacter
                kind = next == .longVowel ? nil : next
            }
            if kind != nil { word.append(index) }
        }
        close(beforeHan: false)
    }

    /// The same text with other forms of its characters, not including the text itself. All have the same length.
    package var forms: [QueryUnits] {
        var forms: [QueryUnits] = []
        func add(_ form: QueryUnits) {
            if forms.count < Self.maxForms, form.terms != terms, !forms.contains(where: { $0.terms == form.terms }) {
                forms.append(form)
            }
        }
        let places = units.indices.filter { !units[$0].otherForms.isEmpty }
        // The order is: all characters replaced, then few, then more.
        var all = self
        for place in places { all.units[place].term = units[place].otherForms[0] }
        add(all)
        guard units.count <= Self.maxCombined else { return forms }
        var waiting = [(form: self, next: 0)]
        var first = 0
        while first < waiting.count, forms.count < Self.maxForms {
            let (form, next) = waiting[first]
            first += 1
            for number in places.indices.dropFirst(next) {
                for term in units[places[number]].otherForms {
                    var changed = form
                    changed.units[places[number]].term = term
                    add(changed)
                    waiting.append((changed, number + 1))
                }
            }
        }
        if units.contains(where: { $0.otherKana != nil }) {
            var changed = self
            for index in units.indices { changed.units[index].term = units[index].otherKana ?? units[index].term }
            add(changed)
        }
        if isCharacters, let order = CharacterForms.otherOrder(of: units.map(Self.scalar)) {
            var changed = self
            for (index, scalar) in order.enumerated() where units[index].isCharacter {
                changed.units[index].term = Self.term(scalar)
            }
            add(changed)
        }
        return forms
    }

    /// A Korean word that consists of several nouns, with a space inserted at each possible place: 데이터 베이스 for 데이터베이스.
    var withSpaces: [QueryUnits] {
        guard isHangul, Self.spacedSyllables.contains(units.count) else { return [] }
        return (1...units.count - 2).map { place in
            var parted = self
            parted.units[place].isParted = true
            return parted
        }
    }

    private static let spacedSyllables = 4...8

    /// The other forms of two adjacent characters, as index terms.
    static func otherBigrams(_ first: Unit, _ second: Unit) -> [[UInt8]] {
        var bigrams: [[UInt8]] = []
        for one in [first.term] + first.otherForms {
            for two in [second.term] + second.otherForms where bigrams.count <= maxForms { bigrams.append(one + two) }
        }
        bigrams.removeFirst()
        if let one = first.otherKana, let two = second.otherKana { bigrams.append(one + two) }
        return bigrams
    }

    private static func scalar(_ unit: Unit) -> UInt32 { UTF8Decoding.firstScalar(unit.term.span) ?? 0 }

    private static func term(_ scalar: UInt32) -> [UInt8] {
        Unicode.Scalar(scalar).map { Array(String($0).utf8) } ?? []
    }
}
