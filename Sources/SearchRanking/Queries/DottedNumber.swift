internal import TextAnalysis

/// A number with dots at the beginning of a query text (`3.12`), which must not match inside a longer number
/// (`2.3.12`).
///
/// In `2.3.12`, the index marks the first number as a start and the second number as inside. If an article has no
/// inside mark for `3`, the words of `3.12` can only occur in it at the beginning of a number; this also covers
/// articles indexed before these marks existed. In all other articles, the first word must be marked as a start.
struct DottedNumber {
    /// The index term that marks a first number as being inside a longer one.
    let inside: [UInt8]
    /// The index term that marks a first number as the start of a dotted number.
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

    /// Restricts an expression in which the number is the words `words` to places where the number begins.
    ///
    /// - Parameter marked: returns the expression with another first word.
    func restricted(
        _ plain: IndexExpression, column: IndexPhrase.Column?, marked: ([UInt8]) -> IndexExpression
    ) -> IndexExpression {
        let inside = IndexExpression.phrase(IndexPhrase(terms: [inside], column: column))
        return .any([.excluding(plain, inside), marked(start)])
    }
}
