import Testing

@testable import Articles

@Suite struct SlotNumbersTests {
    @Test("With one slot, an article's number is its id")
    func one() {
        for id in [Int64(1), 2, 1_000, ArticleIDRange.maximum] {
            #expect(SlotNumbers.one.number(of: id) == id && SlotNumbers.one.slot(of: id) == 0)
            #expect(SlotNumbers.one.id(of: id, in: 0) == id)
        }
        #expect(SlotNumbers.one.maxNumber == ArticleIDRange.maximum)
    }

    @Test("An id names a slot and a number in it, and all ids are different", arguments: [1, 2, 4, 8, 16, 32, 64])
    func ids(_ count: Int) throws {
        let numbers = try #require(SlotNumbers(slots: count))
        var ids: Set<Int64> = []
        for slot in 0..<count {
            for number in [Int64(1), 2, 77, numbers.maxNumber] {
                let id = numbers.id(of: number, in: slot)
                #expect(numbers.slot(of: id) == slot && numbers.number(of: id) == number)
                #expect(ArticleIDRange.isValid(id) && ids.insert(id).inserted)
            }
        }
    }

    @Test("The number of slots is a power of two up to 64", arguments: [Int.min, -1, 0, 3, 6, 63, 65, 128, Int.max])
    func counts(_ count: Int) { #expect(SlotNumbers(slots: count) == nil) }

    @Test("Any number has a slot")
    func extremes() throws {
        let numbers = try #require(SlotNumbers(slots: 64))
        for id in [Int64.min, -1, 0, .max] { #expect((0..<64).contains(numbers.slot(of: id))) }
        for feed in [Int64.min, -1, 0, .max] { #expect((0..<64).contains(numbers.slot(ofFeed: feed))) }
    }

    @Test("Feeds that are added one after another are spread evenly", arguments: [2, 4, 8, 16, 32, 64])
    func spread(_ count: Int) throws {
        let numbers = try #require(SlotNumbers(slots: count))
        var feeds = Array(repeating: 0, count: count)
        for feed in 1...Int64(100 * count) { feeds[numbers.slot(ofFeed: feed)] += 1 }
        #expect(feeds.allSatisfy { (90...110).contains($0) }, "\(feeds)")
    }
}
