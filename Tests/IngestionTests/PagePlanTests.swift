import Articles
import Testing

@testable import Ingestion

@Suite struct PagePlanTests {
    private let start = ContinuousClock.now

    private func page(_ article: Int64, _ url: String, feed: Int64 = 1) -> PendingPage {
        PendingPage(article: article, feed: feed, url: url, attempts: 0, feedHash: 0, isSilent: false)
    }

    private func text(_ steps: [PagePlan.Step]) -> [String] {
        steps.map { step in
            switch step {
            case .robots(_, let visit): visit.url
            case .page(_, let visit): visit.url + " " + visit.pages.map { String($0.article) }.joined(separator: ",")
            }
        }
    }

    @Test("Hosts take their turn at once, each with a pause; robots.txt comes first where there are several pages")
    func turns() {
        let pages = [page(4, "http://a.example/4"), page(3, "http://a.example/3"), page(2, "http://b.example/2")]
        var plan = PagePlan(pages, pause: .seconds(1), feedsApart: [], now: start)
        #expect(text(plan.take(at: start, limit: 9)) == ["http://a.example/robots.txt", "http://b.example/2 2"])
        #expect(plan.take(at: start + .milliseconds(999), limit: 9).isEmpty)
        #expect(plan.next == start + .seconds(1))
        plan.setPause(.seconds(5), of: "http://a.example", now: start)
        #expect(plan.next == start + .seconds(5))
        #expect(text(plan.take(at: start + .seconds(5), limit: 9)) == ["http://a.example/4 4"])
        #expect(text(plan.take(at: start + .seconds(10), limit: 9)) == ["http://a.example/3 3"])
        #expect(plan.next == nil)
    }

    @Test("A page that several articles name is visited once, but apart for feeds with options of their own")
    func shared() {
        let pages = [
            page(3, "http://a.example/x"), page(2, "http://a.example/x", feed: 2),
            page(1, "http://a.example/x", feed: 3),
        ]
        var plan = PagePlan(pages, pause: .zero, feedsApart: [3], now: start)
        let steps = (0..<3).flatMap { _ in text(plan.take(at: start, limit: 9)) }
        #expect(steps == ["http://a.example/robots.txt", "http://a.example/x 3,2", "http://a.example/x 1"])
    }

    @Test("A host that does not answer three times, or is busy, is left alone")
    func leftAlone() {
        let pages = (1...9).map { page(Int64($0), "http://a.example/\($0)") }
        var plan = PagePlan(pages, pause: .zero, feedsApart: [], now: start)
        for success in [false, false, true, false, false, false] {
            _ = plan.take(at: start, limit: 1)
            plan.note(success: success, of: "http://a.example")
        }
        #expect(plan.next == nil)
        plan = PagePlan(pages, pause: .zero, feedsApart: [], now: start)
        plan.note(success: true, isBusy: true, of: "http://a.example")
        #expect(plan.take(at: start, limit: 1).isEmpty)
    }
}
