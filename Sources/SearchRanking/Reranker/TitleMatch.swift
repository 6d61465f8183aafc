/// Recognises titles that are identical to the query, which have all its words and no others.
package struct TitleMatch {
    /// The numbers of the terms that such a title has.
    let terms: [Int]
    /// The maximum number of tokens in such a title: those of the query, and a punctuation mark.
    let maxLength: Int
    /// The amount that such a title adds to the score.
    let gain: Double

    static let none = TitleMatch(terms: [], maxLength: 0, gain: 0)

    /// Whether a title of this length can be the query.
    func mayBe(titleLength: Int) -> Bool { !terms.isEmpty && titleLength > 0 && titleLength <= maxLength }
}
