import FeedParsing
import Foundation
import Markup

/// The documents of Samples/ and their texts, and any number of articles generated from their sentences.
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

    /// Splits a text after 。 and after a full stop with a space.
    private static func sentences(of text: [UInt8]) -> [[UInt8]] {
        var string = String(decoding: text, as: UTF8.self)
        string = string.replacingOccurrences(of: "。", with: "。\n").replacingOccurrences(of: ". ", with: ".\n")
        return string.split(separator: "\n").map { Array($0.utf8) }
    }

    /// The text of the article with a number: 6 to 30 sentences, the same at every call.
    func text(_ number: Int) -> (title: String, body: [UInt8]) {
        var random = XorShift(seed: number)
        // Use sentences from one place, since an article has one subject.
        let start = random.next(below: sentences.count)
        var body: [UInt8] = []
        for _ in 0..<(6 + random.next(below: 25)) {
            body += sentences[(start + random.next(below: 60)) % sentences.count]
            body.append(UInt8(ascii: "\n"))
        }
        let title = String(decoding: sentences[start], as: UTF8.self).prefix(30)
        return ("\(title) \(number)", body)
    }
}
