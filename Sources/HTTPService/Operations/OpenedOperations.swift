internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer

/// Routes for the articles that the user has opened.
enum OpenedOperations {
    private static let small = HTTPBodyLimits(maxBodyBytes: 4 << 10)

    static let all: [Operation] = [
        Operation(
            "opened", .get, "/v1/opened", .read, "The articles that were opened last, the latest first",
            query: [
                .init("limit", .integer(1...1_000), "maximum number of articles; 100 by default"),
                .init("after", .string, "the `after` of the previous page"),
            ],
            gives: .json("OpenedArticles"), example: "/v1/opened?limit=1"
        ) { call in
            let limit = call.integer("limit") ?? OpenedArticles.listed
            let after = try call.text("after").map { try DatePlace(cursor: $0) }
            return try await call.json { library, writer in
                try writer.opened(library.opened, limit: limit, after: after)
            }
        },
        Operation(
            "openArticle", .post, "/v1/articles/{n}/opened", .write,
            "Record that an article was opened, or with false that it was not", limits: small,
            takes: RequestForm(
                type: "application/json", schema: .object([.always("opened", .boolean)]),
                example: #"{"opened":true}"#),
            gives: .nothing, example: "/v1/articles/1/opened"
        ) { call in
            let article = try call.number("n")
            let isOpened = try await call.members(["opened"]).flag("opened") ?? true
            try await call.write { library in
                guard try library.store.article(article, withTexts: false) != nil else {
                    throw StorageError.noSuchArticle("#\(article)")
                }
                if isOpened { try library.opened.note([article]) } else { try library.opened.forget([article]) }
            }
            return HTTPResponse(status: 204)
        },
        Operation(
            "recordOpened", .patch, "/v1/opened", .write, "Turn the recording of opened articles on or off",
            limits: small, takes: .json("RecordingOpened", #"{"recording":true}"#), gives: .json("RecordingOpened")
        ) { call in
            let body = try await call.members(["recording"])
            let isOn = try await call.write { library in
                if let isOn = try body.flag("recording") { try library.opened.setRecorded(isOn) }
                return try library.opened.isRecorded
            }
            return .json { writer in writer.object { $0.member("recording", isOn) } }
        },
        Operation(
            "forgetOpened", .delete, "/v1/opened", .write, "Forget when articles were opened; the articles stay",
            gives: .json(.object([.always("forgotten", .integer(), "the number of articles")]))
        ) { call in
            let count = try await call.write { try $0.opened.forget() }
            return .json { writer in writer.object { $0.member("forgotten", count) } }
        },
    ]
}
