internal import Accounts
internal import Articles
internal import FeedLibrary
internal import HTTPServer
internal import Messages
internal import System

/// The route `/metrics`, for Prometheus.
enum MetricsOperations {
    static let all: [Operation] = [
        Operation(
            "metrics", .get, "/metrics", .read, "Metrics for Prometheus, in text format 0.0.4",
            gives: .text("text/plain"), needsLibrary: false
        ) { call in
            // On a host, the numbers are of all accounts: only a token that belongs to none may read them.
            if call.service.host != nil, call.principal?.account != nil {
                throw Problem(403, "hostMetrics", .httpHostMetrics)
            }
            var text = PrometheusText()
            requests(call.service.metrics.counts, &text)
            process(&text)
            storage(call.service, &text)
            if let host = call.service.host {
                text.single(
                    "feedsearch_open_libraries", .gauge, "Libraries that are open for requests.", host.openCount)
                sharedStores(try await call.ask { _ in SharedStores(host) }, &text)
                return HTTPResponse(type: "text/plain; version=0.0.4; charset=utf-8", text.text)
            }
            let (waiting, undelivered, dead) = try await call.read { library in
                try library.alerts.status().reduce((0, 0, 0)) {
                    ($0.0 + $1.waiting, $0.1 + $1.undelivered, $0.2 + $1.dead)
                }
            }
            text.single(
                "feedsearch_outbox_waiting_matches", .gauge, "Matches that are not in a delivery yet.",
                waiting)
            text.single(
                "feedsearch_outbox_undelivered", .gauge, "Deliveries that are still pending.",
                undelivered)
            text.single(
                "feedsearch_outbox_dead", .gauge, "Deliveries that were abandoned.", dead)
            return HTTPResponse(type: "text/plain; version=0.0.4; charset=utf-8", text.text)
        }
    ]

    private static func requests(_ counts: ServiceMetrics.Counts, _ text: inout PrometheusText) {
        text.single("feedsearch_http_requests_in_flight", .gauge, "Requests in progress.", counts.inFlight)
        text.single("feedsearch_http_connections", .gauge, "Open connections.", counts.connections?())
        text.metric("feedsearch_http_requests_total", .counter, "Requests by route and status.")
        for (series, count) in counts.requests.sorted(by: { $0.key < $1.key }) {
            text.sample(
                "feedsearch_http_requests_total", count, [("route", series.route), ("status", series.detail)])
        }
        let name = "feedsearch_http_request_duration_seconds"
        text.metric(
            name, .histogram, "Time until an answer is ready, or its stream begins, by route and kind of query.")
        for (series, histogram) in counts.durations.sorted(by: { $0.key < $1.key }) {
            let labels = [(name: "route", value: series.route), (name: "query", value: series.detail)]
            var total = 0
            for (bound, count) in zip(ServiceMetrics.Histogram.bounds.map { "\($0)" } + ["+Inf"], histogram.counts) {
                total += count
                text.sample(name + "_bucket", total, labels + [(name: "le", value: bound)])
            }
            text.sample(name + "_sum", histogram.seconds, labels)
            text.sample(name + "_count", total, labels)
        }
        text.metric("feedsearch_refused_credentials_total", .counter, "Requests without a valid credential.")
        for reason in ["missing", "refused", "throttled"] {
            text.sample("feedsearch_refused_credentials_total", counts.refusals[reason] ?? 0, [("reason", reason)])
        }
        text.metric("feedsearch_fetches_total", .counter, "Fetched feeds, by outcome.")
        for outcome in Set(counts.fetches.keys).union(["fetched", "unchanged"]).sorted() {
            text.sample("feedsearch_fetches_total", counts.fetches[outcome] ?? 0, [("outcome", outcome)])
        }
        text.metric("feedsearch_pushes_total", .counter, "Documents that WebSub hubs sent, by outcome.")
        for outcome in ["stored", "unreadable", "unsigned"] {
            text.sample("feedsearch_pushes_total", counts.pushes[outcome] ?? 0, [("outcome", outcome)])
        }
    }

    /// The use of a store that the libraries of a host share.
    private struct SharedStores: Sendable {
        var counts: [(name: String, counts: SharedFetches.Counts)]
        var bytes: [(name: String, byteCount: Int64)]

        /// Blocks.
        init(_ host: LibraryHost) {
            let fetches = host.openFetches
            counts = [
                ("feeds", fetches?.feedCounts ?? .init()), ("icons", fetches?.iconCounts ?? .init()),
                ("pictures", host.pictures.counts),
            ]
            let sizes = try? fetches?.byteCounts()
            bytes = [
                ("feeds", sizes?.feeds ?? 0), ("icons", sizes?.icons ?? 0), ("pictures", host.pictures.byteCount ?? 0),
            ]
        }
    }

    private static func sharedStores(_ stores: SharedStores, _ text: inout PrometheusText) {
        text.metric(
            "feedsearch_shared_hits_total", .counter,
            "Results that were taken from a store that the libraries of the host share.")
        for (name, counts) in stores.counts {
            text.sample("feedsearch_shared_hits_total", counts.hits, [("store", name)])
        }
        text.metric(
            "feedsearch_shared_misses_total", .counter,
            "Results that were fetched because they were not in a store that the libraries of the host share.")
        for (name, counts) in stores.counts {
            text.sample("feedsearch_shared_misses_total", counts.misses, [("store", name)])
        }
        text.metric("feedsearch_shared_bytes", .gauge, "Size of what is stored for all libraries of the host.")
        for (name, byteCount) in stores.bytes {
            text.sample("feedsearch_shared_bytes", Int(byteCount), [("store", name)])
        }
    }

    private static func process(_ text: inout PrometheusText) {
        text.single(
            "feedsearch_memory_private_bytes", .gauge, "Anonymous memory of the process (RssAnon).",
            Machine.privateBytes)
        text.single("process_open_fds", .gauge, "Open descriptors.", Machine.descriptorCount)
    }

    private static func storage(_ service: Service, _ text: inout PrometheusText) {
        // Disk use is reported only for a local file; a database server has its own metrics.
        let databaseFile =
            LibraryPlace(service.home.location).isServer || service.host != nil ? nil : service.home.location
        text.single(
            "feedsearch_database_bytes", .gauge, "Size of the database.",
            databaseFile.flatMap(FileSystem.byteCount))
        text.single(
            "feedsearch_database_log_bytes", .gauge, "Size of the write-ahead log.",
            databaseFile.map { FileSystem.byteCount($0 + "-wal") ?? 0 })
        text.single(
            "feedsearch_disk_available_bytes", .gauge, "Free space on the disk of the database.",
            FileSystem.availableBytes(FileSystem.parent(service.home.localPath)))
        text.single(
            "feedsearch_cache_bytes", .gauge, "Memory used by index caches.", service.cachedBytes)
        text.single(
            "feedsearch_restart_needed", .gauge, "1 if a newer feedsearch has upgraded the database.",
            service.needsRestart ? 1 : 0)
    }
}
