import QueryLanguage
import TestSupport
import Testing

@testable import Articles
@testable import SavedSearchMatching

@Suite struct AlertTreeTests {
    private static let now: Int64 = 1_700_000_000
    private static let clock = AlertClock(now: now) { _ in 0 }

    private static func phrase(_ number: Int32) -> AlertTree {
        .phrase(AlertPhrase(terms: [number], prefix: nil, column: nil))
    }

    private static func tree(_ random: inout Lehmer, _ depth: Int) -> AlertTree {
        if depth == 0 || Int.random(in: 0..<4, using: &random) == 0 {
            switch Int.random(in: 0..<5, using: &random) {
            case 0: return .filter(.stored(.read(Bool.random(using: &random))))
            case 1: return .never
            case 2: return .all([])
            default: return phrase(.random(in: 0..<3, using: &random))
            }
        }
        let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in tree(&random, depth - 1) }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return .all(parts)
        case 1: return .any(parts)
        default: return .not(parts[0])
        }
    }

    /// For a new article with some of the phrases: it is neither read nor starred.
    private static func isFulfilled(_ tree: AlertTree, _ phrases: Set<Int32>) -> Bool {
        switch tree {
        case .phrase(let phrase): phrases.isSuperset(of: phrase.terms)
        case .all(let parts): parts.allSatisfy { isFulfilled($0, phrases) }
        case .any(let parts): parts.contains { isFulfilled($0, phrases) }
        case .not(let part): !isFulfilled(part, phrases)
        case .filter(.stored(.read(let isRead))): !isRead
        default: false
        }
    }

    @Test("A search that is said to match every new article or none does so, whatever the articles say")
    func truth() {
        var random = Lehmer(state: 51)
        var said = 0
        for _ in 0..<1_500 {
            let tree = Self.tree(&random, 3)
            guard let truth = tree.truth(at: Self.clock) else { continue }
            said += 1
            for mask in 0..<8 {
                let phrases = Set((0..<3).filter { mask >> $0 & 1 == 1 }.map(Int32.init))
                #expect(Self.isFulfilled(tree, phrases) == truth, "\(tree)")
            }
        }
        #expect(said > 200)
    }

    @Test("A search with its own negation matches all or nothing, one with another word depends on the article")
    func contradictions() {
        let (a, b) = (Self.phrase(0), Self.phrase(1))
        #expect(AlertTree.all([a, .not(a)]).truth(at: Self.clock) == false)
        #expect(AlertTree.any([a, .not(a)]).truth(at: Self.clock) == true)
        #expect(AlertTree.all([a, .all([b, .not(.any([a, b]))])]).truth(at: Self.clock) == false)
        #expect(AlertTree.all([a, .not(b)]).truth(at: Self.clock) == nil)
        #expect(AlertTree.any([a, b]).truth(at: Self.clock) == nil)
        #expect(AlertTree.filter(.stored(.flag(.tagged))).truth(at: Self.clock) == false)
        #expect(AlertTree.filter(.stored(.flag(.image))).truth(at: Self.clock) == nil)
    }

    @Test("A date of receipt that is over matches nothing new, one that has begun and does not end everything")
    func dates() {
        func truth(_ expression: DateExpression, _ kind: QueryDateKind) -> Bool? {
            AlertTree.filter(.stored(.date(expression, of: kind))).truth(at: Self.clock)
        }
        #expect(truth(.between(.year(2020), .year(2020)), .received) == false)
        #expect(truth(.between(.year(2020), nil), .received) == true)
        #expect(truth(.between(.year(2030), nil), .received) == nil)
        #expect(truth(.between(.year(2023), .year(2023)), .received) == nil)
        // What an article says of its own date is not known beforehand.
        #expect(truth(.between(.year(2020), .year(2020)), .published) == nil)
        #expect(truth(.between(.year(2024), .year(2020)), .published) == false)
    }

    @Test("Conjunctions within a conjunction are one")
    func flattening() {
        let tree = AlertTree.allOf([Self.phrase(0), .all([Self.phrase(1), .not(Self.phrase(2))])])
        guard case .all(let parts) = tree else {
            Issue.record("\(tree)")
            return
        }
        #expect(parts.count == 3)
    }
}
