import TestSupport
import Testing

@testable import Articles

@Suite struct FolderTests {
    private static func feed(_ id: Int64, articles: Int, unread: Int, _ folders: [[String]]) -> Feed {
        Feed(
            id: id, url: "https://example.org/\(id)", title: "Café \(id)", isSubscribed: true, isPaused: false,
            articles: articles, unread: unread, folders: folders)
    }

    @Test("A folder's counts are those of the feeds in it or below it, each once")
    func counts() {
        var random = Lehmer(state: 12)
        let names = ["a", "b", "c"]
        for round in 0..<60 {
            let feeds = (0..<Int64(round % 9)).map { id in
                let folders = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    (0..<Int.random(in: 1...3, using: &random)).map { _ in names.randomElement(using: &random) ?? "a" }
                }
                return Self.feed(id, articles: Int(id) * 10 + 1, unread: Int(id), folders)
            }
            let paths = Set(
                feeds.flatMap { $0.folders.flatMap { path in (1...path.count).map { Array(path.prefix($0)) } } })
            let counts = FolderCounts.of(feeds)
            #expect(counts.map(\.path) == paths.sorted { $0.lexicographicallyPrecedes($1) })
            for folder in counts {
                let members = feeds.filter { $0.folders.contains { $0.starts(with: folder.path) } }
                #expect(folder.feeds == members.count)
                #expect(folder.articles == members.map(\.articles).reduce(0, +))
                #expect(folder.unread == members.map(\.unread).reduce(0, +))
            }
        }
    }

    @Test(
        "A feed is in a folder by its name or path, folded, and in all around it",
        arguments: [
            ("tech", true), ("tech/systems", true), ("systems", true), ("systems/linux", false), ("te", false),
            ("", false),
            ("tech/systems/linux", true), ("other", true), ("tech/other", false),
        ])
    func inFolder(_ name: String, _ isIn: Bool) {
        let feed = Self.feed(1, articles: 0, unread: 0, [["Tech", "Systèms", "LINUX"], ["Other"]])
        #expect(feed.isInFolder(folded: name) == isIn)
    }

    @Test("A feed is named by its address, by a part of it, or by a part of its titles without case and accents")
    func named() {
        var feed = Self.feed(1, articles: 0, unread: 0, [])
        feed.ownTitle = "检索"
        #expect(feed.isNamed("https://example.org/1", folded: "https://example.org/1"))
        #expect(feed.isNamed("EXAMPLE", folded: "example") && feed.isNamed("CAFE", folded: "cafe"))
        #expect(feed.isNamed("检", folded: "检") && !feed.isNamed("tea", folded: "tea"))
        #expect(feed.displayTitle == "检索")
    }
}
