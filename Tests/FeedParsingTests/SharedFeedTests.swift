import Foundation
import Testing

@testable import FeedParsing

/// The shared feeds, where they are present; they are not part of the project.
private enum SharedFeeds {
    static let folder: URL = {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let shared =
            ProcessInfo.processInfo.environment["FEEDSEARCH_SHARED"].map { URL(filePath: $0) }
            ?? package.deletingLastPathComponent().appending(path: "shared")
        return shared.appending(path: "conformance/feeds")
    }()

    static let paths: [String] = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path))?.sorted() ?? []
}

@Suite struct SharedFeedTests {
    @Test(
        "Every feed at hand comes back from JSON Feed with every field and extension, and what is written is valid",
        .enabled(if: !SharedFeeds.paths.isEmpty, "no feeds beside the package; set FEEDSEARCH_SHARED"))
    func throughJSONFeed() throws {
        var count = 0
        for path in SharedFeeds.paths {
            let url = SharedFeeds.folder.appending(path: path)
            guard let data = try? Data(contentsOf: url), data.count < 1 << 18 else { continue }
            let feed = FeedParser.parse([UInt8](data)).sanitized()
            guard feed.format != .unknown else { continue }
            count += 1
            let bytes = JSONFeedWriter.write(feed)
            #expect(JSONFeedValidator.validate(bytes).isEmpty, "\(path)")
            var again = FeedParser.parse(bytes)
            #expect(JSONFeedWriter.write(again) == bytes, "\(path)")
            // What is not the feed's but the document's.
            (again.format, again.formatVersion) = (feed.format, feed.formatVersion)
            (again.isMalformed, again.warnings) = (feed.isMalformed, feed.warnings)
            let same = try sorted(again.neutralJSON()) == sorted(feed.neutralJSON())
            #expect(same, "\(path)")
        }
        #expect(count > 1_000)
    }

    /// JSON with the members of its objects in one order.
    private func sorted(_ json: String) throws -> Data {
        let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
        return try JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
    }
}
