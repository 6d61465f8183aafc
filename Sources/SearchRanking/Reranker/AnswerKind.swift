/// Finds the nouns that name the kind of the answer: `colour` in "what colour", 国家 in 哪个国家.
///
/// An article with the answer often has only the answer itself (green, 法国), so these nouns weigh less than other words.
/// For measurements see docs/decisions/0011.
enum AnswerKind {
    private static let englishDeterminers = Set(["what", "which"].map { Array($0.utf8) })
    private static let which = Array("哪".utf8)
    private static let one = Array("一".utf8)
    /// Characters between 哪 or 哪一 and the noun, folded.
    private static let classifiers = Set("个种位座部条项家所次本首些篇场届支名艘架份片段类颗道件只".map { Array(String($0).utf8) })
    /// Folded; the longest first.
    private static let determiners = ["什么样的", "什么样", "什么", "甚么", "何种"].map { $0.map { Array(String($0).utf8) } }
    /// Most Chinese nouns have at most this many characters.
    private static let nounLength = 2

    /// For each unit of each text, whether it is part of such a noun.
    static func flags(in texts: [ScoredText]) -> [[Bool]] {
        var followsDeterminer = false
        return texts.map { text in
            let units = text.units.units
            var flags = [Bool](repeating: false, count: units.count)
            if text.exact {
                followsDeterminer = false
                return flags
            }
            for (index, unit) in units.enumerated() {
                flags[index] = followsDeterminer && !unit.isCharacter && !unit.isStop
                followsDeterminer = !unit.isCharacter && englishDeterminers.contains(unit.term)
            }
            markCharacters(units, &flags)
            return flags
        }
    }

    private static func markCharacters(_ units: [QueryUnits.Unit], _ flags: inout [Bool]) {
        var index = 0
        while index < units.count {
            guard let start = startOfNoun(after: index, units, &flags) else {
                index += 1
                continue
            }
            for noun in start..<max(start, min(start + nounLength, units.count)) {
                guard isAdjacent(noun, units), !units[noun].isStop else { break }
                flags[noun] = true
            }
            index = start
        }
    }

    /// The end of the determiner that begins at a unit; nil if none does. Its classifier is marked too.
    private static func startOfNoun(
        after index: Int, _ units: [QueryUnits.Unit], _ flags: inout [Bool]
    ) -> Int? {
        guard units[index].isCharacter else { return nil }
        if units[index].term == which {
            var end = index + 1
            if isAdjacent(end, units), units[end].term == one { end += 1 }
            if isAdjacent(end, units), classifiers.contains(units[end].term) {
                flags[end] = !units[end].isStop
                end += 1
            }
            return end
        }
        return determiners.first { determiner in
            determiner.indices.allSatisfy { place in
                index + place < units.count && units[index + place].term == determiner[place]
                    && (place == 0 || isAdjacent(index + place, units))
            }
        }.map { index + $0.count }
    }

    /// Whether a unit is a character that directly follows another one.
    private static func isAdjacent(_ index: Int, _ units: [QueryUnits.Unit]) -> Bool {
        index < units.count && units[index].isCharacter && units[index].gap == .none && units[index - 1].isCharacter
    }
}
