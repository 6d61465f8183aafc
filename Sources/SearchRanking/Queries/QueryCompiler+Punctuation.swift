internal import PostingIndex
internal import TextAnalysis

/// Compiles words with punctuation inside, such as `Hello,World`, `arr[0]` and `print(x)`. Such a word matches at least
/// what it would match in quotes, where punctuation matches punctuation or nothing.
extension QueryCompiler {
    /// The expression for adjacent words with punctuation between them; nil if there is no punctuation.
    ///
    /// - Parameters:
    ///   - run: adjacent words of a script with spaces.
    ///   - others: other sequences of terms that match.
    func parted(_ run: QueryUnits, others: [[[UInt8]]], column: IndexPhrase.Column?) -> IndexExpression? {
        let pieces = run.pieces
        guard pieces.count > 1 else { return nil }
        let isExact = column == .author
        let texts = pieces.map { piece in
            WordForms.sequences(of: piece, isExact: isExact).map { terms in
                Proximity.Part(phrase: IndexPhrase(terms: terms, column: column), width: terms.count)
            }
        }
        // The forms of the whole run, such as `nodejs` for node.js, without those that are merely its words.
        let typed = WordForms.sequences(of: run, isExact: isExact)
        let forms = typed.filter { $0.count != run.units.count || !isOfWords($0, run) }
        let whole = (forms + others.filter { !forms.contains($0) }).map {
            IndexExpression.phrase(IndexPhrase(terms: $0, column: column))
        }
        var words = IndexExpression.proximity(Proximity(texts: texts, rule: .sequence))
        if let number = DottedNumber(run) {
            words = number.restricted(words, column: column) { start in
                var texts = texts
                for index in texts[0].indices { texts[0][index].phrase.terms[0] = start }
                return .proximity(Proximity(texts: texts, rule: .sequence))
            }
        }
        return .disjunction([words] + whole)
    }

    /// Whether each term is a form of the word at its place.
    private func isOfWords(_ terms: [[UInt8]], _ run: QueryUnits) -> Bool {
        zip(terms, run.units).allSatisfy { $0 == $1.term || WordForms($1).terms.contains($0) }
    }

    /// Like `parted`, for a text whose last word is a prefix.
    func partedPrefix(_ units: QueryUnits, column: IndexPhrase.Column?) -> IndexExpression? {
        let pieces = units.pieces
        guard pieces.count > 1 else { return nil }
        var texts = pieces.map { Self.quoted($0, column: column) }
        if units.units.last?.isCharacter == false {
            for form in texts[texts.count - 1].indices { texts[texts.count - 1][form].phrase.isPrefix = true }
        }
        return .proximity(Proximity(texts: texts, rule: .sequence))
    }
}
