internal import Articles
internal import FeedFetching
internal import FeedWriting

extension AlertChannel {
    /// Sends a message, and returns once the channel has accepted it. Blocks the calling thread.
    ///
    /// - Throws: `AlertFailure`. Its property `unconfirmed` is set if the user must confirm an item before anything is
    ///   sent.
    func send(_ message: AlertMessage, _ environment: AlertEnvironment, store: any ArticleStore) throws {
        if let item = environment.unconfirmed(message.search) { throw AlertFailure(unconfirmed: item) }
        switch self {
        case .webhook(let url): try Self.post(message, to: url, environment)
        case .command(let words):
            try AlertCommand(words: words, timeout: environment.commandTimeout).run(
                input: message.json.bytes + [0x0A],
                variables: ["FEEDSEARCH_ALERT_ID=\(message.uid)"])
        case .feed(let path): try SearchFeed.write(message, to: path, store)
        case .mail(let receivers): try Self.mail(message, to: receivers, environment)
        case .ntfy(let url): try Self.notify(message, url, environment)
        case .terminal: environment.terminal?(message)
        }
    }

    private static func secret(of message: AlertMessage, _ environment: AlertEnvironment) throws -> String? {
        guard let text = message.search.rule?.secret else { return nil }
        return try environment.secrets.secret(text, for: message.search.rule?.origin)
    }

    private static func post(_ message: AlertMessage, to url: String, _ environment: AlertEnvironment) throws {
        let body = message.json.bytes
        let signature = message.search.rule?.signature.flatMap(WebhookSignature.init(rawValue:)) ?? .standard
        let headers = signature.headers(
            uid: message.uid, timestamp: environment.now(), body: body, secret: try secret(of: message, environment))
        try post(
            WebPost(
                url: url,
                headers: [FetchHeader("Content-Type", "application/json")] + headers.map { FetchHeader($0.0, $0.1) },
                body: body), message.search, environment)
    }

    /// Publishes the message as JSON, so that article text never appears in a header:
    /// <https://docs.ntfy.sh/publish/#publish-as-json>.
    private static func notify(_ message: AlertMessage, _ url: String, _ environment: AlertEnvironment) throws {
        guard let (server, topic) = topic(of: url) else { throw AlertFailure("no topic in the address") }
        let lines = message.articles.prefix(10).map { "• " + PlainText.line($0.titleOrBeginning, limit: 200) }
        let more = message.articles.count - lines.count
        let text = lines.joined(separator: "\n") + (more > 0 ? "\n+\(more)" : "")
        let click = message.articles.count == 1 ? message.articles.first?.url.flatMap(WebLink.address) : nil
        let body = MessageValue.object([
            ("topic", .text(topic)), ("title", .text(MailComposer.subject(message, environment.language))),
            ("message", .text(text)), ("click", .text(click)), ("sequence_id", .text(message.uid)),
        ])
        var headers = [FetchHeader("Content-Type", "application/json")]
        if let token = try secret(of: message, environment) {
            headers.append(FetchHeader("Authorization", "Bearer " + token))
        }
        try post(WebPost(url: server, headers: headers, body: body.bytes), message.search, environment)
    }

    private static func post(_ post: WebPost, _ search: SavedSearch, _ environment: AlertEnvironment) throws {
        let item = search.rule?.channelConfirmable(search: search.name)
        var post = post
        post.isTrusted = item.map(environment.confirmations.has) ?? false
        let answer: WebPostAnswer
        do {
            answer = try environment.fetcher.post(post, unixTime: environment.now())
        } catch {
            // Resolving the name has shown that it belongs to a private network, which requires a confirmation.
            if case .refused = error.kind, !post.isTrusted, let item { throw AlertFailure(unconfirmed: item) }
            var failure = AlertFailure(error.message)
            failure.isUnreachable = error.suggestsOffline || error.kind == .timeout
            throw failure
        }
        let retryAfter = answer.retryAfter.map { $0.components.seconds }
        switch answer.status {
        case 200..<300: return
        case 300..<400: throw AlertFailure("status \(answer.status): redirects are not followed")
        case 410: throw AlertFailure("status 410: gone", isGone: true)
        default: throw AlertFailure("status \(answer.status)", retryAfter: retryAfter)
        }
    }

    private static func mail(_ message: AlertMessage, to receivers: [String], _ environment: AlertEnvironment) throws {
        let settings = environment.mail
        var server = settings.server
        var user: String?
        if let mark = server.firstRange(of: "://"), let at = server[mark.upperBound...].lastIndex(of: "@") {
            user = String(server[mark.upperBound..<at])
            server.removeSubrange(mark.upperBound...at)
        }
        let sender = settings.sender.isEmpty ? receivers[0] : settings.sender
        let composer = MailComposer(sender: sender, receivers: receivers, environment: environment)
        var post = MailPost(server: server, sender: sender, receivers: receivers, message: composer.mail(message))
        if let user {
            let secret = try settings.secret.map { try environment.secrets.secret($0) }
            post.credentials = BasicCredentials(user: user, password: secret ?? "")
        }
        do { try post.send(caFile: environment.fetcher.caFile) } catch { throw AlertFailure(error.message) }
    }
}
