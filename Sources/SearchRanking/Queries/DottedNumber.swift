internal import TextAnalysis

/// A number with dots at the beginning of a text of a query (`3.12`): it must not begin inside a longer one (`2.3.12`).
///
/// The index marks the first number of `2.3.12` as a start and the second as inside. An article without the second mark
/// has the words of `3.12` only where the number begins; so it is for articles from before these marks, too. In other
/// articles the first word must be marked as a start.
struct DottedNumber {
    /// The term of a first number that is inside a longer one.
    let inside: [UInt8]
    /// The term of a first number that is not.
    let start: [UInt8]

    private static let dot = UInt8(ascii: ".")

    /// - Returns: nil if the text does not begin with two numbers with a dot between them.
    init?(_ units: QueryUnits) {
        guard units.units.count > 1, units.units[1].sign == ".", Self.isNumber(units.units[0].term),
            units.units[1].term.first.map({ 0x30...0x39 ~= $0 }) == true
        else { return nil }
        let number = units.units[0].term
        inside = [TokenKind.symbolPrefix, Self.dot] + number + [Self.dot]
        start = [TokenKind.symbolPrefix] + number + [Self.dot]
    }

    private static func isNumber(_ term: [UInt8]) -> Bool { term.allSatisfy { 0x30...0x39 ~= $0 } }

    /// Whether a term is one of the marks.
    static func isMark(_ term: [UInt8]) -> Bool { term.count > 2 && term.last == dot }

    /// Restricts an expression, in which the number is the words `words`, to places where it begins.
    ///
    /// - Parameter marked: the expression with another first word.
    func restricted(
        _ plain: IndexExpression, column: IndexPhrase.Column?, marked: ([UInt8]) -> IndexExpression
    ) -> IndexExpression {
        let inside = IndexExpression.phrase(IndexPhrase(terms: [inside], column: column))
        return .any([.excluding(plain, inside), marked(start)])
    }
}
