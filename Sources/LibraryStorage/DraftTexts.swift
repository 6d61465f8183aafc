package import Articles
package import Formats

/// Compresses the texts of drafts with the dictionary of a store, and reads them again; for one thread at a time.
package struct DraftTexts {
    private var compressor: TextCompressor?
    private var readers = TextReaders()

    package init() {}

    /// The compressed form of a text; nil where it is stored as it is.
    package mutating func packed(_ text: [UInt8], _ dictionary: TextDictionary?) -> PackedText? {
        guard text.count >= SharedDictionary.minPackedBytes, let dictionary else { return nil }
        return compressor(of: dictionary).compress(text).map { PackedText($0, dictionary: dictionary) }
    }

    /// An article's text as it came; its draft may have the compressed form only.
    package mutating func text(of draft: ArticleDraft) -> [UInt8] {
        guard draft.body.isEmpty, let packed = draft.packedBody else { return draft.body }
        return readers.text(packed)
    }

    /// An article's text as it is stored: compressed where there is a dictionary, and it is long enough.
    package mutating func stored(
        _ draft: ArticleDraft, _ dictionary: TextDictionary?
    ) -> (bytes: [UInt8], isPacked: Bool) {
        // A batch may have been prepared with an earlier dictionary.
        if let packed = draft.packedBody, packed.dictionary.id == dictionary?.id { return (packed.bytes, true) }
        let text = text(of: draft)
        return packed(text, dictionary).map { ($0.bytes, true) } ?? (text, false)
    }

    /// The last one, where it is of that dictionary.
    private mutating func compressor(of dictionary: TextDictionary) -> TextCompressor {
        if let compressor, compressor.dictionary === dictionary { return compressor }
        let new = TextCompressor(dictionary)
        compressor = new
        return new
    }
}
