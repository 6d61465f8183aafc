internal import Accounts
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import Messages

/// Routes for the browsers that show notifications (Web Push).
enum PushOperations {
    private static let small = HTTPBodyLimits(maxBodyBytes: 64 << 10)

    static let all: [Operation] = [
        Operation(
            "pushReceivers", .get, "/v1/push", .read, "The browsers that show notifications",
            gives: .json(.list("browsers", of: "PushReceiver"))
        ) { call in
            try await call.json { library, writer in
                writer.list("browsers", try library.pushReceivers.all()) { $0.pushReceiver($1) }
            }
        },
        Operation(
            "pushKey", .post, "/v1/push/key", .write,
            "The public key that a browser needs to subscribe (applicationServerKey, in Base64 for URLs)",
            gives: .json(.object([.always("key", .string)]))
        ) { call in
            let keeper = call.keeper
            let key = try await call.write { try $0.pushReceivers.publicKey(keeper: keeper) }
            return .json { writer in writer.object { $0.member("key", key) } }
        },
        Operation(
            "addPushReceiver", .post, "/v1/push", .write,
            "Show notifications of searches with the channel webpush in a browser", limits: small,
            takes: .json(
                "NewPushReceiver",
                #"{"endpoint":"https://push.example.net/abc","p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4","auth":"BTBZMqHH6r4Tts7J_aSIgg","label":"laptop"}"#
            ),
            gives: .json(.object([.always("id", .string)]), 201)
        ) { call in
            let body = try await call.members(["endpoint", "p256dh", "auth", "label"])
            let (endpoint, key, secret) = (
                try body.required("endpoint"), try body.required("p256dh"), try body.required("auth")
            )
            let (label, keeper) = (try body.string("label") ?? "", call.keeper)
            let id = try await call.write { library in
                try library.pushReceivers.subscribe(
                    endpoint: endpoint, publicKey: key, authentication: secret, label: label, keeper: keeper)
            }
            return .json(status: 201) { writer in writer.object { $0.member("id", id) } }
        },
        Operation(
            "removePushReceiver", .delete, "/v1/push/{id}", .write, "Show no more notifications in a browser",
            gives: .nothing, example: "/v1/push/0011223344556677"
        ) { call in
            let (id, keeper) = (call.part("id"), call.keeper)
            guard try await call.write({ try $0.pushReceivers.remove(id, keeper: keeper) }) else {
                throw Problem(404, "noSuchBrowser", .noSuchBrowser, [id])
            }
            return HTTPResponse(status: 204)
        },
    ]
}
