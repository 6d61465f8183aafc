package import SearchRanking
private import TextAnalysis

/// The data stored for an article outside the index, so that ranking need not read its text: the count of each
/// character of a script without spaces, the lengths of title and text, and hashes that near-duplicates share.
package struct ForwardEntry {
    /// The characters with their counts, in the packed form of `CharacterCounts`.
    package var characters: ArraySlice<UInt8>
    package var sketch: DuplicateSketch
    /// The number of tokens in the title, as in the index: without colocated ones.
    package var titleLength: Int
    package var bodyLength: Int

    package init(characters: ArraySlice<UInt8>, sketch: DuplicateSketch, titleLength: Int, bodyLength: Int) {
        self.characters = characters
        self.sketch = sketch
        self.titleLength = titleLength
        self.bodyLength = bodyLength
    }

    /// Analyses a text that is not in a batch.
    package init(_ text: IndexedText) {
        var counts = CharacterCounts()
        self.init(text, &counts)
    }

    /// - Parameter counts: must be empty, and is empty again afterwards. It is passed in because creating it takes as
    ///   long as analysing a text.
    package init(_ text: IndexedText, _ counts: inout CharacterCounts) {
        var units = Array(repeating: ForwardUnits(), count: IndexColumn.count)
        var lengths = Array(repeating: 0, count: IndexColumn.count)
        text.forEachColumn { column, text, language in
            let weight = CharacterCounts.weight(ofColumn: column)
            Analyzer.shared.analyze(text, language: language) { term, kind, _ in
                units[column].add(term, kind)
                if kind == .bigram || kind == .single, let scalar = UTF8Decoding.firstScalar(term) {
                    counts.add(scalar, weight: weight)
                }
                if !kind.isColocated { lengths[column] += 1 }
                return true
            }
            units[column].finish()
        }
        let (title, body) = (units[IndexColumn.title], units[IndexColumn.body])
        var characters: [UInt8] = []
        counts.finish(into: &characters)
        self.init(
            characters: characters[...],
            sketch: DuplicateSketch(title: title.codes.span, body: body.codes.span, titleText: text.title.utf8.span),
            titleLength: lengths[IndexColumn.title], bodyLength: lengths[IndexColumn.body])
    }
}
