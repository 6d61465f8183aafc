internal import Formats
internal import HTTPServer
internal import HTTPService

/// Signing in, and information about the account.
enum AccountOperations {
    static let all: [Operation] = [
        .app(
            "readerLogin", [.post, .get], "/accounts/ClientLogin", "Exchange an app password for a token", isOpen: true,
            limits: HTTPBodyLimits(maxBodyBytes: 16 << 10)
        ) { call in
            let (name, password) = (call.text("Email") ?? "", call.text("Passwd") ?? "")
            guard let token = try await call.signIn(name: name, password: password) else {
                throw ReaderError(401, "Error=BadAuthentication\n")
            }
            var response: HTTPResponse
            if call.text("output") == "json" {
                var writer = JSONWriter()
                writer.object { object in for name in ["SID", "LSID", "Auth"] { object.member(name, token) } }
                response = .utf8JSON(writer.bytes)
            } else {
                response = .line("SID=\(token)\nLSID=\(token)\nAuth=\(token)\n")
            }
            response.mayCompress = false
            response.headers.add("Cache-Control", "no-store")
            return response
        },
        // Requests are authenticated by their Authorization header, which a page of another site cannot make a browser
        // send. Therefore this token is not checked: some apps send none, or `x`.
        .app("readerToken", [.get, .post], "/reader/api/0/token", "A token for changes") { call in
            let field = call.request.headers["Authorization"] ?? ""
            let token = Hexadecimal.encode(SHA256.authenticate(Array("feedsearch T".utf8), key: Array(field.utf8)))
            return .line(String(token.prefix(57)))
        },
        .app("readerUser", [.get, .post], "/reader/api/0/user-info", "The account") { call in
            .object { object in
                for name in ["userId", "userName", "userProfileId", "userEmail"] {
                    object.member(name, call.accountName)
                }
            }
        },
        .app("readerPreferences", [.get], "/reader/api/0/preference/list", "No preferences are kept") {
            _ in
            .object { object in
                object.key("prefs")
                object.array { _ in }
            }
        },
        .app(
            "readerStreamPreferences", [.get], "/reader/api/0/preference/stream/list", "No preferences are kept"
        ) { _ in
            .object { object in
                object.key("streamprefs")
                object.object { _ in }
            }
        },
        .app("readerFriends", [.get], "/reader/api/0/friend/list", "Only the account itself") { call in
            .object { object in
                object.key("friends")
                object.array { array in
                    array.object { friend in
                        friend.member("userIds", [call.accountName])
                        friend.member("profileIds", [call.accountName])
                        friend.member("contactId", "-1")
                        friend.member("stream", StreamID.statePrefix + "broadcast")
                        friend.member("flags", 1)
                        friend.member("displayName", call.accountName)
                        friend.member("givenName", call.accountName)
                        friend.member("n", "")
                        friend.member("p", "")
                        friend.member("hasSharedItemsOnProfile", false)
                    }
                }
            }
        },
        .app("readerPing", [.get], "/reader/ping", "Whether the token is valid") { _ in .ok },
    ]
}

extension HTTPResponse {
    fileprivate static func object(_ body: (inout JSONWriter) -> Void) -> HTTPResponse {
        var writer = JSONWriter()
        writer.object { body(&$0) }
        return .utf8JSON(writer.bytes)
    }
}
