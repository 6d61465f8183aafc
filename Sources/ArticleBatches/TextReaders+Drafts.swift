package import Articles
package import Formats

extension TextReaders {
    /// The text of an article of a batch, which may have its compressed form only.
    package mutating func body(of draft: ArticleDraft) -> [UInt8] {
        guard draft.body.isEmpty, let packed = draft.packedBody else { return draft.body }
        return text(packed)
    }
}
