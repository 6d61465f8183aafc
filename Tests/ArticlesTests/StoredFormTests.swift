import TestSupport
import Testing

@testable import Articles

/// Values that stores keep and compare.
@Suite struct StoredFormTests {
    private static func hash(_ fields: [String?]) -> Int64 {
        var hash = ContentHash()
        for field in fields { hash.add(field) }
        return hash.value
    }

    @Test("A content's hash tells fields apart, wherever they are divided and whatever is missing")
    func contentHash() {
        let fields: [[String?]] = [
            [], [nil], [""], ["", ""], [nil, nil], ["a", nil], [nil, "a"], ["a", ""], ["", "a"], ["ab", "c"],
            ["a", "bc"],
            ["abc"], ["abc\0"], ["abc\0\0"], ["\0"], ["\0\0"], ["12345678"], ["12345678", ""], ["1234567", "8"],
            ["123456789"], ["12345678\0"],
        ]
        let hashes = fields.map(Self.hash)
        #expect(Set(hashes).count == fields.count)
        var numbers = ContentHash()
        numbers.add(number: 0)
        var none = ContentHash()
        none.add(number: nil)
        #expect(numbers.value != none.value && none.value != Self.hash([nil]))
    }

    @Test("Any one changed byte changes the hash, at every place of texts of every length up to 40")
    func everyByte() {
        var seen: Set<Int64> = []
        var count = 0
        for length in 1...40 {
            let bytes = Array(repeating: UInt8(ascii: "x"), count: length)
            for place in -1..<length {
                var changed = bytes
                if place >= 0 { changed[place] = UInt8(ascii: "y") }
                var hash = ContentHash()
                hash.add(changed.span)
                seen.insert(hash.value)
                count += 1
            }
        }
        #expect(seen.count == count)
    }

    @Test("A rule's action is read as it was stored, and an unknown one is none")
    func actions() {
        for action in [ArrivalRule.Action.read, .star, .tag("检索"), .tag(""), .hide, .fullText] {
            #expect(ArrivalRule.Action(name: action.name, object: action.tag) == action)
        }
        #expect(
            ArrivalRule.Action(name: "tag", object: nil) == nil && ArrivalRule.Action(name: "erase", object: nil) == nil
        )
    }

    @Test("Limits are read as they were stored: no limit is not the same as no limits of one's own")
    func limits() {
        for limits in [ArticleLimits(count: 5), .init(seconds: 60), .init(count: 5, seconds: 60), .none] {
            #expect(ArticleLimits(storedCount: limits.storedCount, seconds: limits.seconds) == limits)
        }
        #expect(ArticleLimits(storedCount: nil, seconds: nil) == nil)
    }

    @Test("Only ids that fit posting lists are valid, and no size overflows")
    func ids() {
        for id: ArticleID in [.min, -1, 0, ArticleIDRange.maximum + 1, .max] { #expect(!ArticleIDRange.isValid(id)) }
        for id: ArticleID in [1, ArticleIDRange.maximum] { #expect(ArticleIDRange.isValid(id)) }
        #expect(ArticleIDRange.hasRoom(forEachBelow: 1_000, bytes: 8))
        #expect(!ArticleIDRange.hasRoom(forEachBelow: .max, bytes: 2))
        #expect(!ArticleIDRange.hasRoom(forEachBelow: Int(UInt32.max), bytes: 1 << 20))
    }

    @Test("Places are in the order of dates, the newest first, and of ids where dates are equal")
    func places() {
        let ordered = [(9, 1), (5, 7), (5, 2), (0, 3), (-4, 9)].map { DatePlace(date: Int64($0), id: Int64($1)) }
        #expect(ordered.reversed().sorted() == ordered)
        #expect(!(ordered[1] < ordered[1]) && ordered[1].text == "5.7")
    }
}
