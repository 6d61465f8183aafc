internal import Articles
internal import FeedFetching
internal import FeedWriting

extension AlertChannel {
    /// Sends several messages as one digest, a section each.
    ///
    /// - Parameter messages: at least one; more only if `joinsDigests`.
    /// - Throws: as for one message; nothing of the digest is sent then.
    func send(_ messages: [AlertMessage], _ environment: AlertEnvironment, store: any ArticleStore) throws {
        guard messages.count > 1 else { return try send(messages[0], environment, store: store) }
        for message in messages {
            if let item = environment.unconfirmed(message.search) { throw AlertFailure(unconfirmed: item) }
        }
        switch self {
        case .mail(let receivers, let hasBook): try Self.mail(messages, to: receivers, hasBook: hasBook, environment)
        case .book(let folder): try AlertBook.write(messages, to: folder, environment)
        case .webhook, .command, .feed, .service, .webPush, .terminal:
            preconditionFailure("this channel joins no digests")
        }
    }

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
                input: message.json(environment).bytes + [0x0A],
                variables: ["FEEDSEARCH_ALERT_ID=\(message.uid)"])
        case .feed(let path): try SearchFeed.write(message, to: path, store, environment.language)
        case .mail(let receivers, let hasBook): try Self.mail([message], to: receivers, hasBook: hasBook, environment)
        case .book(let folder): try AlertBook.write([message], to: folder, environment)
        case .service(let address): try Self.notify(message, address, environment)
        case .webPush: try Self.push(message, environment, store)
        case .terminal: environment.terminal?(message)
        }
    }

    private static func secret(of message: AlertMessage, _ environment: AlertEnvironment) throws -> String? {
        guard let text = message.search.rule?.secret else { return nil }
        return try environment.secrets.secret(text, for: message.search.rule?.origin)
    }

    /// The user's own headers, such as those of an access proxy in front of the receiver.
    private static func headers(of message: AlertMessage, _ environment: AlertEnvironment) throws -> [FetchHeader] {
        guard let text = message.search.rule?.headers else { return [] }
        let secret = try environment.secrets.secret(text, for: message.search.rule?.origin)
        return FetchHeader.lines(of: secret)
    }

    private static func post(_ message: AlertMessage, to url: String, _ environment: AlertEnvironment) throws {
        let rule = message.search.rule
        let body = try AlertBody(rule).bytes(of: message, environment)
        let signature = rule?.signature.flatMap(WebhookSignature.init(rawValue:)) ?? .standard
        let signed = signature.headers(
            uid: message.uid, timestamp: environment.now(), body: body, secret: try secret(of: message, environment))
        let headers =
            [FetchHeader("Content-Type", AlertBody.contentType(of: rule))] + signed.map { FetchHeader($0.0, $0.1) }
        let answer = try send(
            WebPost(url: url, headers: headers + (try self.headers(of: message, environment)), body: body),
            message.search, environment)
        switch answer.status {
        case 200..<300: return
        case 300..<400: throw AlertFailure("status \(answer.status): redirects are not followed")
        case 410: throw AlertFailure("status 410: gone", isGone: true)
        default:
            throw AlertFailure("status \(answer.status)", retryAfter: answer.retryAfter.map { $0.components.seconds })
        }
    }

    private static func notify(
        _ message: AlertMessage, _ address: ServiceAddress, _ environment: AlertEnvironment
    ) throws {
        let secret = try secret(of: message, environment)
        let request = try ServiceRequest(message, address, secret: secret, environment)
        var post = request.post
        post.headers += try headers(of: message, environment)
        let answer = try send(post, message.search, environment)
        if let failure = ServiceAnswer(answer, request.preset, secret: secret).failure { throw failure }
    }

    private static func send(
        _ post: WebPost, _ search: SavedSearch, _ environment: AlertEnvironment
    ) throws -> WebPostAnswer {
        let item = search.rule?.channelConfirmable(search: search.name)
        var post = post
        post.isTrusted = item.map(environment.confirmations.has) ?? false
        do {
            return try environment.fetcher.post(post, unixTime: environment.now())
        } catch {
            // Resolving the name has shown that it belongs to a private network, which requires a confirmation.
            if case .refused = error.kind, !post.isTrusted, let item { throw AlertFailure(unconfirmed: item) }
            var failure = AlertFailure(error.message)
            failure.isUnreachable = error.suggestsOffline || error.kind == .timeout
            throw failure
        }
    }

    private static func mail(
        _ messages: [AlertMessage], to receivers: [String], hasBook: Bool, _ environment: AlertEnvironment
    ) throws {
        if let seconds = environment.mailLimit?.take(receivers.count, now: environment.now()) {
            var failure = AlertFailure("too many mails; try again in \(seconds) seconds")
            failure.postponedSeconds = seconds
            throw failure
        }
        try send(to: receivers, environment) { sender in
            MailComposer(sender: sender, receivers: receivers, hasBook: hasBook, environment: environment)
                .mail(messages)
        }
    }

    /// Sends a mail through the configured server.
    ///
    /// - Parameter mail: returns the mail from a given sender.
    static func send(
        to receivers: [String], _ environment: AlertEnvironment, _ mail: (_ sender: String) -> [UInt8]
    ) throws {
        let settings = environment.mail
        var server = settings.server
        var user: String?
        if let mark = server.firstRange(of: "://"), let at = server[mark.upperBound...].lastIndex(of: "@") {
            user = String(server[mark.upperBound..<at])
            server.removeSubrange(mark.upperBound...at)
        }
        let sender = settings.sender.isEmpty ? receivers[0] : settings.sender
        var post = MailPost(server: server, sender: sender, receivers: receivers, message: mail(sender))
        if let user {
            let secret = try settings.secret.map { try environment.secrets.secret($0) }
            post.credentials = BasicCredentials(user: user, password: secret ?? "")
        }
        do { try post.send(caFile: environment.fetcher.caFile) } catch { throw AlertFailure(error.message) }
    }
}
