import FeedLibrary
import Testing

@Suite struct NaturalOrderTests {
    @Test("Names are sorted without regard to case, and their numbers by value")
    func order() {
        let names = [
            "Feed 10", "feed 2", "Feed 2b", "Feed", "feeds", "9 lives", "100 days", "Part 007", "part 8", "数 12", "数 3",
        ]
        let sorted = names.map { (NaturalOrder.key($0), $0) }.sorted { $0 < $1 }.map(\.1)
        #expect(
            sorted == [
                "9 lives", "100 days", "Feed", "feed 2", "Feed 2b", "Feed 10", "feeds", "Part 007", "part 8", "数 3",
                "数 12",
            ])
        #expect(NaturalOrder.key(String(repeating: "9", count: 5_000)).utf8.count < 5_010)
    }
}
