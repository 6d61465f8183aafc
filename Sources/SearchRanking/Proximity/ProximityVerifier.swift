internal import PostingIndex
internal import TextAnalysis

/// Evaluates a rule by analysing the text of an article. To find punctuation through the index, the longest posting
/// list would have to be read.
package struct ProximityVerifier {
    private let proximity: Proximity
    /// The terms and term prefixes of the texts, each with its number.
    private var terms: [[UInt8]: Int] = [:]
    private var prefixes: [(bytes: [UInt8], number: Int)] = []
    /// For each form of each text, the numbers of its terms.
    private var phrases: [[(terms: [Int], part: Proximity.Part)]] = []

    package init(_ proximity: Proximity) {
        self.proximity = proximity
        var count = 0
        for parts in proximity.texts {
            var forms: [(terms: [Int], part: Proximity.Part)] = []
            for part in parts {
                var numbers: [Int] = []
                for (index, term) in part.phrase.terms.enumerated() {
                    if part.phrase.isPrefix, index == part.phrase.terms.count - 1 {
                        prefixes.append((term, count))
                        numbers.append(count)
                        count += 1
                    } else if let known = terms[term] {
                        numbers.append(known)
                    } else {
                        terms[term] = count
                        numbers.append(count)
                        count += 1
                    }
                }
                forms.append((numbers, part))
            }
            phrases.append(forms)
        }
    }

    package func isFulfilled(by text: IndexedText) -> Bool {
        var isFulfilled = false
        text.forEachColumn { column, text, language in
            isFulfilled = isFulfilled || self.isFulfilled(by: text, language, column: column)
        }
        return isFulfilled
    }

    /// The relevant tokens of one column.
    private struct Tokens {
        /// Maps each term number to the positions of the term. Two terms may share a position.
        var positions: [Int: [Int]] = [:]
        /// For each position, the number of words before that position.
        var words: [Int] = []
        var separators: Set<Int> = []
    }

    private func isFulfilled(by text: Span<UInt8>, _ language: StemLanguage, column: Int) -> Bool {
        let tokens = tokens(of: text, language)
        var places: [[Proximity.Place]] = []
        for forms in phrases {
            var found: [(start: Int, width: Int)] = []
            for form in forms where form.part.phrase.column.map({ $0.number == column }) ?? true {
                found += starts(of: form.terms, in: tokens).map { ($0, form.part.width) }
            }
            if found.isEmpty { return false }
            found.sort { $0.start < $1.start }
            places.append(found.map { place(from: $0.start, width: $0.width, tokens) })
        }
        if case .sequence = proximity.rule { return isSequence(places, tokens) }
        return proximity.verdict(places, countsWords: true) == .fulfilled
    }

    /// NEAR counts words; a window counts positions.
    private func place(from start: Int, width: Int, _ tokens: Tokens) -> Proximity.Place {
        guard case .words = proximity.rule else { return .init(start: UInt32(clamping: start), width: width) }
        return .init(start: UInt32(clamping: tokens.words[start]), width: width)
    }

    private func tokens(of text: Span<UInt8>, _ language: StemLanguage) -> Tokens {
        var tokens = Tokens()
        var words = 0
        Analyzer.shared.analyze(text, language: language) { term, kind, _ in
            if !kind.isColocated {
                tokens.words.append(words)
                if kind == .separator { tokens.separators.insert(tokens.words.count - 1) } else { words += 1 }
            }
            let position = max(0, tokens.words.count - 1)
            let bytes = term.indices.map { term[$0] }
            if let number = terms[bytes] { tokens.positions[number, default: []].append(position) }
            for prefix in prefixes where bytes.starts(with: prefix.bytes) {
                tokens.positions[prefix.number, default: []].append(position)
            }
            return true
        }
        return tokens
    }

    private func starts(of terms: [Int], in tokens: Tokens) -> [Int] {
        guard let first = terms.first, let firsts = tokens.positions[first] else { return [] }
        let others = terms.dropFirst().map { Set(tokens.positions[$0] ?? []) }
        return firsts.filter { start in
            others.enumerated().allSatisfy { offset, positions in positions.contains(start + offset + 1) }
        }
    }

    private func isSequence(_ places: [[Proximity.Place]], _ tokens: Tokens) -> Bool {
        var ends = Set(places[0].map { Int($0.start) + $0.width })
        for text in places.dropFirst() {
            ends = Set(
                text.compactMap { place in
                    let start = Int(place.start)
                    let follows =
                        ends.contains(start) || tokens.separators.contains(start - 1) && ends.contains(start - 1)
                    return follows ? start + place.width : nil
                })
        }
        return !ends.isEmpty
    }
}
