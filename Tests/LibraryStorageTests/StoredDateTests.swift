import Articles
import Testing

@testable import LibraryStorage

/// Dates by which articles are sorted, copies that share their read state, and values that are copied.
@Suite struct StoredDateTests {
    @Test("An article is sorted by its own date up to a day ahead, else by its arrival, with dates of all sizes")
    func sortDates() {
        let arrival: Int64 = 1_700_000_000
        for published: Int64 in [.min, -1, 0, arrival - 1, arrival, arrival + SortDate.slack] {
            #expect(SortDate.of(published: published, received: 5, arrival: arrival) == published)
        }
        for published: Int64? in [nil, arrival + SortDate.slack + 1, .max] {
            #expect(SortDate.of(published: published, received: 5, arrival: arrival) == 5)
        }
        #expect(SortDate.of(published: .max, received: 5, arrival: .max) == .max)
        #expect(SortDate.of(published: 0, received: 5, arrival: .min) == 5)
        var draft = ArticleDraft()
        draft.published = arrival
        #expect(SortDate.of(draft, now: arrival) == arrival)
        draft.received = 100
        #expect(SortDate.of(draft, now: arrival) == 100)
    }

    @Test("Copies have the same folded title, and one text begins with the other's 200 characters or more")
    func copies() {
        let text = String((0..<400).map { Character(["a", "检", "é", "🙂"][$0 % 4]) })
        func copy(_ count: Int, _ title: String = "A fox: seen!") -> CopyComparison {
            CopyComparison(title: title, body: String(String.UnicodeScalarView(text.unicodeScalars.prefix(count))))
        }
        let whole = copy(400)
        for (other, isCopy) in [
            (copy(400), true), (copy(200), true), (copy(199), false), (copy(0), false), (copy(400, "a FOX seen"), true),
            (copy(400, "a fox seen twice"), false), (CopyComparison(title: "A fox: seen!", body: "b" + text), false),
            (CopyComparison(title: "A fox: seen!", body: text.dropLast() + "x"), false),
        ] {
            #expect(whole.holds(other) == isCopy && other.holds(whole) == isCopy)
        }
    }

    @Test("Copied values are the same by their bytes, but for NUL, which an engine stores as U+FFFD")
    func sameValues() {
        let values: [CopiedValue] = [
            .null, .integer(0), .integer(1), .text(""), .text("e\u{301}"), .text("é"), .text("a\u{FFFD}"), .bytes([]),
            .bytes([0]), .integers([]), .integers([1]),
        ]
        for (i, one) in values.enumerated() {
            for (j, other) in values.enumerated() { #expect(one.isSame(as: other) == (i == j), "\(one) \(other)") }
        }
        #expect(
            CopiedValue.text("a\0").isSame(as: .text("a\u{FFFD}")) && !CopiedValue.text("a\0").isSame(as: .text("a")))
    }

    @Test("Values that ascend precede each other in the order of the engines: of texts that of their bytes")
    func order() {
        let texts = ["", "Z", "a", "e\u{301}", "é", "\u{FF5E}", "🙂"].map { CopiedValue.text($0) }
        let numbers: [CopiedValue] = [.integer(.min), .integer(-1), .integer(0), .integer(.max)]
        for values in [texts, numbers] {
            for (i, one) in values.enumerated() {
                for (j, other) in values.enumerated() { #expect(one.precedes(other) == (i < j), "\(one) \(other)") }
            }
        }
        #expect(!CopiedValue.null.precedes(.integer(1)) && !CopiedValue.text("a").precedes(.integer(1)))
    }
}
