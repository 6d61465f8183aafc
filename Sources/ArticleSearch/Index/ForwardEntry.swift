package import SearchRanking
private import TextAnalysis

/// What is stored of an article beside the index, so that ranking need not read its text: the units of title and text,
/// their lengths, and hashes that near-duplicates share.
package struct ForwardEntry {
    package var units: ArraySlice<UInt16>
    package var sketch: DuplicateSketch
    /// Numbers of tokens, without colocated ones, as in the index.
    package var titleLength: Int
    package var bodyLength: Int

    package init(units: ArraySlice<UInt16>, sketch: DuplicateSketch, titleLength: Int, bodyLength: Int) {
        self.units = units
        self.sketch = sketch
        self.titleLength = titleLength
        self.bodyLength = bodyLength
    }

    /// Analyses a text that is in no batch.
    package init(_ text: IndexedText) {
        var units = Array(repeating: ForwardUnits(), count: IndexColumn.count)
        var lengths = Array(repeating: 0, count: IndexColumn.count)
        text.forEachColumn { column, text, language in
            Analyzer.shared.analyze(text, language: language) { term, kind, _ in
                units[column].add(term, kind)
                if !kind.isColocated { lengths[column] += 1 }
                return true
            }
            units[column].finish()
        }
        let (title, body) = (units[IndexColumn.title], units[IndexColumn.body])
        var codes: [UInt16] = []
        ForwardUnits.append(
            text.language, title: title, body: body, author: units[IndexColumn.author], to: &codes)
        self.init(
            units: codes[...],
            sketch: DuplicateSketch(title: title.codes.span, body: body.codes.span, titleText: text.title.utf8.span),
            titleLength: lengths[IndexColumn.title], bodyLength: lengths[IndexColumn.body])
    }
}
