import Foundation
import Testing

@testable import FeedParsing

/// The shared table of date forms, where it is present; it is not part of the project.
private enum SharedDates {
    struct Row: Decodable, Sendable, CustomStringConvertible {
        var parser: String
        var input: String
        var utc: String?
        var description: String { input }
    }

    static let rows: [Row] = {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let shared =
            ProcessInfo.processInfo.environment["FEEDSEARCH_SHARED"].map { URL(filePath: $0) }
            ?? package.deletingLastPathComponent().appending(path: "shared")
        guard let data = try? Data(contentsOf: shared.appending(path: "conformance/dates.jsonl")) else { return [] }
        return data.split(separator: 0x0A).compactMap { try? JSONDecoder().decode(Row.self, from: Data($0)) }
    }()
}

@Suite struct DateSharedFileTests {
    @Test(
        "Every row of the shared table of dates is read as it says",
        .enabled(if: !SharedDates.rows.isEmpty, "dates.jsonl is not beside the package; set FEEDSEARCH_SHARED"),
        arguments: SharedDates.rows)
    fileprivate func sharedRow(_ row: SharedDates.Row) {
        #expect(DateParser.parse(row.input)?.rfc3339 == row.utc)
    }
}
