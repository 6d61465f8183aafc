internal import Accounts
internal import Articles
internal import FeedLibrary
internal import FeedParsing
internal import Formats
internal import HTTPServer
internal import Messages

/// Routes for saved searches and their channels. `FeedLibrary` decides which channels clients may set.
enum SavedSearchOperations {
    private static let small = HTTPBodyLimits(maxBodyBytes: 256 << 10)
    private static let members = [
        "query", "comment", "notify", "digest", "quiet_hours", "secret", "signature", "headers", "template",
        "content_type", "each", "when", "color",
    ]

    static let all: [Operation] = [
        Operation(
            "saved", .get, "/v1/saved", .read, "The saved searches",
            gives: .json(.list("saved", of: "SavedSearch"))
        ) { call in
            try await call.json { library, writer in
                writer.list("saved", try library.store.savedSearches()) { $0.savedSearch($1.forClients) }
            }
        },
        Operation(
            "save", .post, "/v1/saved", .write, "Save a search under a name, replacing one with that name",
            limits: small,
            takes: .json("NewSavedSearch", #"{"name":"Owls","query":"owl -jobs","comment":"birds only"}"#),
            gives: .nothing
        ) { call in
            let body = try await call.members(["name"] + members)
            let (name, text) = (try body.required("name"), try body.required("query"))
            let (comment, options) = (try body.string("comment"), try options(body))
            let color = try body.string("color")
            let keeper = call.keeper
            try await call.write { library in
                try library.savedSearches.save(
                    forClient: name, text, comment: comment, options, color: color, keeper: keeper)
            }
            return HTTPResponse(status: 204)
        },
        Operation(
            "savedSearch", .get, "/v1/saved/{name}", .read, "One saved search", gives: .json("SavedSearch"),
            example: "/v1/saved/Foxes"
        ) { call in
            let name = call.part("name")
            return try await call.json { library, writer in
                if let search = try library.savedSearches.named(name) { writer.savedSearch(search.forClients) }
            }
        },
        Operation(
            "editSaved", .patch, "/v1/saved/{name}", .write, "Change a saved search, its comment or its alerts",
            limits: small,
            takes: .json("SavedSearchEdit", #"{"comment":"red ones"}"#), gives: .nothing, example: "/v1/saved/Foxes"
        ) { call in
            let name = call.part("name")
            let body = try await call.members(members)
            let (text, comment, options) = (try body.string("query"), try body.string("comment"), try options(body))
            let color = try body.string("color")
            let keeper = call.keeper
            try await call.write { library in
                guard let old = try library.savedSearches.named(name) else { return }
                try library.savedSearches.save(
                    forClient: name, text ?? old.query, comment: comment ?? old.comment, options, color: color,
                    keeper: keeper)
            }
            return HTTPResponse(status: 204)
        },
        Operation(
            "unsave", .delete, "/v1/saved/{name}", .write, "Forget a saved search", gives: .nothing,
            example: "/v1/saved/Foxes"
        ) { call in
            let name = call.part("name")
            let keeper = call.keeper
            try await call.write { try $0.savedSearches.remove(forClient: name, keeper: keeper) }
            return HTTPResponse(status: 204)
        },
    ]

    private static func options(_ body: Members) throws -> AlertOptions {
        var options = AlertOptions()
        options.notify = try body.string("notify")
        options.digest = try body.string("digest")
        options.quietHours = try body.string("quiet_hours")
        options.secret = try body.string("secret")
        options.signature = try body.string("signature")
        options.headers = try body.string("headers")
        options.template = try body.string("template")
        options.contentType = try body.string("content_type")
        options.condition = try body.string("when")
        if let each = try body.string("each") {
            guard ["yes", "no"].contains(each) else { throw Problem(400, "badMember", .httpMemberWanted, ["each"]) }
            options.isEach = each == "yes"
        }
        return options
    }
}
