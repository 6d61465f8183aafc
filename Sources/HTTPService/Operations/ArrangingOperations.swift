internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import Messages

/// Routes that move feeds and folders into other folders and change their manual order.
enum ArrangingOperations {
    private static let small = HTTPBodyLimits(maxBodyBytes: 64 << 10)

    static let sort = Operation.Parameter(
        "sort", .choice(SubscriptionOrder.allCases.map(\.rawValue)),
        "the order: manual, by title, by unread count, by date added")

    static let all: [Operation] = [
        Operation(
            "moveFeed", .post, "/v1/feeds/{n}/move", .write,
            "Move a feed to another folder, or to another position in its own",
            limits: small, takes: .json("FeedMove", #"{"into":"News","place":"first"}"#), gives: .json("Moved"),
            example: "/v1/feeds/1/move"
        ) { call in
            let number = try call.number("n")
            let body = try await call.members(["from", "into", "place", "before", "after"])
            let (from, into) = (try path("from", body), try path("into", body))
            let before = try body.integer("before", in: 1...Int.max).map { SubscriptionPlace.beforeFeed(Int64($0)) }
            let after = try body.integer("after", in: 1...Int.max).map { SubscriptionPlace.afterFeed(Int64($0)) }
            let target = try place(body, before, after)
            return answer(
                try await call.write { library in
                    let feed = try FeedOperations.feed(number, library)
                    return try library.folders.move(
                        [.feed(number, in: from ?? feed.folders.first ?? [])], into: into, target)
                })
        },
        Operation(
            "moveFolder", .post, "/v1/folders/move", .write,
            "Move a folder into another, or to another position", limits: small,
            takes: .json("FolderMove", #"{"folder":"tech","place":"first"}"#), gives: .json("Moved")
        ) { call in
            let body = try await call.members(["folder", "into", "place", "before", "after"])
            let folder = FolderPath.parse(try body.required("folder"))
            let into = try path("into", body)
            let before = try body.string("before").map { SubscriptionPlace.beforeFolder($0) }
            let target = try place(body, before, try body.string("after").map { .afterFolder($0) })
            return answer(try await call.write { try $0.folders.move([.folder(folder)], into: into, target) })
        },
    ]

    private static func path(_ name: String, _ body: Members) throws -> [String]? {
        try body.string(name).map(FolderPath.parse)
    }

    private static func place(
        _ body: Members, _ before: SubscriptionPlace?, _ after: SubscriptionPlace?
    ) throws -> SubscriptionPlace {
        let step: SubscriptionPlace? =
            switch try body.string("place") {
            case nil: nil
            case "first": .first
            case "last": .last
            case "up": .up
            case "down": .down
            case _?: throw Problem(400, "badMember", .httpBadChoice, ["place", "first, last, up, down"])
            }
        return before ?? after ?? step ?? .last
    }

    private static func answer(_ action: Int64?) -> HTTPResponse {
        .json { $0.object { $0.member("action", action.map { Int($0) }) } }
    }
}
