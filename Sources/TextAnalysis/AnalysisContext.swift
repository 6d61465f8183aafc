/// The stemmers and term buffers of one running analysis.
@safe
final class AnalysisContext: @unchecked Sendable {  // one thread at a time, by the analyzer's lock
    let stemmer = EnglishStemmer()
    /// Indexed by the raw value of the language. Opened on first use.
    private var languageStemmers: [LanguageStemmer?] = []
    /// Buffer for a word of `maxTermBytes`.
    let word: UnsafeMutablePointer<UInt8>
    /// Buffer for a term with a prefix byte: a stem or a symbol word.
    let marked: UnsafeMutablePointer<UInt8>
    /// Buffers of `WordPairs`.
    let before: UnsafeMutablePointer<UInt8>
    let pair: UnsafeMutablePointer<UInt8>

    /// Longer words are truncated to this length.
    static let maxTermBytes = 256
    private static let bufferBytes = maxTermBytes + 32

    init() {
        unsafe word = .allocate(capacity: Self.bufferBytes)
        unsafe word.initialize(repeating: 0, count: Self.bufferBytes)
        unsafe marked = .allocate(capacity: Self.bufferBytes)
        unsafe marked.initialize(repeating: 0, count: Self.bufferBytes)
        unsafe before = .allocate(capacity: 4 * Self.maxTermBytes)
        unsafe before.initialize(repeating: 0, count: 4 * Self.maxTermBytes)
        unsafe pair = .allocate(capacity: 2 * Self.bufferBytes)
        unsafe pair.initialize(repeating: 0, count: 2 * Self.bufferBytes)
    }

    /// The stemmer of a language other than English.
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
        unsafe word.deallocate()
        unsafe marked.deallocate()
        unsafe before.deallocate()
        unsafe pair.deallocate()
    }
}
