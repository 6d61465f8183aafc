import HTTPServer
import ServiceTestSupport
import Testing

@testable import HTTPService

@Suite(.fewAtOnce) struct MetricsTests {
    @Test("Latencies are counted by route and kind of query, in buckets that add up")
    func histogram() async throws {
        let fixture = try ServiceFixture()
        _ = try await fixture.get("/v1/search?q=fox")
        _ = try await fixture.get("/v1/search?q=fox%20owl")
        _ = try await fixture.get("/nothing")
        let text = try await fixture.get("/metrics").lines
        let name = "feedsearch_http_request_duration_seconds"
        #expect(text.contains("\(name)_bucket{route=\"search\",query=\"word\",le=\"+Inf\"} 1"))
        #expect(text.contains("\(name)_count{route=\"search\",query=\"words\"} 1"))
        #expect(text.contains("feedsearch_http_requests_total{route=\"none\",status=\"404\"} 1"))
        #expect(text.contains("feedsearch_http_requests_in_flight 1"))
        #expect(try await fixture.ask(.get, "/metrics").status == 401)
    }

    @Test(
        "A query is known by its kind alone",
        arguments: [("fox", "word"), ("a b", "words"), ("\"a b\"", "phrase"), ("title:a", "filter"), ("a*", "prefix")])
    func kinds(_ query: String, _ kind: String) { #expect(QueryClass.of(query) == kind) }

    @Test("Values of labels are escaped")
    func escaped() {
        var text = PrometheusText()
        text.sample("a", 1, [("b", "\"\\\n")])
        #expect(text.text == "a{b=\"\\\"\\\\\\n\"} 1\n")
    }
}
