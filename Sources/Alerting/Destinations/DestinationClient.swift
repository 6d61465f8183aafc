internal import Articles
internal import FeedFetching
internal import FeedParsing

/// Saves articles at a service through its API.
struct DestinationClient {
    let destination: Destination
    let kind: DestinationAddress.Kind
    /// The address of the service, without a slash at its end.
    let server: String
    let secret: DestinationSecret
    let environment: AlertEnvironment

    /// The maximum number of bytes of a response that are read. A response may contain a bookmark with its texts.
    private static let answerBytes = 256 << 10

    /// - Throws: `AlertFailure`, `AlertSettingError`.
    init(_ destination: Destination, _ environment: AlertEnvironment) throws {
        let address = try DestinationAddress(destination.address)
        guard let reference = destination.secret else {
            throw AlertFailure("\(address.kind.rawValue) needs a secret; add it with --secret")
        }
        self.destination = destination
        kind = address.kind
        server = address.place
        secret = try DestinationSecret(
            environment.secrets.secret(reference, for: destination.origin), address.kind)
        self.environment = environment
    }

    // MARK: - Saving

    /// Saves an article. Saving the same article again is not an error.
    ///
    /// - Throws: `AlertFailure`.
    func save(_ article: SentArticle, uid: String, _ tokens: inout WallabagTokens) throws {
        switch kind {
        case .wallabag: try saveAtWallabag(article, uid, &tokens)
        case .readeck:
            // <https://codeberg.org/readeck/readeck>: the API documentation is part of each installation, at /docs/api.
            try post(
                "/api/bookmarks", bearer: secret.token, uid,
                json([
                    ("url", .text(article.url)), ("title", .text(article.title)), ("labels", texts(article.tags)),
                ]))
        case .karakeep: try saveAtKarakeep(article, uid)
        case .linkding: try saveAtLinkding(article, uid)
        case .instapaper:
            // <https://www.instapaper.com/api/simple>
            let body = FormBody.bytes([("url", article.url), ("title", article.title)])
            _ = try send(request("/api/add", authorization: secret.basic, uid, body, type: FormBody.type))
        case .markdown: preconditionFailure("ArticleFile writes to folders")
        }
    }

    /// wallabag updates an entry with the same address: <https://app.wallabag.it/api/doc/>.
    private func saveAtWallabag(_ article: SentArticle, _ uid: String, _ tokens: inout WallabagTokens) throws {
        var members: [(String, MessageValue?)] = [("url", .text(article.url)), ("title", .text(article.title))]
        if !article.tags.isEmpty { members.append(("tags", .text(article.commaSeparatedTags))) }
        let body = json(members)
        let token = try tokens.token(for: self)
        do {
            try post("/api/entries.json", bearer: token, uid, body)
        } catch let failure as AlertFailure where failure.status == 401 {
            // The token was revoked early, for example because the server was restarted with another key.
            tokens.drop(destination.id, token)
            try post("/api/entries.json", bearer: tokens.token(for: self), uid, body)
        }
    }

    /// Karakeep answers 200 with the existing bookmark if it knows the address, otherwise 201. Tags need a separate
    /// request: <https://docs.karakeep.app/api/karakeep-api>.
    private func saveAtKarakeep(_ article: SentArticle, _ uid: String) throws {
        let answer = try post(
            "/api/v1/bookmarks", bearer: secret.token, uid,
            json([
                ("type", .text("link")), ("url", .text(article.url)), ("title", .text(article.title)),
            ]))
        guard !article.tags.isEmpty, let id = JSONValue.parse(answer.body)?["id"]?.string,
            ServicePreset.isWord(id[...], besides: "-_")
        else { return }
        let tags = article.tags.map { MessageValue.object([("tagName", .text($0))]) }
        try post("/api/v1/bookmarks/\(id)/tags", bearer: secret.token, uid, json([("tags", .list(tags))]))
    }

