import Articles
import FeedLibrary
import Pipelines
import SQLiteEngine
import Testing

@testable import DesktopSearch

@Suite struct RunnerProviderTests {
    let fixture: Fixture
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    init() throws {
        fixture = try Fixture()
        try fixture.store([
            ("1", "Foxes & <i>more</i>", "Red foxes sleep.", "https://example.org/1"),
            ("2", "全文搜索", "狐狸", "https://example.org/2"),
        ])
    }

    private func ask(_ desktop: Desktop, _ method: String, _ arguments: BusValue...) throws -> [BusValue] {
        guard
            case .values(let values) = try RunnerProvider(desktop: desktop).reply(to: method, arguments, until: .never)
        else { return [] }
        return values
    }

    private func matches(_ desktop: Desktop, _ text: String) throws -> [[BusValue]] {
        guard case .array(of: "(sssida{sv})", let matches)? = try ask(desktop, "Match", .string(text)).first else {
            return [[]]
        }
        return matches.compactMap { if case .structure(let members) = $0 { members } else { nil } }
    }

    private func property(_ match: [BusValue], _ name: String) -> BusValue? {
        guard case .properties(let properties)? = match.last else { return nil }
        return properties.first { $0.name == name }?.value
    }

    @Test("A match has the article's number, title, feed, snippet and address")
    func match() throws {
        let match = try #require(try matches(fixture.desktop(), "fox").first)
        #expect(match[0] == .string("1"))
        #expect(match[1] == .string("Foxes & <i>more</i>"))
        #expect(match[2] == .string("org.feedsearch.Feedsearch"))
        #expect(property(match, "subtext")?.text?.hasSuffix("Red foxes sleep.") == true)
        #expect(property(match, "urls") == .strings(["https://example.org/1"]))
        #expect(BusValue.structure(match).signature == "(sssida{sv})")
    }

    @Test("The best match is the most relevant one, and each lies between 0 and 1")
    func relevance() throws {
        try fixture.store((3...30).map { ("\($0)", "Fox \($0)", "fox", "https://example.org/\($0)") })
        let relevances = try matches(fixture.desktop(), "fox").map { match -> Double in
            if case .double(let number) = match[4] { number } else { -1 }
        }
        #expect(relevances.count == DesktopArchive.maxResults)
        #expect(relevances == relevances.sorted(by: >))
        #expect(relevances.allSatisfy { $0 > 0 && $0 <= 1 })
    }

    @Test("Chinese input is matched", arguments: ["全文", "狐", "quanwenss", "qw"])
    func chinese(_ text: String) throws {
        #expect(try matches(fixture.desktop(), text).map { $0[0] } == [.string("2")])
    }

    @Test("A text that is no query, a field that is not typed to its end, and nothing have no matches, and do not fail")
    func unfinished() throws {
        for text in ["", " ", "feed:nonesuch fox", "\"", "(", "date:20", "/[/", "-fox"] {
            _ = try RunnerProvider(desktop: fixture.desktop()).reply(to: "Match", [.string(text)], until: .never)
        }
        #expect(try matches(fixture.desktop(), "fox").count == 1)
    }

    @Test("The icon of the feed is a file of its own")
    func icon() throws {
        let library = try Library(path: fixture.databasePath, for: .writing)
        let feed = try #require(try library.store.feeds(subscribedOnly: false).first)
        let icon = FeedIcon(url: "https://example.org/icon", type: "image/png", bytes: Self.png)
        try library.store.setIcons([(feed.id, icon, 0)], now: 1)
        let path = try #require(try matches(fixture.desktop(), "fox").first?[2].text)
        #expect(path.hasPrefix(fixture.folder + "/cache/icons/") && path.hasSuffix(".png"))
    }

    @Test("Running a match opens it where the setting says; its action opens the article's page")
    func run() throws {
        let plain = fixture.desktop()
        #expect(try ask(plain, "Actions") == [.array(of: "(sss)", [])])
        _ = try ask(plain, "Run", .string("1"), .string(""))
        let desktop = fixture.desktop(reader: "https://reader.example.org/feeds")
        guard case .array(of: "(sss)", let actions)? = try ask(desktop, "Actions").first else {
            throw CancellationError()
        }
        #expect(actions.count == 1)
        let match = try #require(try matches(desktop, "fox").first)
        #expect(property(match, "actions") == .strings(["page"]))
        _ = try ask(desktop, "Run", .string("1"), .string(""))
        _ = try ask(desktop, "Run", .string("1"), .string("page"))
        #expect(
            fixture.shown == [
                "https://example.org/1", "https://reader.example.org/feeds/article/1", "https://example.org/1",
            ])
    }
}
