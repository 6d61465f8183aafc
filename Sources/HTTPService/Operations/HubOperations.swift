internal import Accounts
internal import Articles
internal import FeedLibrary
internal import HTTPServer
internal import Messages
internal import System

/// Handles requests from WebSub hubs: <https://www.w3.org/TR/websub/>. The callback path of each subscription is
/// secret.
enum HubOperations {
    private static let maxChallengeBytes = 1_024

    static let all: [Operation] = [
        Operation(
            "hubQuestion", .get, "/hub/{id}", nil, "A hub verifies a subscription",
            query: [
                .init(
                    "hub.mode", .choice(["subscribe", "unsubscribe", "denied"]), "the kind of request", isRequired: true
                ),
                .init("hub.topic", .string, "the feed's address", isRequired: true),
                .init("hub.challenge", .string, "the text to be returned"),
                .init("hub.lease_seconds", .string, "how long the hub will push, in seconds"),
            ],
            gives: .text("text/plain"),
            example: "/hub/8c1f?hub.mode=subscribe&hub.topic=https://example.org/feed&hub.challenge=x"
        ) { call in
            try await confirm(call)
        },
        Operation(
            "hubPush", .post, "/hub/{id}", nil, "A hub sends what a feed has published",
            limits: HTTPBodyLimits(maxBodyBytes: 8 << 20, deadline: .seconds(60)),
            takes: RequestForm(
                type: "application/atom+xml", schema: .string, example: "<feed/>", isRequired: false),
            gives: .nothing,
            example: "/hub/8c1f"
        ) { call in
            try await take(call)
        },
    ]

    private static func confirm(_ call: RequestContext) async throws -> HTTPResponse {
        let (id, topic) = (call.part("id"), call.text("hub.topic") ?? "")
        let challenge = call.text("hub.challenge") ?? ""
        let intent: HubSubscriber.Intent =
            switch call.text("hub.mode") {
            case "subscribe": .subscribe(leaseSeconds: call.text("hub.lease_seconds").flatMap { Int64($0) })
            case "unsubscribe": .unsubscribe
            default: .denied
            }
        if intent != .denied, !(1...maxChallengeBytes ~= challenge.utf8.count) {
            throw Problem(400, "badParameter", .httpMissingParameter, ["hub.challenge"])
        }
        guard try await call.readAccounts({ try $0.hubSubscription(id) }) != nil,
            let hubs = try await call.inLibrary(number(id, call))?.library.hubs,
            try await call.ask({ _ in try hubs.confirm(id, topic: topic, intent) })
        else {
            throw Problem(404, "notFound", .httpNotFound)
        }
        return HTTPResponse(type: "text/plain; charset=utf-8", intent == .denied ? "" : challenge)
    }

    /// The number of the library on a host that the id of a subscription begins with.
    private static func number(_ id: String, _ call: RequestContext) -> HostedLibrary.ID? {
        call.service.host == nil ? nil : LibraryNumber.of(id)
    }

    /// Handles a push. Signed content is stored before the response is sent, because a hub repeats a push that gets no
    /// response. Content without a valid signature may come from anyone, so it only makes the feed due for a fetch.
    private static func take(_ request: RequestContext) async throws -> HTTPResponse {
        let id = request.part("id")
        let known = try await request.readAccounts { accounts in
            try accounts.hubSubscription(id).map { ($0, accounts.secret(of: $0)) }
        }
        guard let (subscription, secret) = known, subscription.state != .leaving,
            let call = try await request.inLibrary(number(id, request))
        else {
            throw Problem(410, "gone", .httpNotFound)
        }
        call.request.markAuthenticated()
        let body = try await call.request.body.collect(upTo: 8 << 20)
        let type = call.request.headers["Content-Type"]
        let now = call.clock.now()
        if PushSignature.isValid(call.request.headers["X-Hub-Signature"], of: body, secret: secret) {
            let stored = try await call.write { library in
                guard try library.store.feed(named: subscription.url)?.isSubscribed == true else { return false }
                return try library.articles.store(pushed: body, type: type, feed: subscription.url, now: now)
            }
            call.service.metrics.countPush(stored ? "stored" : "unreadable")
            return HTTPResponse(status: 204)
        }
        let isNews = call.library.hubs.takesHint(for: subscription, now: now)
        call.service.metrics.countPush("unsigned")
        if isNews {
            // The hub sends a message to each library that subscribes to the feed. One library fetches it for all.
            let host = call.service.host
            let isShared = try await call.ask { _ in host?.noteHint(feed: subscription.url) ?? false }
            try await call.write { library in
                guard let feed = try library.store.feed(named: subscription.url), feed.isSubscribed else { return }
                if isShared {
                    try library.store.makeDue(feed.id, at: now)
                } else {
                    try library.store.resetFetching(of: feed.id)
                }
            }
        }
        return HTTPResponse(status: 204)
    }
}
