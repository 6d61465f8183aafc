internal import Accounts
internal import Articles
internal import FeedLibrary
internal import FeedParsing
internal import Formats
internal import HTTPServer
internal import Messages
internal import PageRecipes

/// Operations on pages without a feed.
enum RecipeOperations {
    private static let limits = HTTPBodyLimits(maxBodyBytes: 64 << 10, deadline: .seconds(90))
    private static let example = #"""
        {"recipe":{"address":"https://forum.example/go/{node}","item":".cell","title":"a"},"set":{"node":["swift"]}}
        """#

    private static let nodesExample = #"""
        {"recipe":{"address":"https://example.org/go/{node}","item":"a","title":"a",
        "nodes":{"address":"https://example.org/nodes","item":"a","value":"@href"}}}
        """#

    static let all: [Operation] = [
        Operation(
            "addPages", .post, "/v1/recipe", .write, "Subscribe to pages without a feed, which a recipe reads",
            limits: limits, takes: .json("RecipeRequest", example),
            gives: .json(
                .object([
                    .always(
                        "feeds",
                        .array(
                            .object([
                                .always("n", .integer()), .always("url", .string), .always("is_new", .boolean),
                            ])))
                ]))
        ) { call in
            try await add(call)
        },
        Operation(
            "recipeNodes", .post, "/v1/recipe/nodes", .write,
            "The values that a recipe's site offers for a parameter of its address", limits: limits,
            takes: .json("RecipeRequest", nodesExample),
            gives: .json(
                .object([
                    .always("parameter", .string),
                    .always(
                        "nodes", .array(.object([.always("value", .string), .always("title", .string)]))),
                ]))
        ) { call in
            let json = try await call.members(["recipe"]).object("recipe")
            let nodes = try await call.runOnNetworkThreadWithoutLibrary { settings in
                let recipe = try settings.recipe(json: json)
                return (try settings.nodes(of: recipe), recipe.nodes?.parameter ?? "")
            }
            return .json { $0.nodes(nodes.0, of: nodes.1) }
        },
    ]

    private static func add(_ call: RequestContext) async throws -> HTTPResponse {
        let body = try await call.members(["recipe", "set", "url", "folder"])
        let json = try body.object("recipe")
        let (url, folder) = (try body.string("url"), try body.string("folder"))
        let values = try body.values("set")
        let added = try await call.write { library in
            try library.subscriptions.addPages(
                library.settings.recipe(json: json), url: url, setting: values, folder: folder.map(FolderPath.parse)
            ).map { (n: $0.feed.id, url: $0.feed.url, isNew: $0.isNew) }
        }
        return .json { writer in
            writer.list("feeds", added) { writer, feed in
                writer.object { object in
                    object.member("n", Int(feed.n))
                    object.member("url", MaskedURL.withoutLogin(feed.url))
                    object.member("is_new", feed.isNew)
                }
            }
        }
    }
}

extension Members {
    /// The JSON of a required object.
    fileprivate func object(_ name: String) throws -> [UInt8] {
        guard let value = self[name], value.members != nil else {
            throw Problem(400, "badMember", .httpMemberObject, [name])
        }
        return Array(value.compact.utf8)
    }

    /// The members of an optional object, as `NAME=VALUE,VALUE`. A value is a string or an array of strings.
    fileprivate func values(_ name: String) throws -> [String] {
        guard let value = self[name] else { return [] }
        guard let members = value.members else { throw Problem(400, "badMember", .httpMemberObject, [name]) }
        return members.map { key, value in
            let values = value.array?.compactMap(\.string) ?? [value.string ?? ""]
            return key + "=" + values.joined(separator: ",")
        }
    }
}
