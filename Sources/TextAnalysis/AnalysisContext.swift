/// What one analysis at a time needs to itself: the stemmer and the buffers in which terms are put together.
@safe
final class AnalysisContext: @unchecked Sendable {  // handed from thread to thread under the analyzer's lock
    let table = FoldingTable.shared
    let stemmer = EnglishStemmer()
    /// Room for a longest word.
    let word: UnsafeMutablePointer<UInt8>
    /// Room for a prefixed term: a stem or a symbol word.
    let marked: UnsafeMutablePointer<UInt8>

    /// Longer words are cut here.
    static let maxTermBytes = 256

    init() {
        unsafe word = UnsafeMutableRawPointer.zeroed(count: Self.maxTermBytes + 32, of: UInt8.self)
        unsafe marked = UnsafeMutableRawPointer.zeroed(count: Self.maxTermBytes + 32, of: UInt8.self)
    }

    deinit {
        stemmer.close()
        unsafe UnsafeMutableRawPointer(word).freeZeroed()
        unsafe UnsafeMutableRawPointer(marked).freeZeroed()
    }
}
