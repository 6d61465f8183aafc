internal import Accounts
internal import Articles
internal import FeedLibrary
internal import FeedParsing
internal import Formats
internal import HTTPServer
internal import Messages

/// Routes for the state of alerts and their deliveries. Channels are edited through the saved-search routes
/// (`SavedSearchOperations`).
enum AlertOperations {
    private static let small = HTTPBodyLimits(maxBodyBytes: 64 << 10)
    /// Limits for requests that send messages through channels. Sending may be slow.
    private static let slow = HTTPBodyLimits(maxBodyBytes: 64 << 10, deadline: .seconds(90))
    private static let states: [String: AlertDelivery.State] = [
        "waiting": .waiting, "delivered": .delivered, "dead": .dead,
    ]

    static let all: [Operation] = [
        Operation(
            "alerts", .get, "/v1/alerts", .read,
            "The saved searches that send alerts, and the state of their deliveries",
            gives: .json(.list("alerts", of: "Alert"))
        ) { call in
            try await call.json { library, writer in
                writer.list("alerts", try library.alerts.status()) { $0.alertStatus($1.forClients) }
            }
        },
        Operation(
            "alertLog", .get, "/v1/alerts/log", .read, "The deliveries, newest first",
            query: [
                .init("name", .string, "of one saved search"),
                .init("state", .choice(states.keys.sorted()), "waiting means the outbox; any by default"),
                .init("limit", .integer(1...1_000), "maximum number of deliveries; 20 by default"),
            ],
            gives: .json(.list("deliveries", of: "Delivery")), example: "/v1/alerts/log?state=waiting&limit=5"
        ) { call in
            let (name, limit) = (call.text("name"), call.integer("limit") ?? 20)
            let state = call.text("state").flatMap { states[$0] }
            return try await call.json { library, writer in
                let entries = try library.alerts.log(of: name, state: state, limit: limit)
                writer.list("deliveries", entries) {
                    $0.delivery($1.delivery, name: $1.name, articles: $1.articles, trend: $1.trend)
                }
            }
        },
        Operation(
            "retryAlerts", .post, "/v1/alerts/retry", .write,
            "Retry failed and abandoned deliveries of a saved search", limits: small,
            takes: .json("SavedSearchName", #"{"name":"Foxes"}"#),
            gives: .json(.object([.always("retried", .integer())]))
        ) { call in
            let name = try await call.members(["name"]).required("name")
            let count = try await call.write { try $0.alerts.retry(forClient: name) }
            return .json { writer in writer.object { $0.member("retried", count) } }
        },
        Operation(
            "testAlert", .post, "/v1/alerts/test", .write, "Send a test message for a saved search", limits: slow,
            takes: .json("SavedSearchName", #"{"name":"Foxes"}"#),
            gives: .json(.object([.always("delivered", .boolean), .maybe("failure", .string)]))
        ) { call in
            let name = try await call.members(["name"]).required("name")
            let failure = try await call.runOnNetworkThread { try $0.alerts.test(forClient: name) }
            return .json { writer in
                writer.object { object in
                    object.member("delivered", failure == nil)
                    object.member("failure", failure)
                }
            }
        },
    ]
}
