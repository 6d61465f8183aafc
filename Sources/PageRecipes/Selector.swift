package import Markup

/// The subset of CSS selectors that recipes support: <https://www.w3.org/TR/selectors-4/>.
///
/// Supports names, `*`, `#id`, `.class`, `[attr]` with the operators `= ~= |= ^= $= *=` and the flag `i`,
/// `:first-child`, `:last-child`, `:nth-child(…)`, `:empty`, and `:not(…)` with one compound selector. The combinators
/// are descendant (space), `>`, `+` and `~`. Lists are separated by commas.
public struct Selector: Sendable, Equatable {
    enum Combinator: Sendable, Equatable {
        case descendant, child, next, later
    }

    struct AttributeTest: Sendable, Equatable {
        enum Operator: Sendable, Equatable {
            case present, equals, includes, dash, begins, ends, contains
        }
        var name: String
        var operation: Operator
        var value: String
        var ignoresCase: Bool
    }

    indirect enum Test: Sendable, Equatable {
        case attribute(AttributeTest)
        case nthChild(step: Int, offset: Int)
        case lastChild
        case empty
        case not([Test], name: String?)
    }

    struct Compound: Sendable, Equatable {
        /// The relation to the preceding compound.
        var combinator: Combinator
        /// The element name; nil for any name.
        var name: String?
        var tests: [Test]
    }

    /// The selectors of a comma-separated list, each a chain from left to right.
    var chains: [[Compound]]
    /// The selector as written.
    public let text: String

    static let maxBytes = 2_000
    static let maxCompounds = 64

    public init(_ text: String) throws(SelectorSyntaxError) {
        self.text = text
        var parser = SelectorParser(text)
        chains = try parser.parse()
    }

    /// The elements of a page that the selector matches, in document order.
    package func matches(in tree: HTMLTree, limit: Int = .max) -> [Int] {
        SelectorMatcher(self, in: tree).matches(limit: limit)
    }

    public static func == (a: Self, b: Self) -> Bool { a.chains == b.chains }
}
