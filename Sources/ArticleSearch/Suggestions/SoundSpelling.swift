private import Glibc
internal import TextAnalysis

/// Finds Chinese words by sound: for pinyin letters, and for characters that were typed instead of others with the same
/// sound.
///
/// Words of titles are preferred. If there are none, characters are combined so that every two adjacent characters are
/// a frequent bigram (`FrequentWords`).
package struct SoundSpelling {
    package let titleWords: any TitleWordSource
    package let vocabulary: any VocabularySource

    private static let maxCharacters = 8
    private static let candidates = 3
    /// Log weights of a different character with the same sound, and with a similar sound.
    private static let otherCharacter = log(0.05)
    private static let nearlyAlike = log(0.005)

    // MARK: - Letters

    /// Words whose pinyin equals the typed letters, in whole syllables.
    package func words(spelledOut letters: [UInt8]) throws -> [SpellingCandidate] {
        let pinyin = Pinyin.shared
        let readings = pinyin.syllables(of: letters).filter { $0.count > 1 }
        guard !readings.isEmpty else { return [] }
        let listed = try titleWords.words(soundingLike: letters, isWhole: true, limit: 50)
            .filter { pinyin.isSpelledOut(letters, of: $0.word) }
        if !listed.isEmpty { return Self.candidates(listed) }
        // Two syllables are not enough, because too many Latin words would match as well.
        guard let syllables = readings.first, syllables.count > 2, syllables.count <= Self.maxCharacters else {
            return []
        }
        let slots = syllables.map { syllable in
            var slot: [UInt32: Double] = [:]
            for near in pinyin.soundsNearly(syllable) {
                for character in pinyin.characters(soundingLike: near) { slot[character] = Self.nearlyAlike }
            }
            for character in pinyin.characters(soundingLike: syllable) { slot[character] = 0 }
            return slot
        }
        guard let word = try chain(slots), Self.isWord(word.word) else { return [] }
        return [word]
    }

    /// Words whose pinyin initials equal the typed letters.
    package func words(withInitials letters: [UInt8]) throws -> [SpellingCandidate] {
        guard letters.count > 1, !letters.contains(where: { "aeiou".utf8.contains($0) }) else { return [] }
        return Self.candidates(
            try titleWords.words(soundingLike: letters, isWhole: true, limit: 50)
                .filter { Pinyin.shared.isInitials(letters, of: $0.word) })
    }

    private static func candidates(_ words: [TitleWord]) -> [SpellingCandidate] {
        words.prefix(candidates).map { SpellingCandidate(word: $0.word, weight: 0, articles: $0.titles) }
    }

    /// Whether a text is one or two dictionary words.
    private static func isWord(_ text: String) -> Bool { WordSegmenter.shared.words(in: text).count <= 2 }

    // MARK: - Characters

    /// Words that sound like a run of characters.
    package func words(for characters: [Unicode.Scalar]) throws -> [SpellingCandidate] {
        let listed = try titleWords.words(soundingLike: Self.text(characters), limit: Self.candidates)
        return Self.candidates(listed)
    }

    /// A word combined from frequent bigrams.
    package func composed(for characters: [Unicode.Scalar]) throws -> SpellingCandidate? {
        guard characters.count > 1, characters.count <= Self.maxCharacters else { return nil }
        let pinyin = Pinyin.shared
        let slots = characters.map { character in
            var slot: [UInt32: Double] = [:]
            for syllable in pinyin.readings(of: character) {
                for near in pinyin.soundsNearly(syllable) {
                    for other in pinyin.characters(soundingLike: near) where slot[other] == nil {
                        slot[other] = Self.nearlyAlike
                    }
                }
                for other in pinyin.characters(soundingLike: syllable) { slot[other] = Self.otherCharacter }
            }
            slot[character.value] = 0
            return slot
        }
        guard let found = try chain(slots), found.word != Self.text(characters) else { return nil }
        return found
    }

    private static func text(_ scalars: [Unicode.Scalar]) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    // MARK: - Bigrams

    /// A partial text: its last character, its weight and its predecessor.
    private struct Step {
        var value: Double
        var least: Int
        var characters: [UInt32]
    }

    /// The most probable text that takes one character from each slot and in which all bigrams are frequent.
    ///
    /// - Complexity: one pass over the list of frequent words, at most 400 KB.
    private func chain(_ slots: [[UInt32: Double]]) throws -> SpellingCandidate? {
        guard slots.count > 1 else { return nil }
        var pairs: [[(UInt32, UInt32, Int)]] = Array(repeating: [], count: slots.count - 1)
        try vocabulary.forEachFrequentWord(lengths: 6...8, atLeast: 1) { word, articles in
            guard word.first ?? 0 >= 0xE3 else { return }
            let scalars = String(decoding: word, as: UTF8.self).unicodeScalars.map(\.value)
            guard scalars.count == 2 else { return }
            for index in pairs.indices where slots[index][scalars[0]] != nil && slots[index + 1][scalars[1]] != nil {
                pairs[index].append((scalars[0], scalars[1], articles))
            }
        }
        var best: [UInt32: Step] = [:]
        for (character, weight) in slots[0] {
            best[character] = Step(value: weight, least: .max, characters: [character])
        }
        for (index, pairs) in pairs.enumerated() {
            var next: [UInt32: Step] = [:]
            for (first, second, articles) in pairs {
                guard let step = best[first], let weight = slots[index + 1][second] else { continue }
                let value = step.value + weight + log(Double(articles))
                if let known = next[second],
                    known.value > value || known.value == value && known.characters[index] < first
                {
                    continue
                }
                next[second] = Step(
                    value: value, least: min(step.least, articles), characters: step.characters + [second])
            }
            best = next
        }
        let last = best.values.max { ($0.value, $1.characters[0]) < ($1.value, $0.characters[0]) }
        return last.map {
            SpellingCandidate(
                word: Self.text($0.characters.compactMap(Unicode.Scalar.init)), weight: 0, articles: $0.least)
        }
    }
}
