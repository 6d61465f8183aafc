internal import QueryLanguage

/// The text of a search, divided into the filters, which a page shows as chips, and the words, which are edited in the
/// search field.
struct SearchText: Sendable, Equatable {
    /// A filter that all results must match.
    struct Filter: Sendable, Equatable {
        /// The filter as typed, such as `-feed:News`.
        var text: String
        var filter: QueryFilter
        var isExcluded: Bool
    }

    private(set) var filters: [Filter] = []
    /// The query without the filters.
    var words: String

    /// The maximum number of filters that are shown as chips.
    private static let maxFilters = 24

    /// Divides a query. A query with a mistake is not divided.
    init(_ text: String) {
        words = text
        guard let query = try? QueryParser.parse(text) else { return }
        let nodes = Self.conditions(query.root)
        let bytes = Array(text.utf8)
        var found: [(filter: Filter, node: QueryNode, range: Range<Int>)] = []
        var others: [QueryNode] = []
        for node in nodes {
            if found.count < Self.maxFilters, let (filter, range) = Self.filter(node, in: bytes) {
                found.append((filter, node, range))
            } else {
                others.append(node)
            }
        }
        if found.isEmpty { return }
        var rest = bytes
        for (_, _, range) in found.reversed() { rest.replaceSubrange(range, with: [UInt8(ascii: " ")]) }
        let words = String(decoding: rest, as: UTF8.self).split(separator: " ").joined(separator: " ")
        // Filters are written before the words, so divide the query only if this does not change it.
        let joined = Self.joined(found.map(\.filter.text), words)
        guard let same = try? QueryParser.parse(joined),
            Self.conditions(same.root).map(\.withoutRanges) == (found.map(\.node) + others).map(\.withoutRanges)
        else { return }
        self.words = words
        filters = found.map(\.filter)
    }

    /// The query with these filters and words. The words are last, because the last word may be incomplete.
    static func joined(_ filters: [String], _ words: String) -> String {
        (filters + [words]).filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: " ")
    }

    /// The query without the filter at an index.
    func without(_ index: Int) -> String {
        var texts = filters.map(\.text)
        texts.remove(at: index)
        return Self.joined(texts, words)
    }

    /// The query with an additional filter.
    func adding(_ filter: String) -> String { Self.joined(filters.map(\.text) + [filter], words) }

    // MARK: -

    private static func conditions(_ root: QueryNode) -> [QueryNode] {
        if case .and(let nodes) = root { return nodes }
        return [root]
    }

    /// The filter of a node, with its range including its name and sign; nil if it is not written as a single word.
    private static func filter(_ node: QueryNode, in bytes: [UInt8]) -> (Filter, Range<Int>)? {
        let (filter, value, isExcluded): (QueryFilter, Range<Int>, Bool)
        switch node {
        case .filter(let found, let range): (filter, value, isExcluded) = (found, range, false)
        case .not(.filter(let found, let range)): (filter, value, isExcluded) = (found, range, true)
        default: return nil
        }
        var start = value.lowerBound - 1
        guard start > 0, bytes[start] == UInt8(ascii: ":") else { return nil }
        while start > 0, bytes[start - 1] >= 0x80 || (0x61...0x7A).contains(bytes[start - 1] | 0x20) { start -= 1 }
        if isExcluded {
            guard start > 0, bytes[start - 1] == UInt8(ascii: "-") else { return nil }
            start -= 1
        }
        let isAlone =
            (start == 0 || bytes[start - 1] == 0x20)
            && (value.upperBound == bytes.count || bytes[value.upperBound] == 0x20)
        guard isAlone else { return nil }
        let range = start..<value.upperBound
        return (
            Filter(text: String(decoding: bytes[range], as: UTF8.self), filter: filter, isExcluded: isExcluded), range
        )
    }
}
