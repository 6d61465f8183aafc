internal import Articles
internal import FeedFetching
internal import FeedParsing

/// The access tokens of wallabag (OAuth 2, RFC 6749). They are kept only in memory; each process requests its own.
struct WallabagTokens {
    private struct Token {
        var access: String
        var refresh: String?
        /// The time at which to request another token, in seconds since 1970.
        var end: Int64
    }

    private var tokens: [Int64: Token] = [:]
    private static let usualSeconds: Int64 = 3_600
    /// Tokens are renewed this many seconds before they expire.
    private static let margin: Int64 = 60

    /// A valid token for a destination: the known one, or a new one requested with the refresh token or the password.
    ///
    /// - Throws: `AlertFailure`.
    mutating func token(for client: DestinationClient) throws -> String {
        let id = client.destination.id
        let known = tokens[id]
        if let known, client.environment.now() < known.end { return known.access }
        tokens[id] = nil
        if let refresh = known?.refresh {
            do {
                return try ask(client, [("grant_type", "refresh_token"), ("refresh_token", refresh)])
            } catch let failure as AlertFailure where failure.status.map({ (400..<404).contains($0) }) ?? false {
                // The refresh token has expired, too.
            }
        }
        do {
            return try ask(
                client,
                [
                    ("grant_type", "password"), ("username", client.secret["username"]),
                    ("password", client.secret["password"]),
                ])
        } catch var failure as AlertFailure where failure.status == 400 {
            // The response to wrong credentials is 400 (RFC 6749, section 5.2).
            failure.isRefused = false
            failure.isGone = true
            throw failure
        }
    }

    /// Marks an access token that the server has refused as expired.
    mutating func drop(_ destination: Int64, _ access: String) {
        if tokens[destination]?.access == access { tokens[destination]?.end = 0 }
    }

    private mutating func ask(_ client: DestinationClient, _ grant: [(String, String)]) throws -> String {
        let fields =
            grant + [("client_id", client.secret["client_id"]), ("client_secret", client.secret["client_secret"])]
        let post = WebPost(
            url: client.server + "/oauth/v2/token",
            headers: [FetchHeader("Content-Type", FormBody.type), FetchHeader("Accept", "application/json")],
            body: FormBody.bytes(fields))
        let refresh = grant.filter { $0.0 == "refresh_token" }.map { $0.1 }
        let json = JSONValue.parse(try client.send(post, secrets: refresh).body)
        guard let access = json?["access_token"]?.string, access.utf8.count <= 4_096,
            access.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw AlertFailure("the server of wallabag gave no token") }
        var seconds = Self.usualSeconds
        if case .number(let text)? = json?["expires_in"], let number = Int64(text) {
            seconds = min(max(number, 0), 86_400)
        }
        tokens[client.destination.id] = Token(
            access: access, refresh: json?["refresh_token"]?.string,
            end: client.environment.now() + max(0, seconds - Self.margin))
        return access
    }
}
