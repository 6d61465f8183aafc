/// When the dictionary of a library's texts is trained, and from what
/// ([decision 92](../../docs/decisions/0092-compressed-texts.md)).
package enum DictionaryTraining {
    /// The articles of a first dictionary, and the factor up to the next one.
    package static let firstArticles: Int64 = 1_000
    private static let growth: Int64 = 64
    /// What a dictionary is learnt from: more takes more time for a hundredth of the bytes.
    private static let samples: Int64 = 300
    private static let maxSampleBytes = 4_096

    /// The largest article number from which on one is trained.
    ///
    /// - Parameter trainedAt: that number when the current one was trained; of none, 0.
    package static func due(after trainedAt: Int64) -> Int64 {
        trainedAt == 0 ? firstArticles : trainedAt.multipliedReportingOverflow(by: growth).partialValue
    }

    /// Article numbers at equal distances; the sample of each is of the next article that there is.
    package static func places(upTo last: Int64) -> [Int64] { (0..<samples).map { $0 * (last / samples) + 1 } }

    /// What is learnt from a text; nil where it is too short to be compressed.
    package static func sample(of text: [UInt8]) -> [UInt8]? {
        text.count >= SharedDictionary.minPackedBytes ? Array(text.prefix(maxSampleBytes)) : nil
    }
}
