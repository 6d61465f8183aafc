/// What one analysis at a time needs to itself: the stemmer and the buffers in which terms are put together.
@safe
final class AnalysisContext: @unchecked Sendable {  // handed from thread to thread under the analyzer's lock
    let table = FoldingTable.shared
    let stemmer = EnglishStemmer()
    /// Room for a longest word.
    let word: UnsafeMutablePointer<UInt8>
    /// Room for a stem.
    let stem: UnsafeMutablePointer<UInt8>
    /// Room for a prefixed term: a stem or a symbol word.
    let marked: UnsafeMutablePointer<UInt8>

    /// Longer words are cut here.
    static let maxTermBytes = 256

    init() {
        unsafe word = .allocate(capacity: Self.maxTermBytes + 16)
        unsafe stem = .allocate(capacity: 80)
        unsafe marked = .allocate(capacity: Self.maxTermBytes + 16)
    }

    deinit {
        unsafe word.deallocate()
        unsafe stem.deallocate()
        unsafe marked.deallocate()
    }
}
