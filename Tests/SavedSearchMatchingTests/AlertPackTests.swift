import TestSupport
import Testing

@testable import SavedSearchMatching

@Suite struct AlertPackTests {
    private static func read(_ bytes: [UInt8]) -> [Int64: [[Int64]]] {
        var entries: [AlertPack.Entry] = []
        var articles: [Int64] = [-5]
        AlertPack.read(bytes, into: &entries, &articles)
        return entries.reduce(into: [:]) { $0[$1.search, default: []].append(Array(articles[$1.articles])) }
    }

    @Test(
        "The matches of a commit come back from their packed form, with ids of all sizes and signs of the steps between"
    )
    func commits() {
        var random = Lehmer(state: 41)
        for round in 0..<200 {
            let base = ([1, 1_000, 4_294_967_000, .max - 5_000] as [Int64]).randomElement(using: &random) ?? 1
            var writer = AlertPackWriter(base: base)
            var expected: [Int64: [[Int64]]] = [:]
            for _ in 0..<round % 20 {
                let small = Int64.random(in: 1...50, using: &random)
                let search = ([small, .max, 1] as [Int64]).randomElement(using: &random) ?? 1
                let articles = Set(
                    (0..<Int.random(in: 1...30, using: &random)).map { _ in
                        base + Int64.random(in: 0...4_000, using: &random)
                    }
                )
                .sorted()
                writer.add(search, articles)
                expected[search, default: []].append(articles)
            }
            #expect(Self.read(writer.bytes) == expected)
            #expect(AlertPack.isWhole(writer.bytes, isBatch: true))
        }
    }

    @Test("A packed form that is cut off or forged is not whole, and gives no more articles than it has bytes")
    func malformed() {
        var writer = AlertPackWriter(base: 7)
        writer.add(300, [7, 9, 1_000])
        writer.add(2, [8])
        let bytes = writer.bytes
        var wholes = 0
        for end in bytes.indices {
            let cut = Array(bytes[..<end])
            if AlertPack.isWhole(cut, isBatch: true) { wholes += 1 }
            #expect(Self.read(cut).values.joined().joined().count <= end)
        }
        // The base alone, and the first entry alone.
        #expect(wholes == 2)
        var random = Lehmer(state: 42)
        for length in 0..<300 {
            let forged = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(Self.read(forged).values.joined().joined().count <= length)
        }
        // A count beyond what follows, and a number without end.
        #expect(!AlertPack.isWhole([1, 2, 9, 1], isBatch: true) && !AlertPack.isWhole([0x80], isBatch: false))
        #expect(!AlertPack.isWhole([1, 2, 0], isBatch: true))
        var at = 0
        #expect(AlertPack.read(Array(repeating: 0x80, count: 20), &at) == nil)
    }

    @Test("The articles of a search come back from their differences, at most 1,024 of a row")
    func rows() {
        for articles in [[Int64(5)], [5, 6, 900], [1, .max], Array(1...1_024)] {
            let rest = AlertPack.rest(of: articles[...])
            #expect(AlertPack.articles(from: articles[0], rest: rest) == articles)
            #expect(AlertPack.isWhole(rest, isBatch: false))
        }
        let long = AlertPack.rest(of: Array(Int64(1)...5_000)[...])
        #expect(AlertPack.articles(from: 1, rest: long) == Array(1...1_024))
        for value: Int64 in [.min, -1, 0, 127, 128, .max] {
            var bytes: [UInt8] = []
            AlertPack.append(value, to: &bytes)
            var at = 0
            #expect(AlertPack.read(bytes, &at) == value && at == bytes.count)
        }
    }
}