    /// Saving replaces the title and the tags of a linkding bookmark with the same address, so first check whether
    /// there is one: <https://linkding.link/api/>.
    private func saveAtLinkding(_ article: SentArticle, _ uid: String) throws {
        let authorization = "Token " + secret.token
        var check = request(
            "/api/bookmarks/check/?url=" + FormBody.escaped(article.url), authorization: authorization, uid)
        check.method = .get
        if let found = JSONValue.parse(try send(check).body)?["bookmark"], found.members != nil { return }
        let body = json([
            ("url", .text(article.url)), ("title", .text(article.title)), ("tag_names", texts(article.tags)),
        ])
        _ = try send(request("/api/bookmarks/", authorization: authorization, uid, body))
    }

    // MARK: - Testing

    /// Checks the address and the secret without saving anything.
    ///
    /// - Throws: `AlertFailure`.
    func test(_ tokens: inout WallabagTokens) throws {
        func get(_ path: String, _ authorization: String) throws {
            var request = request(path, authorization: authorization, nil)
            request.method = .get
            _ = try send(request)
        }
        switch kind {
        case .wallabag: try get("/api/user.json", "Bearer " + tokens.token(for: self))
        case .readeck: try get("/api/profile", "Bearer " + secret.token)
        case .karakeep: try get("/api/v1/users/me", "Bearer " + secret.token)
        case .linkding: try get("/api/user/profile/", "Token " + secret.token)
        case .instapaper: try get("/api/authenticate", secret.basic)
        case .markdown: preconditionFailure("ArticleFile writes to folders")
        }
    }

    // MARK: - Requests

    private func json(_ members: [(String, MessageValue?)]) -> [UInt8] { MessageValue.object(members).bytes }

    private func texts(_ texts: [String]) -> MessageValue? { texts.isEmpty ? nil : .list(texts.map { .text($0) }) }

    @discardableResult
    private func post(_ path: String, bearer token: String, _ uid: String, _ body: [UInt8]) throws -> WebPostAnswer {
        try send(request(path, authorization: "Bearer " + token, uid, body))
    }

    private func request(
        _ path: String, authorization: String, _ uid: String?, _ body: [UInt8] = [], type: String = "application/json"
    ) -> WebPost {
        var headers = [FetchHeader("Authorization", authorization), FetchHeader("Accept", "application/json")]
        if let uid { headers.append(FetchHeader("Idempotency-Key", uid)) }
        if !body.isEmpty { headers.append(FetchHeader("Content-Type", type)) }
        var post = WebPost(url: server + path, headers: headers, body: body)
        post.maxKeptBytes = Self.answerBytes
        return post
    }

    /// Sends a request, and returns the response if the service has accepted the request.
    ///
    /// - Parameter others: secrets of the request besides those of the destination and of the header Authorization.
    /// - Throws: `AlertFailure`. Its reason contains none of the secrets, even if the service repeats them.
    func send(_ post: WebPost, secrets others: [String] = []) throws -> WebPostAnswer {
        let item = destination.placeConfirmable
        var post = post
        post.isTrusted = item.map(environment.confirmations.has) ?? false
        let answer: WebPostAnswer
        do {
            answer = try environment.fetcher.post(post, unixTime: environment.now())
        } catch {
            if case .refused = error.kind, !post.isTrusted, let item { throw AlertFailure(unconfirmed: item) }
            var failure = AlertFailure(error.message)
            failure.isUnreachable = error.suggestsOffline || error.kind == .timeout
            throw failure
        }
        // The header is a scheme and, after a space, an access token or the credentials in Base64.
        let sent = post.headers.filter { $0.name == "Authorization" }.map { header in
            String(header.value.drop { $0 != " " }.dropFirst())
        }
        let secrets = secret.values + sent + others
        if let failure = ServiceAnswer(answer, emptyStatus: nil, secrets: secrets).failure { throw failure }
        return answer
    }
}
