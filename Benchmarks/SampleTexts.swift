import FeedParsing
import Foundation
import Markup

/// The documents of Samples/ and the texts in them, and as many articles made of their sentences as are wanted.
struct SampleTexts {
    let documents: [[UInt8]]
    /// HTML of each article.
    let pages: [[UInt8]]
    /// Plain text of each article.
    let texts: [[UInt8]]
    private let sentences: [[UInt8]]

    init(folder: URL) throws {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        documents = try names.filter { ["xml", "atom", "rdf", "json"].contains(($0 as NSString).pathExtension) }
            .map { [UInt8](try Data(contentsOf: folder.appendingPathComponent($0))) }
        pages = documents.flatMap { document in
            FeedParser.parse(document).items.compactMap { ($0.contentHTML ?? $0.summaryHTML).map { Array($0.utf8) } }
        }
        texts = pages.map { HTMLText.plainText($0) }
        sentences = texts.flatMap { Self.sentences(of: $0) }
    }

    /// Cut behind 。 and behind a full stop with a space.
    private static func sentences(of text: [UInt8]) -> [[UInt8]] {
        var string = String(decoding: text, as: UTF8.self)
        string = string.replacingOccurrences(of: "。", with: "。\n").replacingOccurrences(of: ". ", with: ".\n")
        return string.split(separator: "\n").map { Array($0.utf8) }
    }

    /// The text of the article of a number: 6 to 30 sentences, the same at every call.
    func text(_ number: Int) -> (title: String, body: [UInt8]) {
        var state = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15 | 1
        func next(below bound: Int) -> Int {
            // xorshift64*: <https://vigna.di.unimi.it/ftp/papers/xorshift.pdf>
            state ^= state >> 12
            state ^= state << 25
            state ^= state >> 27
            return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % max(1, bound)
        }
        // Neighbours come from one place, as an article keeps to its subject.
        let start = next(below: sentences.count)
        var body: [UInt8] = []
        for _ in 0..<(6 + next(below: 25)) {
            body += sentences[(start + next(below: 60)) % sentences.count]
            body.append(UInt8(ascii: "\n"))
        }
        let title = String(decoding: sentences[start], as: UTF8.self).prefix(30)
        return ("\(title) \(number)", body)
    }
}
