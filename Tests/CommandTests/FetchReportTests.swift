import FeedLibrary
import Ingestion
import Messages
import TerminalPages
import Testing

/// What a refresh says of feeds that failed.
@Suite struct FetchReportTests {
    private func failure(_ url: String, _ kind: String, _ text: String) -> FeedRefreshReport.Failure {
        FeedRefreshReport.Failure(url: url, title: url, kind: kind, text: text, failures: 1, nextFetch: 0)
    }

    @Test("A thousand refused local feeds are one reason that says what to do")
    func local() {
        let failures = (0..<1_011).map {
            failure("http://127.0.0.1:8080/\($0)", "refused", "127.0.0.1 is this machine")
        }
        let lines = FailureReport(failures, .english).lines
        #expect(lines.count == 13)
        #expect(lines[0] == "1011 feeds failed:")
        #expect(lines[1].contains("--allow 127.0.0.1:8080") && lines[1].contains("allow = 127.0.0.1:8080"))
        #expect(lines[12].contains("1001 more"))
        #expect(FailureReport(failures, .simplifiedChinese).lines[1].contains("--allow 127.0.0.1:8080 放行"))
    }

    @Test("Feeds are grouped by reason, the largest group first, with their addresses")
    func groups() {
        let failures = [
            failure("https://a.example/f", "httpStatus", "status 404"),
            failure("https://b.example/f?key=s3cret", "timeout", "no complete answer in time"),
            failure("https://c.example/\u{1B}[31m", "timeout", "no complete answer in time"),
        ]
        let lines = FailureReport(failures, .english).lines
        #expect(
            lines == [
                "3 feeds failed:", "  no answer in time (2)", "    https://b.example/f?key=***",
                "    https://c.example/[31m",
                "  the server returned status 404 (not found) (1)", "    https://a.example/f",
            ])
        #expect(FailureReport([], .english).lines.isEmpty)
    }
}

@Suite(.offPool) struct RecipesInArchivesTests {
    @Test("A page recipe that lies beside feeds in an archive is no refused feed")
    func recipe() throws {
        let program = try BuiltProgram()
        try program.file("a/recipe.json", #"{"item":"div.post","title":"h2","link":"a"}"#)
        try program.file("a/feed.xml", "<rss version='2.0'><channel><item><guid>1</guid></item></channel></rss>")
        try program.file("a/other.json", #"{"what":"is this"}"#)
        let outcome = try program.run(["import", "a", "--db", program.path("a.db"), "--json"])
        #expect(outcome.output.contains("other.json") && !outcome.output.contains("recipe.json"), "\(outcome)")
    }
}
