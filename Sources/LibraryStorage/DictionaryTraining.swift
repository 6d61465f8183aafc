/// Decides when a library's compression dictionary is trained, and from which samples ([decision
/// 92](../../docs/decisions/0092-compressed-texts.md)).
package enum DictionaryTraining {
    /// The first dictionary is trained when the library has `firstArticles` articles. The next one is trained when the
    /// number of articles has grown by the factor `growth`.
    package static let firstArticles: Int64 = 1_000
    private static let growth: Int64 = 64
    /// The number of samples. More samples cost time and reduce the size by only 1 %.
    private static let samples: Int64 = 300
    private static let maxSampleBytes = 4_096
    /// The number of samples that are read in one round trip.
    static let samplesAtOnce = 32
    /// The maximum number of articles whose texts are compressed in the same transaction that trains the first
    /// dictionary.
    package static let maxPackedAtOnce: Int64 = 8_192

    /// The article number at which the next dictionary is trained.
    ///
    /// - Parameter trainedAt: the article number at which the current dictionary was trained; 0 without a dictionary.
    static func due(after trainedAt: Int64) -> Int64 {
        trainedAt == 0 ? firstArticles : trainedAt.multipliedReportingOverflow(by: growth).partialValue
    }

    /// Evenly spaced article numbers. The text of the first article at or after each number is a sample.
    static func places(upTo last: Int64) -> [Int64] { (0..<samples).map { $0 * (last / samples) + 1 } }

    /// The sample of a text; nil if the text is too short to be compressed.
    static func sample(of text: [UInt8]) -> [UInt8]? {
        text.count >= SharedDictionary.minPackedBytes ? Array(text.prefix(maxSampleBytes)) : nil
    }
}
