import Testing

@testable import Ingestion

@Suite struct CrawlDelayTests {
    private func delay(_ robots: String) -> Duration? { CrawlDelay.of(Array(robots.utf8), agent: "feedsearch") }

    @Test("The group that names the program counts before the one for all, and others do not")
    func groups() {
        #expect(delay("User-agent: *\nCrawl-delay: 5") == .seconds(5))
        #expect(
            delay("User-agent: *\nCrawl-delay: 5\n\nUser-agent: FeedSearch\nCrawl-delay: 2.5") == .milliseconds(2_500))
        #expect(delay("User-agent: googlebot\nCrawl-delay: 9") == nil)
        #expect(delay("User-agent: a\nUser-agent: *\nDisallow: /x\nCrawl-delay: 3 # slow") == .seconds(3))
        #expect(delay("user-agent:*\r\ncrawl-delay:4\r\n") == .seconds(4))
        #expect(delay("Crawl-delay: 4\nUser-agent: *\nDisallow:") == nil)
    }

    @Test("A minute is the longest, and what is no number is nothing")
    func bounds() {
        #expect(delay("User-agent: *\nCrawl-delay: 86400") == .seconds(60))
        for text in ["-3", "nan", "inf", "soon", "", "1e999"] {
            #expect(delay("User-agent: *\nCrawl-delay: \(text)") == nil, "\(text)")
        }
        #expect(delay(String(repeating: ":", count: 1 << 20)) == nil)
        #expect(delay("") == nil)
    }
}
