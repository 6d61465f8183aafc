/// What one analysis at a time needs to itself: the stemmer and the buffers in which terms are put together.
@safe
final class AnalysisContext: @unchecked Sendable {  // handed from thread to thread under the analyzer's lock
    let table = FoldingTable.shared
    let stemmer = EnglishStemmer()
    /// Of the languages met so far.
    private var languageStemmers: [LanguageStemmer?] = []
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

    /// The stemmer of another language than English.
    func stemmer(of language: StemLanguage) -> LanguageStemmer {
        let index = Int(language.rawValue)
        while languageStemmers.count <= index { languageStemmers.append(nil) }
        if let opened = languageStemmers[index] { return opened }
        let opened = LanguageStemmer(language)
        languageStemmers[index] = opened
        return opened
    }

    deinit {
        stemmer.close()
        unsafe UnsafeMutableRawPointer(word).freeZeroed()
        unsafe UnsafeMutableRawPointer(marked).freeZeroed()
    }
}
