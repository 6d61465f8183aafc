internal import Articles
internal import FeedFetching
internal import Formats

/// A notification for browsers, and the request that sends it to a push service (RFC 8030).
struct PushMessage {
    /// The content of the notification as JSON, as the service worker reads it.
    let payload: [UInt8]
    /// The id of the message.
    private let uid: String

    /// How long a push service keeps the message for a browser that is not running, in seconds.
    private static let lifetime = 7 * 86_400
    /// How long a token is valid, in seconds; at most a day.
    private static let tokenLifetime: Int64 = 12 * 3_600
    private static let listedTitles = 5
    private static let titleLimit = 120
    private static let bodyLimit = 600

    init(_ message: AlertMessage, _ language: AlertLanguage) {
        uid = message.uid
        var path = [UInt8]()
        ValueEscaping.path.append(.text(message.search.name), to: &path)
        var url = "saved/" + String(decoding: path, as: UTF8.self)
        var title = message.heading(language)
        var body = message.articles.prefix(Self.listedTitles).map {
            PlainText.line($0.titleOrBeginning, limit: Self.titleLimit)
        }.joined(separator: "\n")
        if message.articles.count == 1, !message.isTest {
            let article = message.articles[0]
            url = "article/\(article.id)"
            title = PlainText.line(article.titleOrBeginning, limit: Self.titleLimit)
            let snippet = message.hits[article.id]?.snippet ?? AlertMessage.summary(of: article)
            body =
                PlainText.line(message.search.name + " · " + (article.feedTitle ?? article.feed), limit: 100) + "\n"
                + PlainText.line(snippet, limit: Self.titleLimit)
        }
        // With these limits, the payload fits into one record even if each character takes four bytes.
        payload =
            MessageValue.object([
                ("id", .text(uid)), ("title", .text(PlainText.line(title, limit: Self.titleLimit))),
                ("body", .text(String(body.unicodeScalars.prefix(Self.bodyLimit).map(Character.init)))),
                ("url", .text(url)),
            ]).bytes
    }

    /// The encrypted request for a browser.
    ///
    /// - Parameter contact: a URL by which the push service can contact the operator of this service; nil for none.
    /// - Throws: `AlertFailure` if OpenSSL is not installed.
    func post(to subscription: PushSubscription, contact: String?, now: Int64) throws(AlertFailure) -> WebPost {
        var random = SystemRandomNumberGenerator()
        let salt = (0..<EncryptedContent.saltByteCount).map { _ in UInt8.random(in: 0...255, using: &random) }
        guard let sender = P256Key(), let origin = subscription.origin,
            let body = EncryptedContent.push(
                payload, to: subscription.publicKey, authentication: subscription.authentication, from: sender,
                salt: salt),
            let token = Self.token(for: origin, subscription.identity, contact: contact, now: now)
        else { throw AlertFailure("the notification cannot be encrypted: install libssl3") }
        let key = Base64.encode(subscription.identity.publicKey, .url)
        var headers = [
            FetchHeader("Authorization", "vapid t=\(token), k=\(key)"), FetchHeader("Content-Encoding", "aes128gcm"),
            FetchHeader("Content-Type", "application/octet-stream"), FetchHeader("TTL", String(Self.lifetime)),
            FetchHeader("Urgency", "normal"),
        ]
        // A message with the same topic replaces one that is not delivered yet (RFC 8030, section 5.4).
        let topic = String(uid.filter { $0 != "_" }.suffix(32))
        if !topic.isEmpty { headers.append(FetchHeader("Topic", topic)) }
        return WebPost(url: subscription.endpoint, headers: headers, body: body)
    }

    /// A signed token that names the push service and this service (RFC 8292, section 2).
    private static func token(for origin: WebOrigin, _ key: P256Key, contact: String?, now: Int64) -> String? {
        let claims = MessageValue.object([
            ("aud", .text(origin.description)), ("exp", .number(now + tokenLifetime)), ("sub", .text(contact)),
        ])
        let head = Base64.encode(Array(#"{"typ":"JWT","alg":"ES256"}"#.utf8), .url)
        let signed = head + "." + Base64.encode(claims.bytes, .url)
        return key.signature(ofHash: SHA256.hash(Array(signed.utf8))).map { signed + "." + Base64.encode($0, .url) }
    }
}
