/// The stemmers and term buffers of one running analysis.
@safe
final class AnalysisContext: @unchecked Sendable {  // the analyzer lends it to one thread at a time
    let stemmer = EnglishStemmer()
    /// The stemmers, indexed by the raw value of their language. Each is opened on first use.
    private var languageStemmers: [LanguageStemmer?] = []
    /// A buffer for one word of up to `maxTermBytes` bytes.
    let word: UnsafeMutablePointer<UInt8>
    /// A buffer for one term with a prefix byte, such as a stem or a symbol word.
    let marked: UnsafeMutablePointer<UInt8>
    /// The buffers that `WordPairs` uses.
    let before: UnsafeMutablePointer<UInt8>
    let pair: UnsafeMutablePointer<UInt8>

    /// The maximum length of a word in bytes. Longer words are truncated.
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

    /// Returns the stemmer of a language other than English. It is opened on first use.
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
