internal import Articles
internal import FeedFetching

extension AlertChannel {
    /// Sends a notification to each subscribed browser. A subscription that the push service no longer knows is removed.
    ///
    /// - Throws: `AlertFailure` if a push service failed temporarily, if no push service accepted the message, or if no
    ///   browser is subscribed. A retry sends the message to all browsers with the same id, so that they show it once.
    static func push(_ message: AlertMessage, _ environment: AlertEnvironment, _ store: any ArticleStore) throws {
        let push = PushMessage(message, environment.language)
        var accepted = 0
        var failures: [AlertFailure] = []
        for receiver in try PushReceiver.all(in: store) {
            guard let origin = try? WebAddress(receiver.origin).origin,
                let text = environment.secrets.text(receiver.secret, for: origin),
                let subscription = PushSubscription(text), subscription.origin == origin
            else {
                failures.append(AlertFailure(refused: "the keys of \(receiver.label) cannot be read"))
                continue
            }
            var post = try push.post(to: subscription, contact: contact(environment), now: environment.now())
            // The address comes from a browser, so it must be public or allowed by the configuration.
            post.isTrusted = false
            let answer: WebPostAnswer
            do {
                answer = try environment.fetcher.post(post, unixTime: environment.now())
            } catch {
                var failure = AlertFailure(error.message)
                if case .refused = error.kind { failure.isRefused = true }
                failure.isUnreachable = error.suggestsOffline || error.kind == .timeout
                failures.append(failure)
                continue
            }
            if answer.status == 404 || answer.status == 410 {
                try receiver.remove(from: store)
                environment.forgetSecret(receiver.secret)
            } else if var failure = ServiceAnswer(answer, emptyStatus: nil, secrets: [subscription.endpoint]).failure {
                // A refusal by one push service must not disable the search.
                if failure.isGone { (failure.isGone, failure.isRefused) = (false, true) }
                failures.append(failure)
            } else {
                accepted += 1
            }
        }
        if let failure = failures.first(where: { !$0.isRefused }) { throw failure }
        if accepted > 0 { return }
        throw failures.first ?? AlertFailure("no browser is subscribed", isGone: true)
    }

    /// The contact in the tokens: the address of the web reader, or the sender of mails.
    private static func contact(_ environment: AlertEnvironment) -> String? {
        if let base = environment.readerBase, base.hasPrefix("https://") { return base }
        return environment.mail.sender.isEmpty ? nil : "mailto:" + environment.mail.sender
    }
}
