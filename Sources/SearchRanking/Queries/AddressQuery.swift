package import Articles
internal import Formats

/// A query that is one web address: the query matches articles as `url:` does, and also articles whose text contains
/// the address.
package struct AddressQuery {
    /// The words of the address without scheme, fragment, final slash and tracking parameters.
    private let words: [[UInt8]]
    /// The address without scheme, fragment, final slash and tracking parameters, as an article's text may contain it.
    package let text: String

    /// - Returns: nil if the text is not an address. An address without a scheme must have a host and a path.
    package init?(_ text: String) {
        guard text.utf8.contains(UInt8(ascii: "/")) else { return nil }
        let bytes = Array(text.utf8)
        let compared = ComparedAddress.compared(bytes.span)
        let hasScheme = text.prefix(8).lowercased().contains("://") && compared.count < bytes.count
        guard hasScheme || Self.hasHostAndPath(compared) else { return nil }
        self.text = String(decoding: compared, as: UTF8.self)
        words = AddressWords.terms(of: compared.span)
        if words.isEmpty { return nil }
    }

    /// Matches articles whose address contains these words next to each other.
    package var filter: ArticleFilter { .address(words: words, .adjacent) }
    /// Matches articles that have exactly this address.
    package var whole: ArticleFilter { .address(words: words, .whole) }

    /// Whether a text begins like `example.org/page`: names of letters, digits and hyphens separated by dots, the last
    /// of at least two ASCII letters or beginning with `xn--`, then a slash and at least one more byte.
    private static func hasHostAndPath(_ text: [UInt8]) -> Bool {
        guard let slash = text.firstIndex(of: UInt8(ascii: "/")), slash + 1 < text.count else { return false }
        let labels = text[..<slash].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count > 1, let last = labels.last, last.count > 1,
            last.allSatisfy(isLetter) || last.starts(with: Array("xn--".utf8))
        else { return false }
        return labels.allSatisfy { label in
            !label.isEmpty
                && label.allSatisfy { isLetter($0) || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") || $0 >= 0x80 }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
}

extension QueryCompiler {
    /// The articles that match a query that is an address.
    mutating func address(_ text: String) throws -> ArticleCondition {
        guard let address = AddressQuery(text) else { return .never }
        addressed = try scope.articles(.filter(address.whole), in: range)
        let words = try word(address.text, column: nil, positive: true)
        return .any([.filter(address.filter)] + (words.map { [.text($0)] } ?? []))
    }
}
