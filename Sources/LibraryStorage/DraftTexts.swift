package import Articles
package import Formats

/// Compresses and decompresses the texts of drafts with a store's dictionary. Not thread-safe.
package struct DraftTexts {
    private var compressor: TextCompressor?
    private var readers = TextReaders()

    package init() {}

    /// Compresses a text; nil if the text should be stored uncompressed.
    package mutating func packed(_ text: [UInt8], _ dictionary: TextDictionary?) -> PackedText? {
        guard text.count >= SharedDictionary.minPackedBytes, let dictionary else { return nil }
        return compressor(of: dictionary).compress(text).map { PackedText($0, dictionary: dictionary) }
    }

    /// Returns a draft's text, uncompressed even if the draft contains only the compressed form.
    package mutating func text(of draft: ArticleDraft) -> [UInt8] {
        guard draft.body.isEmpty, let packed = draft.packedBody else { return draft.body }
        return readers.text(packed)
    }

    /// An article's text in its stored form: compressed if there is a dictionary and the text is long enough.
    package mutating func stored(
        _ draft: ArticleDraft, _ dictionary: TextDictionary?
    ) -> (bytes: [UInt8], isPacked: Bool) {
        // If the batch was prepared with an older dictionary, compress its texts again.
        if let packed = draft.packedBody, packed.dictionary.id == dictionary?.id { return (packed.bytes, true) }
        let text = text(of: draft)
        return packed(text, dictionary).map { ($0.bytes, true) } ?? (text, false)
    }

    /// A compressor for a dictionary. The previous compressor is reused if it has the same dictionary.
    private mutating func compressor(of dictionary: TextDictionary) -> TextCompressor {
        if let compressor, compressor.dictionary === dictionary { return compressor }
        let new = TextCompressor(dictionary)
        compressor = new
        return new
    }
}
