import Testing

@testable import TextAnalysis

@Suite struct WordPairsTests {
    private static func pairs(_ text: String) -> [String] {
        Analyzer.shared.tokensWithPairs(of: text).filter { $0.kind == .pair }.map(\.text)
    }

    @Test(
        "Adjacent words are a pair where one is very frequent and nothing separates them",
        arguments: [
            ("", []), ("the", []), ("web page", []), ("The Web page", ["the web"]), ("of the", ["of the"]),
            ("people I used to know", ["people i", "i used", "used to", "to know"]), ("end. The start", ["the start"]),
            ("a, b", []), ("C++ is", ["c is"]), ("the 数据 of", []), ("数据 of the", ["of the"]),
            ("Was für ein Tag", ["was fur", "fur ein", "ein tag"]), ("в Москве", ["в москве"]),
        ] as [(String, [String])])
    func pairsOfTexts(_ text: String, _ expected: [String]) { #expect(Self.pairs(text) == expected) }

    @Test("A word of two words joined by a sign makes pairs as the first of them does")
    func joined() {
        #expect(Self.pairs("use the node.js of old") == ["use the", "the node", "the nodejs", "js of", "of old"])
        #expect(Self.pairs("don't the") == ["t the"])
        #expect(Self.pairs("that's it") == ["that s", "s it"])
    }

    @Test("The pairs are those of any two words at adjacent positions, and all else is as without them")
    func likeAModel() {
        var generator = SplitMix(state: 7)
        let parts = [
            "the", "of", "node.js", "O'Reilly", "don't", "C++", "#tag", "数据", "か", "running", ".", " ", " ", " ",
            "\n\n", "é", "50%",
            "U.S.A.", "for", "it's", "👍", "в", "die", "٣", "㈱", "x",
        ]
        var count = 0
        for _ in 0..<4_000 {
            let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                (parts.randomElement(using: &generator) ?? "") + (Bool.random(using: &generator) ? " " : "")
            }.joined()
            let terms = Analyzer.shared.tokensWithPairs(of: text)
            let plain = Analyzer.shared.tokens(of: text)
            #expect(terms.filter { $0.kind != .pair }.map(\.term) == plain.map(\.term), "\(text)")
            // By position the words there, and the pairs that end there.
            var words: [[[UInt8]]] = []
            var pairs: [[[UInt8]]] = []
            for token in terms {
                let (term, kind) = (token.term, token.kind)
                if !kind.isColocated {
                    words.append([])
                    pairs.append([])
                }
                if kind == .pair { pairs[pairs.count - 1].append(term) } else { words[words.count - 1].append(term) }
            }
            for place in words.indices {
                var expected: [[UInt8]] = []
                if place > 0 {
                    for second in words[place] {
                        for first in words[place - 1] {
                            if let pair = Analyzer.pair(first, second) { expected.append(pair) }
                        }
                    }
                }
                #expect(Set(pairs[place]) == Set(expected), "\(text)")
                #expect(pairs[place].count == Set(expected).count, "\(text)")
                count += expected.count
            }
        }
        #expect(count > 2_000)
    }

    @Test("Only words make a pair: no stems, symbol words or characters of scripts without spaces")
    func onlyWords() {
        func pair(_ first: String, _ second: String) -> [UInt8]? {
            Analyzer.pair(Array(first.utf8), Array(second.utf8))
        }
        #expect(pair("the", "web") == [6] + Array("the web".utf8))
        #expect(pair("web", "page") == nil)
        for other in ["", "\u{1}run", "\u{4}c++", "\u{5}den", "\u{2}", "数据", "か"] {
            #expect(pair("the", other) == nil && pair(other, "the") == nil)
        }
    }

    @Test("Words of the list are as the index has them, so that each can be found")
    func folded() {
        func isListed(_ word: String) -> Bool { PairWords.shared.contains(Array(word.utf8).span) }
        for word in PairWords.words {
            #expect(Analyzer.shared.tokens(of: word).first?.text == word)
            #expect(isListed(word))
        }
        #expect(!isListed("page") && !isListed(""))
    }
}
