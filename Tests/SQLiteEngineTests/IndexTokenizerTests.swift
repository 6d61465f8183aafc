import Testing

@testable import SQLiteEngine

@Suite struct IndexTokenizerTests {
    @Test("A match expression is divided at spaces and not analysed again")
    func tokenizer() {
        func terms(_ text: String, stoppingAfter limit: Int = .max) -> [String] {
            let bytes = Array(text.utf8)
            var terms: [String] = []
            IndexTokenizer().tokenize(bytes.span, isQuery: true) { term, isColocated, range in
                #expect(!isColocated && Array(bytes[range]) == term.indices.map { term[$0] })
                terms.append(String(decoding: bytes[range], as: UTF8.self))
                return terms.count < limit
            }
            return terms
        }
        #expect(terms("") == [] && terms("   ") == [] && terms("running") == ["running"])
        #expect(terms("  Running  检索 \u{1}stem ") == ["Running", "检索", "\u{1}stem"])
        #expect(terms("a b c", stoppingAfter: 2) == ["a", "b"])
    }
}
