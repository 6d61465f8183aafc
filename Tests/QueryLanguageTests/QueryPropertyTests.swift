import QueryLanguage
import TestSupport
import Testing

/// A small generator with a seed, so that a failure can be repeated (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Checks that a query which parses prints as one of the same meaning, and one that does not says where.
private func checkRoundTrip(_ text: String) {
    do throws(QuerySyntaxError) {
        let query = try QueryParser.parse(text)
        let printed = query.description
        let again = try? QueryParser.parse(printed)
        #expect(again?.hasSameMeaning(as: query) == true, "\(text.debugDescription) → \(printed.debugDescription)")
        #expect(again?.description == printed, "\(text.debugDescription)")
        checkRanges(query.root, in: text)
    } catch {
        let range = error.utf8Range
        #expect(range.lowerBound >= 0 && range.upperBound <= text.utf8.count, "\(text.debugDescription) \(error)")
        #expect(!error.hint(in: .english).isEmpty)
    }
}

/// Every range lies inside the text, on scalar boundaries, and holds the text of its term.
private func checkRanges(_ node: QueryNode, in text: String) {
    switch node {
    case .word(let term), .phrase(let term), .prefix(let term):
        let piece = String(decoding: Array(text.utf8)[term.utf8Range], as: UTF8.self)
        #expect(piece.unicodeScalars.contains(sequence: term.text.unicodeScalars), "\(text.debugDescription)")
    case .near(let nodes, _), .and(let nodes), .or(let nodes):
        #expect(nodes.count > 1)
        for inner in nodes { checkRanges(inner, in: text) }
    case .field(_, let inner), .not(let inner): checkRanges(inner, in: text)
    case .regex(_, _, let range), .filter(_, let range): #expect(range.upperBound <= text.utf8.count)
    }
}

extension String.UnicodeScalarView {
    fileprivate func contains(sequence: Self) -> Bool {
        let all = Array(self)
        let wanted = Array(sequence)
        guard wanted.count <= all.count else { return false }
        return (0...(all.count - wanted.count)).contains { Array(all[$0..<($0 + wanted.count)]) == wanted }
    }
}

@Suite struct QueryPropertyTests {
    private static let pieces = [
        "a", "b", "关键词", "gen-itgc", "\"", "“", "”", "(", ")", "（", "）", "|", "｜", "-", "－", "*", "＊", ":", "：",
        " ", "\u{3000}", " ", " ", "OR", "AND", "NOT", "NEAR/5", "NEAR/", "NEAR(", ",", "5", "title:", "body:", "feed:",
        "is:", "unread", "tag:", "date:", "2024", "..", "7d", "re:", "/", "\\", "i", "foo:", "lang:", "zh", "has:image",
        "after:", "before:", "received:", ">", "<=", "2024-02-30", "今天", "search:", "\u{0}", "…", "🔥", "\u{301}", "'",
        "http://x", "\u{FEFF}", "\u{200B}", "/i", "title", "C++", "é", "à b", "\u{10FFFF}", "last-week", "print(x)",
        "27\"", "צה\"ל", "a)", "b(", "f()", "TypeError:", "arXiv:17",
    ]

    @Test("Any row of operators and words parses and prints back, or is a placed mistake", arguments: 1...16)
    func randomPieces(_ seed: UInt64) {
        var generator = SeededGenerator(state: seed)
        for _ in 0..<2500 {
            let count = Int.random(in: 1...14, using: &generator)
            var text = ""
            for _ in 0..<count { text += Self.pieces.randomElement(using: &generator) ?? "" }
            checkRoundTrip(text)
        }
    }

    @Test("Any bytes give a query or a placed mistake, never a crash", arguments: 1...8)
    func randomBytes(_ seed: UInt64) {
        var generator = SeededGenerator(state: seed)
        for _ in 0..<2500 {
            let count = Int.random(in: 0...40, using: &generator)
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            do throws(QuerySyntaxError) {
                _ = try QueryParser.parse(utf8: bytes)
            } catch {
                #expect(error.utf8Range.upperBound <= bytes.count)
            }
            checkRoundTrip(String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test(
        "Time grows with the length and not faster",
        arguments: [
            "a ", "a OR ", "\"", "(", ")", "a(", "a)", "a(b) ", "a\" ", "א\"", "aaaaa: ", "NOT ", "-", "*", "a NEAR/5 ",
            "title:", "re:/a\\", "日", "((a) ", "aa:",
        ])
    func linearTime(_ unit: String) {
        var options = QueryParser.Options()
        options.maximumBytes = 1 << 24
        options.maximumTerms = 1 << 24
        func time(_ count: Int) -> Duration {
            let text = String(repeating: unit, count: count)
            return (0..<7).map { _ in processorTime { _ = try? QueryParser.parse(text, options: options) } }.min()
                ?? .zero
        }
        let small = time(2_000)
        let large = time(32_000)
        // Sixteen times the work; a quadratic parser would need 256 times, seconds of it.
        #expect(large < small * 120 + .milliseconds(100))
    }
}
