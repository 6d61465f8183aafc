internal import Formats
internal import HTTPServer

/// Signing in, and information about the account.
enum AccountOperations {
    static let all: [ReaderOperation] = [
        ReaderOperation(
            "readerLogin", [.post, .get], "/accounts/ClientLogin", "Exchange an app password for a token", isOpen: true,
            limits: HTTPBodyLimits(maxBodyBytes: 16 << 10)
        ) { request, host in
            let (name, password) = (request.text("Email") ?? "", request.text("Passwd") ?? "")
            guard let token = try await host.signIn(name: name, password: password) else {
                throw ReaderError(401, "Error=BadAuthentication\n")
            }
            var response: HTTPResponse
            if request.text("output") == "json" {
                var writer = JSONWriter()
                writer.object { object in for name in ["SID", "LSID", "Auth"] { object.member(name, token) } }
                response = .json(writer.bytes)
            } else {
                response = .line("SID=\(token)\nLSID=\(token)\nAuth=\(token)\n")
            }
            response.mayCompress = false
            response.headers.add("Cache-Control", "no-store")
            return response
        },
        // Requests are authenticated by their Authorization field, which a page of another site cannot make a browser
        // send. So this token is not checked: some apps send none, or `x`.
        ReaderOperation("readerToken", [.get, .post], "/reader/api/0/token", "A token for changes") { request, _ in
            let field = request.request.headers["Authorization"] ?? ""
            let token = Hexadecimal.encode(SHA256.authenticate(Array("feedsearch T".utf8), key: Array(field.utf8)))
            return .line(String(token.prefix(57)))
        },
        ReaderOperation("readerUser", [.get, .post], "/reader/api/0/user-info", "The account") { _, host in
            .object { object in
                for name in ["userId", "userName", "userProfileId", "userEmail"] {
                    object.member(name, host.accountName)
                }
            }
        },
        ReaderOperation("readerPreferences", [.get], "/reader/api/0/preference/list", "No preferences are kept") {
            _, _ in
            .object { object in
                object.key("prefs")
                object.array { _ in }
            }
        },
        ReaderOperation(
            "readerStreamPreferences", [.get], "/reader/api/0/preference/stream/list", "No preferences are kept"
        ) { _, _ in
            .object { object in
                object.key("streamprefs")
                object.object { _ in }
            }
        },
        ReaderOperation("readerFriends", [.get], "/reader/api/0/friend/list", "Only the account itself") { _, host in
            .object { object in
                object.key("friends")
                object.array { array in
                    array.object { friend in
                        friend.member("userIds", [host.accountName])
                        friend.member("profileIds", [host.accountName])
                        friend.member("contactId", "-1")
                        friend.member("stream", StreamID.statePrefix + "broadcast")
                        friend.member("flags", 1)
                        friend.member("displayName", host.accountName)
                        friend.member("givenName", host.accountName)
                        friend.member("n", "")
                        friend.member("p", "")
                        friend.member("hasSharedItemsOnProfile", false)
                    }
                }
            }
        },
        ReaderOperation("readerPing", [.get], "/reader/ping", "Whether the token is valid") { _, _ in .ok },
    ]
}

extension HTTPResponse {
    fileprivate static func object(_ body: (inout JSONWriter) -> Void) -> HTTPResponse {
        var writer = JSONWriter()
        writer.object { body(&$0) }
        return .json(writer.bytes)
    }
}
