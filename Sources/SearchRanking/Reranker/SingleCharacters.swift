internal import TextAnalysis

/// Counts characters of a query that have no posting list. The number of occurrences in each article is stored
/// (`CharacterCounts`). Positions are found by scanning the text, and only if it contains the character.
struct SingleCharacters {
    private struct Character {
        var code: UInt16
        var term: Int
        /// Whether the character is a term by itself, not only a part of other terms.
        var isTerm: Bool
    }

    /// Ascending by code.
    private let characters: [Character]
    /// The characters whose positions count.
    let placed: [(scalar: UInt32, term: Int)]
    private let source: any PostingSource
    private let reader: (any CharacterReading)?
    /// The counts in one article, by the character's number.
    private var counts: [UInt32]
    /// The counts in the articles read so far.
    private var known: [Int64: [UInt32]] = [:]

    /// - Parameter rows: the articles to score, ascending.
    init(_ query: RelevanceQuery, _ rows: [UInt32], needPositions: Bool, _ source: any PostingSource) throws {
        self.source = source
        var characters: [Character] = []
        var placed: [(scalar: UInt32, term: Int)] = []
        for (index, term) in query.terms.enumerated() {
            guard let scalar = term.character, let code = ForwardUnits.code(character: scalar) else { continue }
            let isTerm = term.bag == .terms
            characters.append(Character(code: code, term: index, isTerm: isTerm))
            if isTerm, needPositions { placed.append((scalar, index)) }
        }
        characters.sort { $0.code < $1.code }
        self.characters = characters
        self.placed = placed
        counts = characters.map { _ in 0 }
        reader = characters.isEmpty ? nil : try source.characterReader(of: rows)
    }

    /// Counts the characters in an article.
    mutating func count(in n: Int64, _ tally: inout TermTally) throws {
        if characters.isEmpty { return }
        try readCounts(n)
        for (number, character) in characters.enumerated() where counts[number] > 0 {
            tally.count(character.term, weight: Double(counts[number]))
            // A single term is recorded at any position, so that it forms the window.
            if character.isTerm, placed.isEmpty { tally.record(character.term, at: 0) }
        }
    }

    /// Finds the positions of the characters in the last counted article.
    ///
    /// - Parameter positions: receives the positions of the characters in `placed`, in its first elements.
    func findPositions(_ n: Int64, _ positions: inout [[UInt64]]) throws {
        if placed.isEmpty { return }
        var left: UInt32 = 0
        for (number, character) in characters.enumerated() where character.isTerm { left &+= counts[number] }
        if left > 0 { try findPositions(n, left, &positions) }
    }

    private mutating func readCounts(_ n: Int64) throws {
        if let known = known[n] {
            counts = known
            return
        }
        for number in counts.indices { counts[number] = 0 }
        var next = 0
        try reader?.read(n) { code, count in
            while next < characters.count, characters[next].code < code { next += 1 }
            while next < characters.count, characters[next].code == code {
                counts[next] = count
                next += 1
            }
            return next < characters.count
        }
        if !placed.isEmpty { known[n] = counts }
    }

    /// Appends positions until all counted occurrences have been found.
    ///
    /// - Parameter weight: the total weight of the counted occurrences.
    private func findPositions(_ n: Int64, _ weight: UInt32, _ positions: inout [[UInt64]]) throws {
        let wanted = placed.map(\.scalar)
        var left = weight
        func find(_ column: Int, _ text: Span<UInt8>) {
            if left == 0 { return }
            let weight = CharacterCounts.weight(ofColumn: column)
            Analyzer.shared.forEachPosition(of: wanted, in: text) { character, position in
                for (number, one) in wanted.enumerated() where one == character {
                    positions[number].append(TermOccurrences.position(position, inColumn: column))
                    left = left > weight ? left - weight : 0
                }
                return left > 0
            }
        }
        // The text is scanned after the title, so that it need not be scanned to its end. Few articles have the
        // characters in the author's name.
        try reader?.withTexts(of: n) { title, text in
            find(IndexColumn.title, title)
            find(IndexColumn.body, text)
        }
        if left > 0, var author = try source.indexedText(of: n)?.author {
            author.makeContiguousUTF8()
            find(IndexColumn.author, author.utf8.span)
        }
        for number in wanted.indices { positions[number].sort() }
    }
}
