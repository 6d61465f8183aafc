internal import Accounts
internal import Articles
internal import FeedLibrary
internal import FeedParsing
internal import Formats
internal import HTTPServer
internal import Messages

/// Routes for the destinations of articles, and for sending articles to them.
enum DestinationOperations {
    private static let small = HTTPBodyLimits(maxBodyBytes: 64 << 10)
    /// Limits for requests that wait for a service.
    private static let slow = HTTPBodyLimits(maxBodyBytes: 64 << 10, deadline: .seconds(90))
    private static let maxArticles = 1_000
    private static let secretMembers = ["secret", "client_id", "client_secret", "username", "password"]
    private static let states: [String: AlertDelivery.State] = [
        "waiting": .waiting, "delivered": .delivered, "dead": .dead,
    ]

    static let all: [Operation] = [
        Operation(
            "destinations", .get, "/v1/destinations", .read, "The services and folders to which articles can be sent",
            gives: .json(.list("destinations", of: "Destination"))
        ) { call in
            try await call.json { library, writer in
                writer.list("destinations", try library.destinations.all()) { $0.destination($1.forClients) }
            }
        },
        Operation(
            "addDestination", .post, "/v1/destinations", .write, "Add a service to which articles can be sent",
            limits: small,
            takes: .json(
                "NewDestination",
                #"{"name":"links","address":"linkding:https://links.example.org","secret":"0123456789abcdef"}"#),
            gives: .nothing
        ) { call in
            let body = try await call.members(["name", "address"] + secretMembers)
            let (name, address) = (try body.required("name"), try body.required("address"))
            var secret: [String: String] = [:]
            for member in secretMembers { secret[member] = try body.string(member) }
            let (keeper, values) = (call.keeper, secret)
            try await call.write { library in
                try library.destinations.add(forClient: name, address, secret: values, keeper: keeper)
            }
            return HTTPResponse(status: 204)
        },
        Operation(
            "removeDestination", .delete, "/v1/destinations/{name}", .write,
            "Remove a service, and the articles that are queued for it", gives: .nothing,
            example: "/v1/destinations/links"
        ) { call in
            let (name, keeper) = (call.part("name"), call.keeper)
            try await call.write { try $0.destinations.remove(forClient: name, keeper: keeper) }
            return HTTPResponse(status: 204)
        },
        Operation(
            "testDestination", .post, "/v1/destinations/test", .write,
            "Check the address and the secret of a service; nothing is saved there", limits: slow,
            takes: .json("DestinationName", #"{"name":"links"}"#),
            gives: .json(.object([.always("works", .boolean), .maybe("failure", .string)]))
        ) { call in
            let name = try await call.members(["name"]).required("name")
            let failure = try await call.runOnNetworkThread { try $0.destinations.test(forClient: name) }
            return .json { $0.destinationTest(failure) }
        },
        Operation(
            "sendingLog", .get, "/v1/destinations/log", .read, "The articles sent and on their way, newest first",
            query: [
                .init("name", .string, "of one destination"),
                .init("state", .choice(states.keys.sorted()), "waiting means the outbox; any by default"),
                .init("limit", .integer(1...1_000), "maximum number of articles; 20 by default"),
            ],
            gives: .json(.list("sendings", of: "Sending")), example: "/v1/destinations/log?state=waiting&limit=5"
        ) { call in
            let (name, limit) = (call.text("name"), call.integer("limit") ?? 20)
            let state = call.text("state").flatMap { states[$0] }
            return try await call.json { library, writer in
                writer.list("sendings", try library.destinations.log(of: name, state: state, limit: limit)) {
                    $0.sending($1)
                }
            }
        },
        Operation(
            "retrySendings", .post, "/v1/destinations/retry", .write,
            "Send failed and abandoned articles of a destination again", limits: small,
            takes: .json("DestinationName", #"{"name":"links"}"#),
            gives: .json(.object([.always("retried", .integer())]))
        ) { call in
            let name = try await call.members(["name"]).required("name")
            let count = try await call.write { try $0.destinations.retry(name) }
            return .json { writer in writer.object { $0.member("retried", count) } }
        },
        Operation(
            "sendArticles", .post, "/v1/send", .write,
            "Queue articles for a destination; they are sent in the background", limits: small,
            takes: .json("ArticlesToSend", #"{"name":"links","articles":[1]}"#),
            gives: .json(.object([.always("queued", .integer(), "articles that were not already on their way")]))
        ) { call in
            let body = try await call.members(["name", "articles"])
            let name = try body.required("name")
            guard let numbers = try body.numbers("articles"), (1...maxArticles).contains(numbers.count) else {
                throw Problem(400, "badMember", .httpBadNumbers, ["articles"])
            }
            let count = try await call.write { try $0.destinations.send(numbers, to: name) }
            return .json { writer in writer.object { $0.member("queued", count) } }
        },
    ]
}
